/** The toolbar of the page: the order that the list has, and the size of its pictures on a phone. */
import assert from 'node:assert/strict';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf, tabTo } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { test } from './support/test.ts';

test.describe('the toolbar in a browser', () => {
  for (const [order, name] of [
    ['extension-asc', 'File format'],
    ['filesize-desc', 'Largest first'],
    ['id-desc', 'Number, descending'],
    ['lastmodified-asc', 'Modified, ascending'],
    ['info_100-asc', 'Title, ascending'],
  ])
    test(`the order of an address is shown, and can be left for the first entry: ${order}`, async ({ host }) => {
      const page = await host.visit(`/#sort=${order}`);
      await page.locator('abs-grid').getByRole('option').first().waitFor();
      const box = page.getByLabel('Sort by');
      const shown = () => box.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
      await until(async () => (await shown()) === name);
      await box.selectOption({ label: 'Name, A to Z' });
      await page.waitForFunction(() => location.hash === '#sort=name-asc');
      assert.equal(await shown(), 'Name, A to Z');
      await page.goBack();
      await until(async () => (await shown()) === name);
      assert.deepEqual(await pageViolations(page), []);
      await page.context().close();
    });

  test('on a phone, the size of pictures is chosen at the foot of the screen, which moves only the list', async ({
    host,
  }) => {
    const page = await host.visit('/', { viewport: { width: 375, height: 700 }, hasTouch: true });
    await page.locator('abs-grid [role=option] img').first().waitFor();
    const tile = () => page.locator('abs-grid [role=option] img').first().boundingBox();
    const before = await tile();
    const slider = page.getByRole('slider', { name: 'Picture size' });
    assert.equal(await slider.count(), 0);
    await page.getByRole('button', { name: 'Picture size' }).tap();
    await slider.fill('96');
    await until(async () => ((await tile())?.height ?? 0) < (before?.height ?? 0));
    const { x = 0, y = 0, width = 0, height = 0 } = (await slider.boundingBox()) ?? {};
    assert.ok(height >= 44 && x >= 0 && x + width <= 375 && y + height <= 700, JSON.stringify({ x, y, width, height }));
    assert.deepEqual(await pageViolations(page), []);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await page.reload();
    await page.locator('abs-grid [role=option] img').first().waitFor();
    assert.deepEqual(await layoutShifts(page), []);
    await page.getByRole('button', { name: 'Picture size' }).tap();
    assert.equal(await slider.inputValue(), '96');
    await page.keyboard.press('Escape');
    await slider.waitFor({ state: 'detached' });
    // Lines have one height.
    await page.getByRole('button', { name: 'List' }).tap();
    await page.getByRole('button', { name: 'Picture size', disabled: true }).waitFor();
  });

  test('on a narrow screen with a keyboard, the slider follows its button, which has the focus again after Escape', async ({
    host,
  }) => {
    const page = await host.visit('/', { viewport: { width: 800, height: 700 } });
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    await tabTo(page, /^button Picture size/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^input Picture size/);
    const slider = page.getByRole('slider', { name: 'Picture size' });
    const before = Number(await slider.inputValue());
    await page.keyboard.press('ArrowRight');
    assert.equal(Number(await slider.inputValue()), before + 32);
    await page.keyboard.press('Escape');
    await until(async () => /^button Picture size/.test(await focusOf(page)));
    // So does the menu of the page, whose controls are in a shadow tree, too.
    await tabTo(page, /^button Settings/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^select English/);
    await page.keyboard.press('Escape');
    await until(async () => /^button Settings/.test(await focusOf(page)));
  });
});
