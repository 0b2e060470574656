import type { Page } from '@playwright/test';

/** Sets properties of the element with this name. */
export async function set(page: Page, name: `abs-${string}`, properties: object): Promise<void> {
  await page.locator(name).evaluate((element, given) => void Object.assign(element, given), properties);
}
