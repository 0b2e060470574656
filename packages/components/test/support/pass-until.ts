import { expect, type Locator, type Page } from '@playwright/test';

/** Lets time pass on the clock that a test has installed, a second at a time, until something is on the screen. */
export async function passUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1000);
    await expect(shown).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50], timeout: 10_000 });
}
