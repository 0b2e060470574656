/** The page of a PIN, which works without the elements and without script. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { complaintsOf } from '../../service/test/support/complaints.ts';
import { linkToPin, PINS } from './support/pins.ts';
import { test } from './support/test.ts';

const LONG = 'A long title for a small page, with aWordThatIsTooLongForAnyPhoneAndMustBreakSomewhere';

/** Throws unless the page and each match of the selector are within the window. */
async function assertFits(page: Page, selector: string): Promise<void> {
  const {
    window,
    page: whole,
    outside,
  } = await page.evaluate((wanted) => {
    const isOutside = (each: Element) => {
      const { left, right } = each.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    };
    const found = [...document.querySelectorAll(wanted)].filter(isOutside).map(({ outerHTML }) => outerHTML);
    return { window: innerWidth, page: document.documentElement.scrollWidth, outside: found };
  }, selector);
  assert.ok(whole <= window, `${page.url()}: ${whole} of ${window}`);
  assert.deepEqual(outside, [], page.url());
}

test.describe('the page of a PIN', () => {
  test.use({ service: PINS });

  for (const width of [375, 1280])
    test(`at ${width} pixels nothing is cut off, pictures show, and buttons fit fingers`, async ({ host }) => {
      const page = await host.visit('about:blank', { viewport: { width, height: 800 } });
      const complaints = complaintsOf(page);
      for (const assets of [[1000], [1000, 1003], [1000, 1001, 1002, 1003, 1004, 1006, 1008]]) {
        await page.goto(await linkToPin(host, assets, { title: LONG }));
        await page.waitForFunction(() => [...document.images].some(({ naturalWidth }) => naturalWidth > 0));
        await assertFits(page, 'button, select');
        for (const control of await page.locator('button, select').all()) {
          const box = await control.boundingBox();
          assert.ok(box && box.width >= 40 && box.height >= 40, JSON.stringify(box));
        }
      }
      assert.deepEqual(complaints, []);
    });

  test('no language of the page is too long for a phone', async ({ host }) => {
    const link = await linkToPin(host, [1000, 1003]);
    const page = await host.visit(link, { viewport: { width: 320, height: 800 } });
    for (const language of ['de', 'fr', 'es', 'it'])
      for (const address of [`${link}?locale=`, `${link}/download?asset=1000&format=3&locale=`]) {
        await page.goto(address + language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await assertFits(page, 'button, select, .back, .languages > *');
      }
  });

  test('terms are shown first, and lead back to the files', async ({ host }) => {
    const link = await linkToPin(host, [1000], { formats: [3] });
    const page = await host.visit(`${link}/download?asset=1000&format=3`);
    await expect(page.locator('.terms')).toHaveText('Mind the terms');
    await page.locator('.back').click();
    await page.waitForURL(link);
  });
});
