// Goes to a stop of the tour.
import type { Page } from "@playwright/test";
import type { Stop } from "../pages.ts";
import { open } from "./test.ts";

/** Opens a stop's address, follows its links where it has some, and gives the page's status. */
export async function visit(page: Page, stop: Stop): Promise<number> {
  let status = await open(page, stop.address);
  for (const name of stop.follow ?? []) {
    const link = page.getByRole("main").getByRole("link", { name }).first();
    status = await open(page, (await link.getAttribute("href"))!);
  }
  return status;
}
