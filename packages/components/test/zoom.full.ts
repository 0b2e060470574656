/** A window of 1280 by 1024 pixels at 400 %, in which people with weak eyes work. */
import assert from 'node:assert/strict';
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
});
