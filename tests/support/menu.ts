import type { Page } from "playwright";

/** Follows a link of the menu, whose group may be folded. */
export async function followMenu(page: Page, group: string, name: string) {
  const menu = page.locator(".menu");
  const link = menu.getByRole("link", { name, exact: true });
  if (!(await link.isVisible())) await menu.locator("summary", { hasText: group }).click();
  await link.click();
}
