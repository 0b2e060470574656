/** The page on a phone, by keyboard alone and by touch. Nothing may move unless the person moves it. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { drawn } from './support/drawn.ts';
import { focusOf, tabTo } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { test } from './support/test.ts';

const PHONE = { width: 375, height: 700 };

test.describe('the page on a phone', () => {
  /** Presses Escape, after which the control that opened something has the focus again. */
  async function leaveTo(page: Page, name: RegExp): Promise<void> {
    await page.keyboard.press('Escape');
    await until(async () => name.test(await focusOf(page)), `${name} has the focus again`);
  }

  test('drawers, a filter and an asset are opened and closed by keyboard, and the focus is back each time', async ({
    host,
  }) => {
    const page = await host.visit('/', { viewport: PHONE });
    const sound = async (state: string) => assert.deepEqual(await pageViolations(page), [], state);
    await page.locator('abs-grid').getByRole('option').first().waitFor();

    await tabTo(page, /^button Folders/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Archive' }).waitFor();
    await sound('tree');
    await leaveTo(page, /^button Folders/);

    await tabTo(page, /^button Filters/);
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /^jpg/ }).first().waitFor();
    await tabTo(page, /^input jpg/);
    await page.keyboard.press('Space');
    await page.waitForFunction(() => location.hash.includes('fileExtensions=jpg'));
    assert.match(await focusOf(page), /^input jpg/);
    await sound('filters');
    await leaveTo(page, /^button Filters/);
    assert.match(await focusOf(page), /1/);

    await tabTo(page, /^div Items/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForFunction(() => location.hash.includes('asset='));
    await sound('asset');
    await leaveTo(page, /^div Items/);
    await page.waitForFunction(() => !location.hash.includes('asset='));

    // The button goes with the selection, and the one of the path with its node.
    await page.keyboard.press('Space');
    await tabTo(page, /^button Clear selection/);
    await page.keyboard.press('Enter');
    await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus');
    await tabTo(page, /^button Folders/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Archive' }).waitFor();
    await tabTo(page, /^div Folders/);
    await page.keyboard.type('Archive');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    await tabTo(page, /^button All items/);
    await page.keyboard.press('Enter');
    await until(async () => /^h2 All items/.test(await focusOf(page)), 'the heading has the focus');
    assert.deepEqual(await layoutShifts(page), []);
  });

  test('a tap beside a drawer closes it and nothing else', async ({ host }) => {
    const page = await host.visit('/', { viewport: PHONE, hasTouch: true });
    await page.locator('abs-grid [role=option] img').first().waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('abs-grid').boundingBox()) ?? {};
    for (const [button, left] of [
      ['Folders', x + width - 20],
      ['Filters', x + 20],
    ] as const) {
      await page.getByRole('button', { name: new RegExp(`^${button}`) }).tap();
      await page.getByRole('dialog').waitFor();
      await page.touchscreen.tap(left, y + height / 3);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The browser has sent all events of a tap before it draws twice.
      await drawn(page);
      assert.doesNotMatch(page.url(), /asset=/);
      assert.equal(await page.getByRole('dialog').count(), 0);
    }
  });

  for (const width of [320, 375])
    for (const locale of ['en', 'de', 'fr', 'es', 'it'])
      test(`the order of the list can be read in ${locale}, ${width} pixels wide`, async ({ host }) => {
        const page = await host.visit(`/#locale=${locale}`, { viewport: { width, height: 640 } });
        await page.locator('abs-grid').getByRole('option').first().waitFor();
        const sorting = page.locator('.sort select');
        const { wanted, given } = await sorting.evaluate((select: HTMLSelectElement) => {
          const copy = select.cloneNode(true) as HTMLSelectElement;
          copy.style.inlineSize = 'max-content';
          select.after(copy);
          const wanted = copy.offsetWidth;
          copy.remove();
          return { wanted, given: select.offsetWidth };
        });
        assert.ok(given >= wanted, `${given} of ${wanted} pixels`);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(beyond <= 0);
      });

  for (const viewport of [PHONE, { width: 1280, height: 800 }])
    test(`filters, details and the way back move nothing else, ${viewport.width} pixels wide`, async ({ host }) => {
      const page = await host.visit('/', { viewport });
      const isPhone = viewport === PHONE;
      const still = async (state: string) => assert.deepEqual(await layoutShifts(page), [], state);
      await page.locator('abs-grid [role=option] img').first().waitFor();
      await page.getByRole('button', { name: /^Basket/ }).waitFor();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await page.getByRole('checkbox').first().waitFor();
      await page.getByRole('button', { name: 'Taken' }).click();
      await page.getByRole('checkbox', { name: /^2024/ }).first().waitFor();
      await still('filters');
      if (isPhone) await page.keyboard.press('Escape');
      await page.locator('abs-grid').getByRole('option').first().click();
      if (isPhone) await page.getByRole('button', { name: 'Details' }).click();
      await page.locator('abs-details section').first().waitFor();
      await page.locator('abs-viewer .picture img').first().waitFor();
      await still('details');
      await page.goBack();
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
      await page.locator('abs-grid [role=option] img').first().waitFor();
      await still('the list again');
    });
});
