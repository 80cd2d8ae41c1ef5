import { ROLES, type Role, demoPeople, expect, hydrated, open, signIn, signedOut, test } from "../support/test.ts";

test.use(signedOut);

for (const [role, { button, name }] of Object.entries(ROLES)) {
  test(`the button "${button}" signs in as ${name}`, async ({ page }) => {
    await open(page, "/sign-in");
    await signIn(page, role as Role);
    await expect(page).toHaveURL("/");
    const banner = page.getByRole("banner");
    await expect(banner.getByText(name, { exact: true })).toBeVisible();
    await expect(banner.getByText(role, { exact: true })).toBeVisible();
  });
}

test("signing in leads back to the page first asked for", async ({ page }) => {
  await open(page, "/users/odd~23hash?from=a%20colleague&x=%2F");
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page).toHaveTitle("Sign in · Float Desk");
  await signIn(page, "analyst");
  await expect(page).toHaveURL("/users/odd~23hash?from=a%20colleague&x=%2F");
  await expect(page.getByRole("heading", { name: "odd#hash" })).toBeVisible();
});

test("no page is shown to anybody who is not signed in", async ({ page }) => {
  for (const address of ["/", "/search?q=user-12345", "/users/user-12345", "/no/such/page"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/sign-in\?next=/);
    await expect(page.getByRole("button", { name: "Support agent" })).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
  }
});

test("signing in never leads to another host", async ({ page }) => {
  for (const foreign of ["https://example.com/", "//example.com/", "/\\example.com"]) {
    await page.goto(`/sign-in?next=${encodeURIComponent(foreign)}`);
    await signIn(page, "support");
    await expect(page).toHaveURL("/");
  }
});

test("after signing out, the pages ask for signing in again", async ({ page }) => {
  await open(page, "/sign-in?next=/users/user-12345");
  await signIn(page, "support");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto("/users/user-12345");
  await expect(page).toHaveURL("/sign-in?next=/users/user-12345");
});

test("whoever was signed out meanwhile is told so, and gets back to where they were", async ({ page, context, watch }) => {
  watch.allow(/status of (401|500)/);
  await open(page, "/sign-in");
  await signIn(page, "support");
  await hydrated(page);
  await context.clearCookies();
  await demoPeople(page).getByRole("link", { name: "user-12345" }).click();
  await expect(page.getByRole("alert")).toContainText("You are not signed in.");
  await page.getByRole("alert").getByRole("link", { name: "Sign in" }).click();
  await signIn(page, "support");
  await expect(page).toHaveURL("/users/user-12345");
});
