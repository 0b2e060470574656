/** What tests of the page at `/` look for. */
import { expect, type Locator, type Page } from '@playwright/test';
import { focusOf } from './focus.ts';

/** The button that opens the basket. */
export const basketOf = (page: Page): Locator => page.getByRole('button', { name: /^Basket/ });

export const PHONE = { width: 375, height: 700 };

/** The tile at a position, once its asset is known: grey ones, which do nothing, have the same IDs. */
export const tileAt = (page: Page, position: number): Locator => page.locator(`abs-grid #tile-${position}:not(.empty)`);

/** Resolves when the list, the tree and the basket are there, and nothing that is clicked moves any more. */
export async function allThere(page: Page): Promise<void> {
  await tileAt(page, 0).locator('img, .card').waitFor();
  await page.getByRole('treeitem').nth(1).waitFor();
  await basketOf(page).waitFor();
}

/** Puts the focus on the list, as a click between its tiles does. */
export async function focusList(page: Page): Promise<void> {
  await page.locator('abs-grid').evaluate((grid) => grid.focus());
}

/** Resolves when the heading of the page is this one. */
export async function headingIs(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

/** Resolves when the page shows an asset. */
export async function assetOpens(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
}

/** Presses Escape, and waits until no dialog is open. */
export async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
}

/** Resolves when the address has this after its path: `#…`, or nothing. */
export async function hashIs(page: Page, hash: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).hash).toBe(hash);
}

/** Resolves when the focus is at an element whose name begins like this, see `focusOf`. */
export async function focusIs(page: Page, name: RegExp): Promise<void> {
  await expect.poll(() => focusOf(page)).toMatch(name);
}

/** How many pixels of the page are beyond the right edge of the screen. */
export async function pixelsBeyond(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
