import type { Page } from "playwright";

/** Opens a group of the menu that is folded, and follows one of its links. */
export async function followMenu(page: Page, group: string, name: string) {
  const menu = page.locator(".menu");
  await menu.locator("summary", { hasText: group }).click();
  await menu.getByRole("link", { name, exact: true }).click();
}
