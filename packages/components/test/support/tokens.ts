import type { Page } from '@playwright/test';
import { TOKEN } from './guarded.ts';

/** Lets the catalogue of a page give the token that a guarded service takes. */
export async function giveToken(page: Page): Promise<void> {
  await page.locator('abs-catalogue').evaluate((catalogue, token) => {
    Object.assign(catalogue, { tokenProvider: () => token });
  }, TOKEN);
}

/** Addresses of what a page has loaded, and its own, in which no token may stand. */
export async function addressesOf(page: Page): Promise<readonly string[]> {
  return [page.url(), ...(await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)))];
}
