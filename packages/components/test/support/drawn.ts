import type { Page } from '@playwright/test';

/** Resolves when the page has drawn what it has changed until now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Resolves when the live regions of the page have the texts that they announce a moment after they appear. */
export async function announcedAll(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
}
