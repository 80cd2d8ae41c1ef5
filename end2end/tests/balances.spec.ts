import { expect, hydrated, open, test } from "../support/test.ts";

const CARL = "/users/user-carl/balances";

test("the day under the mouse is read out, account by account", async ({ page }) => {
  await open(page, CARL);
  const accounts = page.getByRole("region", { name: "Accounts" });
  await expect(page.getByText("The last report on each account")).toBeVisible();
  const chart = page.getByRole("img", { name: /Line chart of balances/ });
  const box = (await chart.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + 60);
  await expect(page.getByText(/^On \d{1,2} \w{3} \d{4}/)).toBeVisible();
  await expect(accounts.getByRole("row", { name: /account-carl-card/ })).toContainText("$");
  await page.mouse.move(box.x + box.width / 2, box.y - 80);
  await expect(page.getByText("The last report on each account")).toBeVisible();
});

test("the same by keyboard, and a gap is no zero", async ({ page }) => {
  await open(page, CARL);
  const slider = page.getByRole("slider", { name: "Day to read out" });
  await slider.focus();
  // Four days ago nothing was received about the checking account.
  for (let day = 0; day < 4; day++) await page.keyboard.press("ArrowLeft");
  const checking = page.getByRole("region", { name: "Accounts" }).getByRole("row", { name: /account-carl-checking/ });
  await expect(checking).toContainText("no report");
  await expect(slider).toHaveAttribute("aria-valuetext", /A \$.*B no report, C \$/);
  await page.keyboard.press("ArrowRight");
  await expect(checking).not.toContainText("no report");
});

test("an account is hidden and shown, and the address says so", async ({ page }) => {
  await open(page, CARL);
  const lines = page.locator(".chart-line.series-2");
  await expect(lines.first()).toBeVisible();
  await page.getByRole("link", { name: /^Hide C account-carl-savings/ }).click();
  await expect(page).toHaveURL(/account=account-carl-card&account=account-carl-checking/);
  await expect(lines).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Reports, newest first" })).not.toContainText("account-carl-savings");
  await page.reload();
  await hydrated(page);
  await expect(lines).toHaveCount(0);
  await page.getByRole("link", { name: "Show all accounts" }).click();
  await expect(lines.first()).toBeVisible();
});

test("marks are switched off and on, and stay so in the address", async ({ page }) => {
  await open(page, CARL);
  const drawing = page.getByRole("img", { name: /Line chart/ });
  await expect(drawing.getByText("Checks", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /Evaluations.*hide it/ }).click();
  await expect(page).toHaveURL(/without=checks/);
  await expect(drawing.getByText("Checks", { exact: true })).toHaveCount(0);
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/days=7&without=checks/);
  await expect(drawing.getByText("Checks", { exact: true })).toHaveCount(0);
});

test("days of one's own are chosen", async ({ page }) => {
  await open(page, CARL);
  const to = await page.getByLabel("to", { exact: true }).inputValue();
  await page.getByLabel("From", { exact: true }).fill(to);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`from=${to}&to=${to}`));
  await expect(page.getByText("3 reports, newest first.")).toBeVisible();
});

test.describe("Without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the chart, the words and the switches are there", async ({ page }) => {
    await page.goto(CARL);
    await expect(page.getByRole("img", { name: /Line chart/ })).toBeVisible();
    await expect(page.getByText(/available: lowest/).first()).toBeVisible();
    await page.getByRole("link", { name: /Current balance.*hide it/ }).click();
    await expect(page).toHaveURL(/without=current/);
    await expect(page.locator(".chart-line.second")).toHaveCount(0);
    await expect(page.getByRole("slider")).toBeHidden();
  });
});

test("nothing on the chart changes or moves once its code runs", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(CARL, { waitUntil: "domcontentloaded" });
  const seen = () =>
    page.getByRole("main").evaluate((main: HTMLElement) => ({
      text: main.innerText,
      places: [...main.querySelectorAll("*:not(.icon *)")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return `${element.tagName} ${x} ${y} ${width} ${height}`;
      }),
    }));
  const before = await seen();
  expect(before.text).toContain("Balances in USD");
  release();
  await hydrated(page);
  expect(await seen()).toEqual(before);
});
