import { Overview } from "../support/overview.ts";
import { demoPeople, expect, hydrated, signIn, signedOut, test } from "../support/test.ts";

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test.describe("somebody not signed in", () => {
    test.use(signedOut);
    for (const role of ["support", "analyst", "admin"] as const) {
      test(`signs in as ${role}, sees the page first asked for, and signs out`, async ({ page }) => {
        await page.goto("/users/odd~23hash?from=a%20colleague");
        await signIn(page, role);
        await expect(page).toHaveURL("/users/odd~23hash?from=a%20colleague");
        await expect(page.getByRole("heading", { name: "odd#hash" })).toBeVisible();
        await page.getByRole("button", { name: "Sign out" }).click();
        await expect(page).toHaveURL("/sign-in");
        await page.goto("/");
        await expect(page).toHaveURL("/sign-in?next=/");
      });
    }
  });

  test("the list leads to a user, whose page is complete", async ({ page }) => {
    await page.goto("/");
    await demoPeople(page).getByRole("link", { name: "user-12345" }).click();
    const user = new Overview(page);
    await expect(page).toHaveTitle("user-12345 · Float Desk");
    await expect(user.sentence).toContainText("it’s up to $20.");
    await expect(user.tier("$30")).toContainText(["Off", "$4.00", "$34.00", "13.33 %"]);
  });

  test("the search box finds a user, and says what is wrong with an id", async ({ page, watch }) => {
    watch.allow(/status of 400/);
    await page.goto("/");
    const box = page.getByRole("banner").getByRole("searchbox");
    await box.fill("odd/slash");
    await box.press("Enter");
    await expect(page).toHaveURL("/users/odd~2Fslash");
    await box.fill("x".repeat(1_001));
    await box.press("Enter");
    await expect(page.getByRole("alert")).toContainText("too long");
  });

  test("a timeline is complete, leads to what is older, and shows the profile at an instant", async ({ page }) => {
    await page.goto("/users/user-max/timeline?kind=versions");
    await expect(page.locator(".entry")).toHaveCount(25);
    await page.getByRole("link", { name: "Older" }).click();
    await expect(page.locator(".entry")).toHaveCount(5);
    await page.goto("/users/user-12345/timeline?at=2024-02-15T00:00:00Z");
    await page.getByRole("combobox", { name: "Version" }).selectOption({ index: 0 });
    await page.getByRole("button", { name: "Go there" }).click();
    await expect(page).toHaveURL(/at=2024-/);
  });

  test("a note can be written, and what is wrong with one is said", async ({ page, watch }) => {
    watch.allow(/status of 400/);
    await page.goto("/users/nobody-without-script");
    await page.getByLabel("Write a note").fill("Called back without JavaScript");
    await page.getByRole("checkbox", { name: "No record of this ID" }).check();
    await page.getByRole("button", { name: "Add the note" }).click();
    await expect(page).toHaveURL(/\/users\/nobody-without-script/);
    await expect(page.getByText("Called back without JavaScript")).toBeVisible();
  });

  test("the theme can be chosen, and leads back to the same page", async ({ page }) => {
    await page.goto("/users/user-12345?from=here");
    await page.getByRole("button", { name: "Dark theme" }).click();
    await expect(page).toHaveURL("/users/user-12345?from=here");
    await expect(page.getByRole("button", { name: "Light theme" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Dark theme" })).toBeHidden();
  });

  test("what needs JavaScript is not offered", async ({ page }) => {
    await page.goto("/users/user-12345");
    await expect(page.getByRole("button", { name: "Copy the user id" })).toBeHidden();
  });
});

for (const id of ["user-12345", "user-theo", "user-broken-types", "odd~2Fslash"]) {
  test(`nothing on the page of ${id} changes or moves once its code runs`, async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.wasm", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`/users/${id}`, { waitUntil: "domcontentloaded" });
    const seen = () =>
      page.getByRole("main").evaluate((main: HTMLElement) => ({
        // A lock that may be held is read again by the code, which says so behind the heading.
        text: main.innerText.replace(/, checking…/, "").replace(/\s+/g, " "),
        // The drawings inside the icons come in a file of their own; their places are kept for them.
        places: [...main.querySelectorAll("*:not(svg *, [role=status])")].map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return `${element.tagName} ${x} ${y} ${width} ${height}`;
        }),
      }));
    const before = await seen();
    expect(before.text).toContain("Floats");
    release();
    await hydrated(page);
    expect(await seen()).toEqual(before);
  });
}
