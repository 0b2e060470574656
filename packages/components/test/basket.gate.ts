import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import type { AbsBasket } from '../src/abs-basket.ts';
import type {} from '../src/abs-catalogue.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

const BODY =
  '<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-basket link="https://media.example/"></abs-basket></abs-catalogue></main>';

test.describe('abs-basket in a browser', () => {
  const add = (page: Page, assets: readonly { readonly id: number; readonly name: string }[]) =>
    page.locator('abs-basket').evaluate((basket: AbsBasket, added) => basket.addAssets(added), assets);

  const idsIn = (page: Page) => page.locator('abs-basket').evaluate((basket: AbsBasket) => basket.ids);

  const DAWN = { id: 1000, name: 'dawn <b>.jpg' };
  const SMALL = { id: 1002, name: 'img10.png' };

  test('a basket survives a reload, and other windows show each change', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN, SMALL]);
    await page.getByRole('button', { name: 'Basket, 2 items' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Basket, 2 items' }).waitFor();
    const told = page.locator('.opener + [role=status]');
    await expect(told, 'what was there before is no news').toBeEmpty();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('abs-basket').evaluate((basket: AbsBasket) => basket.removeAssets([1000]));
    await page.getByRole('button', { name: 'Basket, 1 item', exact: true }).waitFor();
    await expect(told).toHaveText('1 item in the basket');
  });

  test('on a phone, long names are cut, so that every item can be removed', async ({ host }) => {
    const page = await host.open(BODY, { viewport: { width: 375, height: 740 } });
    await add(page, [DAWN, { id: 424_242, name: `${'a long name '.repeat(8)}.jpg` }]);
    await page.getByRole('button', { name: 'Basket, 2 items' }).click();
    const cross = page.getByRole('button', { name: /^Remove a long name/ });
    await cross.waitFor();
    const { x = 0, width = 0 } = (await cross.boundingBox()) ?? {};
    assert.ok(width > 0 && x + width <= 375, `${x} + ${width}`);
  });

  test('a dialog opened before the service has answered appears then, with a relative address', async ({ host }) => {
    const page = await host.open('<abs-catalogue><abs-basket link="/media"></abs-basket></abs-catalogue>');
    await add(page, [DAWN]);
    await page.locator('abs-basket').evaluate((basket: AbsBasket) => basket.open());
    await page.locator('abs-catalogue').evaluate((catalogue, src) => catalogue.setAttribute('src', src), host.app.url);
    await page.getByRole('dialog', { name: 'Basket' }).waitFor();
    const link = await page.getByRole('dialog').getByRole('textbox').inputValue();
    assert.match(link, /^http:\/\/.+\/media#basket=1000$/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Basket' }).waitFor({ state: 'hidden' });
  });

  test('a page hears once of each change, also when the catalogue of the basket leaves', async ({ host }) => {
    const page = await host.open(BODY);
    await page.getByRole('button', { name: 'Basket' }).waitFor();
    const told = await page.evaluate(async () => {
      const heard: string[] = [];
      const catalogue = document.querySelector('abs-catalogue');
      const basket = document.querySelector('abs-basket');
      basket?.addEventListener('abs-basket', ({ detail }) => heard.push(String(detail.ids)));
      basket?.addAssets([1000]);
      basket?.addAssets([{ id: 1000, name: 'dawn' }]);
      catalogue?.setAttribute('src', 'http://127.0.0.1:1/');
      await catalogue?.updateComplete;
      basket?.addAssets([1002]);
      return heard;
    });
    assert.deepEqual(told, ['1000', '', '1002']);
  });

  test('an invalid ID is refused, and nothing is added', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN]);
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      const adding = add(page, [SMALL, { id, name: '' }]);
      await assert.rejects(adding, new RegExp(`RangeError: abs-basket: ${id} is not the ID of an asset`));
    }
    await expect.poll(() => idsIn(page)).toEqual([DAWN.id]);
  });

  test('it is opened, changed, emptied, restored and closed by keyboard, and keeps the focus', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN, SMALL]);
    const button = page.getByRole('button', { name: 'Basket, 2 items' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Basket' }).waitFor();
    await page.getByRole('button', { name: 'dawn <b>.jpg AI', exact: true }).waitFor();
    const focused = () =>
      page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'Remove dawn <b>.jpg' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove dawn <b>.jpg' }).waitFor({ state: 'detached' });
    await expect.poll(() => focused()).toBe('Remove img10.png');
    await page.getByRole('button', { name: 'Empty the basket' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The basket is empty').waitFor();
    await page.getByRole('button', { name: 'Put everything back' }).press('Enter');
    await page.getByRole('button', { name: 'Remove img10.png' }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-basket');
    await page.getByRole('button', { name: 'Empty the basket' }).press('Enter');
    await page.getByText('The basket is empty').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => focused()).toBe('Basket, 0 items');
  });

  test('the bar below a long basket never covers the control that has the focus', async ({ host }) => {
    for (const [width, height] of [
      [375, 600],
      [320, 256],
    ] as const) {
      const page = await host.open(BODY, { viewport: { width, height } });
      await add(
        page,
        Array.from({ length: 12 }, (_, index) => ({ id: 1000 + index, name: `${index}.jpg` })),
      );
      await page.getByRole('button', { name: 'Basket, 12 items' }).click();
      await page.getByText(/items are no longer available/).waitFor();
      await page.locator('abs-basket .tick input').first().focus();
      for (let steps = 0; steps < 20; steps += 1) {
        await page.keyboard.press('Tab');
        const covering = await page.evaluate(() => {
          const root = document.querySelector('abs-basket')?.shadowRoot;
          const focused = root?.activeElement;
          const { x = 0, y = 0, width = 0, height = 0 } = focused?.getBoundingClientRect() ?? {};
          const top = root?.elementFromPoint(x + width / 2, y + height / 2);
          return focused?.contains(top ?? null) ? '' : `${focused?.outerHTML} is below ${top?.outerHTML}`;
        });
        assert.equal(covering, '');
      }
    }
  });

  test('the ticked assets, or all, are downloaded', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN, SMALL]);
    await page.getByRole('button', { name: 'Basket, 2 items' }).click();
    await page.getByRole('checkbox', { name: 'Select img10.png' }).check();
    await page.getByRole('button', { name: 'Download 1 item' }).click();
    await page.getByRole('radio', { name: 'Original' }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'img10.png');
    await page.getByRole('region', { name: 'Downloads' }).getByText('Downloaded.').waitFor();
    const basket = page.getByRole('button', { name: 'Basket, 2 items' });
    // The basket has closed, unless the file arrived before its dialog.
    if (!(await page.getByRole('dialog', { name: 'Basket' }).isVisible())) await basket.click();
    await page.getByRole('checkbox', { name: 'Select img10.png' }).uncheck();
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.locator('abs-download').getByText('2 items', { exact: true }).waitFor();
  });

  test('a download goes on in the tray while another window empties the basket', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN, SMALL]);
    await page.getByRole('button', { name: 'Basket, 2 items' }).click();
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.getByRole('radio', { name: 'Web' }).check();
    const release = await hold(page, /[?&]download=1000/);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('abs-basket').evaluate((element) => (element as HTMLElementTagNameMap['abs-basket']).clear());
    await page.locator('abs-basket').getByText('0 items in the basket').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), release()]);
    assert.match(download.suggestedFilename(), /^Basket \d{4}-\d\d-\d\d\.zip$/);
  });

  test('if the scripts of the download do not arrive, a message says so, another try starts it', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN]);
    await page.route('**/abs-download*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Basket, 1 item', exact: true }).click();
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
    await page.unroute('**/abs-download*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('radio', { name: 'Original' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: 'Select dawn <b>.jpg' }).waitFor();
  });

  test('assets that the service does not find stay until the person removes them', async ({ host }) => {
    const page = await host.open(BODY);
    await add(page, [DAWN, { id: 99, name: 'lost <img onerror=alert(1)>.jpg' }]);
    await page.getByRole('button', { name: 'Basket, 2 items' }).click();
    await page.getByText('1 item is no longer available').waitFor();
    await page.getByRole('button', { name: 'lost <img onerror=alert(1)>.jpg No longer available' }).waitFor();
    await expect.poll(() => idsIn(page)).toEqual([1000, 99]);
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.locator('abs-download').getByRole('radio').first().waitFor();
    // Its live region began such a wait before, so that one ends first.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
    await expect(page.getByText('deleted meanwhile')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove it from the basket' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('no longer available').first().waitFor({ state: 'detached' });
    await expect.poll(() => idsIn(page)).toEqual([1000]);
    const focused = await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent);
    assert.equal(focused, 'Basket');
  });
});
