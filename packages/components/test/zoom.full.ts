import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type {} from '../src/abs-basket.ts';
import type {} from '../src/abs-download.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { test } from './support/test.ts';

/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 };

test.describe('at a zoom of 400 %', () => {
  test.use({ service: { settings: { ABS_PIN_PARENT_NODE: 20 } } });

  async function open(element: string): Promise<Page> {
    return await host.open(
      `<main><h1>Host</h1><abs-catalogue src="$SERVICE">${element}</abs-catalogue></main>`,
      ZOOMED,
    );
  }

  /** Pixels by which an element is wider than what is seen of it. */
  async function excess(page: Page, selector: string): Promise<number> {
    return await page.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  }

  test('the details with versions, a comparison and the form of a review', async ({ host }) => {
    const page = await open('<abs-details asset-id="1000"></abs-details>');
    await page.getByRole('button', { name: 'Compare versions' }).click();
    await page.getByRole('button', { name: 'Write a review' }).click();
    assert.equal(await excess(page, 'html'), 0);
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('a download with a crop, and the button that starts it in sight', async ({ host }) => {
    const page = await open('<abs-download></abs-download>');
    await page.locator('abs-download').evaluate((element) => {
      Object.assign(element, { ids: [1000] });
      (element as HTMLElementTagNameMap['abs-download']).open();
    });
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    await page.locator('.crop').waitFor();
    await page.getByText('Share with a PIN').click();
    assert.equal(await excess(page, 'abs-download dialog'), 0);
    assert.deepEqual(await seriousViolations(page), []);
    const corner = page.getByRole('button', { name: 'Upper left corner' });
    await corner.focus();
    const [focused, stage] = [await corner.boundingBox(), await page.locator('.stage').boundingBox()];
    assert.ok(focused && stage && focused.y + focused.height <= stage.y, 'the button covers what has the focus');
  });

  test('a basket with an item that is gone', async ({ host }) => {
    const page = await open('<abs-basket></abs-basket>');
    await page.locator('abs-basket').evaluate((element) => {
      (element as HTMLElementTagNameMap['abs-basket']).addAssets([1000, 1002, 99]);
    });
    await page.getByRole('button', { name: 'Basket, 3 items' }).click();
    await page.getByText('1 item is no longer available').waitFor();
    assert.equal(await excess(page, 'abs-basket dialog'), 0);
    assert.deepEqual(await seriousViolations(page), []);
  });
});
