import type { Page } from '@playwright/test';

/** Resolves when the page has drawn what it has changed until now. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
