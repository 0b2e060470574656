/** A window of 1280 by 1024 pixels at 400 %, in which people with weak eyes work. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import type {} from '../src/abs-basket.ts';
import type {} from '../src/abs-download.ts';
import type { Host } from './support/host.ts';
import { test } from './support/test.ts';

test.describe('at a zoom of 400 %', () => {
  test.use({ service: { settings: { ABS_PIN_PARENT_NODE: 20 } } });

  const open = (host: Host, element: string) =>
    host.open(`<main><h1>Host</h1><abs-catalogue src="$SERVICE">${element}</abs-catalogue></main>`, {
      viewport: { width: 320, height: 256 },
      deviceScaleFactor: 4,
    });
  /** Pixels by which an element is wider than what is seen of it. */
  const excess = ({ scrollWidth, clientWidth }: Element) => scrollWidth - clientWidth;

  test('the details fit with versions, a comparison and the form of a review', async ({ host }) => {
    const page = await open(host, '<abs-details asset-id="1000"></abs-details>');
    await page.getByRole('button', { name: 'Compare versions' }).click();
    assert.equal(await page.locator('abs-details dialog').evaluate(excess), 0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Write a review' }).click();
    assert.equal(await page.locator('html').evaluate(excess), 0);
  });

  test('a download fits with a crop, and the button that starts it covers no focus', async ({ host }) => {
    const page = await open(host, '<abs-download></abs-download>');
    await page.locator('abs-download').evaluate((element: HTMLElementTagNameMap['abs-download']) => {
      Object.assign(element, { ids: [1000] });
      element.open();
    });
    await page.getByRole('radio', { name: 'JPEG with terms' }).check();
    await page.locator('.crop').waitFor();
    assert.equal(await page.locator('abs-download dialog').evaluate(excess), 0);
    const corner = page.getByRole('button', { name: 'Upper left corner' });
    await corner.focus();
    const [focused, foot] = [await corner.boundingBox(), await page.locator('.foot').boundingBox()];
    assert.ok(focused && foot && focused.y + focused.height <= foot.y);
  });

  test('a basket fits with an item that is gone', async ({ host }) => {
    const page = await open(host, '<abs-basket></abs-basket>');
    await page.locator('abs-basket').evaluate((element: HTMLElementTagNameMap['abs-basket']) => {
      element.addAssets([1000, 1002, 99]);
    });
    await page.getByRole('button', { name: 'Basket, 3 items' }).click();
    await expect(page.getByText('1 item is no longer available')).toBeVisible();
    assert.equal(await page.locator('abs-basket dialog').evaluate(excess), 0);
  });
});
