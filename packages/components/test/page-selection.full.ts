/** What people do with a selection on the page, and with an open asset: select all, download, put into the basket. */
import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { FileCategory } from '../../service/src/domain/file-properties.ts';
import { until } from '../../service/test/support/until.ts';
import { NEWS_MILLISECONDS } from '../src/page/passing-news.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { FIRST_ID, MANY_NODE, prepareAssets } from './support/many-assets.ts';
import { test } from './support/test.ts';

/** More than a selection and the basket hold. */
const COUNT = 2010;
const MOST = 2000;

const SOUND = 1;
const DOCUMENT = 2;
const FILM = 3;
const CATEGORIES: ReadonlyMap<number, FileCategory> = new Map([
  [SOUND, 4],
  [DOCUMENT, 2],
  [FILM, 3],
]);
const NAMES = new Map([
  [SOUND, 'picture 0000001 <img onerror=alert(1) src=x>.wav'],
  [DOCUMENT, `picture 0000002 ${'מסמך'.repeat(40)}.pdf`],
]);
const nameAt = (position: number) => NAMES.get(position) ?? `picture ${String(position).padStart(7, '0')}.jpg`;

test.describe('a selection on the page', () => {
  test.use({
    service: SERVICE({}, (data) =>
      prepareAssets(data, { count: COUNT, nameAt, categoryAt: (position) => CATEGORIES.get(position) ?? 1 }),
    ),
  });

  const tile = (page: Page, position: number) => page.locator(`abs-grid #tile-${position}:not(.empty)`);
  const newsOf = (page: Page) => page.locator('.selection').getByRole('status');

  /** Opens a page whose news stays until `passNews`, because a slow machine would miss it. */
  async function open(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await host.visit('about:blank', options);
    await page.addInitScript((shown) => {
      const start = window.setTimeout;
      const ends: (() => void)[] = [];
      Object.assign(window, {
        passNews: () => {
          for (const end of ends) end();
        },
        setTimeout: (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) => {
          if (milliseconds !== shown) return start(run, milliseconds, ...values);
          ends.push(() => run(...values));
          return undefined;
        },
      });
    }, NEWS_MILLISECONDS);
    await page.goto(host.app.url + address);
    return page;
  }

  const passNews = (page: Page) => page.evaluate(() => (window as unknown as { passNews(): void }).passNews());

  /** Opens a list, and selects an asset of it when the basket has loaded. */
  async function openSelected(address: string, position: number): Promise<Page> {
    const page = await open(address);
    await tile(page, position).locator('img').waitFor();
    await page.getByRole('button', { name: /^Basket/ }).waitFor();
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    for (let at = 0; at < position; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    return page;
  }

  test('a button selects as many items as the basket holds, which are added and downloaded in parts', async ({
    host,
  }) => {
    const page = await openSelected(`/#node=${MANY_NODE}`, 5);
    await page.getByRole('button', { name: 'Select the first 2,000' }).click();
    await page.getByText('2,000 selected').first().waitFor();
    await page.getByText('At most 2,000 can be selected.').waitFor();
    await page.getByRole('button', { name: 'Select the first 2,000' }).waitFor({ state: 'detached' });
    await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus');
    const add = page.locator('.selection').getByRole('button', { name: 'Add to basket' });
    await add.click();
    await newsOf(page).getByText('2,000 items were added to the basket.').waitFor();
    await page.getByRole('button', { name: 'Basket, 2,000 items' }).waitFor();
    await add.click();
    await newsOf(page).getByText('Already in the basket.').waitFor();
    // Screen readers announce the same news again only if it changes.
    await newsOf(page).evaluate((region) => {
      const texts: (string | null)[] = [];
      Object.assign(globalThis, { texts });
      const changed = () => texts.push(region.textContent);
      new MutationObserver(changed).observe(region, { characterData: true, childList: true, subtree: true });
    });
    await add.click();
    await page.waitForFunction(
      () => String((globalThis as unknown as { texts: readonly string[] }).texts) === ',Already in the basket.',
    );
    assert.deepEqual(await pageViolations(page), []);
    await passNews(page);
    await newsOf(page).getByText('Already in the basket.').waitFor({ state: 'hidden' });

    await page.locator('.selection').getByRole('button', { name: 'Download' }).click();
    const download = page.getByRole('dialog', { name: 'Download' });
    await download.getByText(/^At most [\d,]+ of 2,000 items fit at once/).waitFor();
    await page.keyboard.press('Escape');
    await download.waitFor({ state: 'hidden' });

    // One of those that did not fit.
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    await page.keyboard.press('End');
    await tile(page, COUNT - 1)
      .and(page.locator('.active'))
      .waitFor();
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await add.click();
    await newsOf(page).getByText(`0 of 1 items were added. 1 was left out`).waitFor();
    const stored = await page
      .locator('abs-basket')
      .evaluate((basket: HTMLElementTagNameMap['abs-basket']) => basket.ids);
    assert.deepEqual([stored.length, stored.at(-1)], [MOST, FIRST_ID + MOST - 1]);
  });

  for (const locale of ['en', 'de', 'fr', 'es', 'it'])
    test(`a whole list is selected at 320 pixels in ${locale}, where the bar fits and nothing moves`, async ({
      host,
    }) => {
      const page = await open(`/#node=${MANY_NODE}&locale=${locale}`, { viewport: { width: 320, height: 640 } });
      await tile(page, 0).locator('img').waitFor();
      await page.locator('abs-basket button').first().waitFor();
      await page.locator('abs-grid').evaluate((grid) => grid.focus());
      await page.keyboard.press('Space');
      const bar = page.locator('.selection');
      const buttons = bar.getByRole('button');
      await buttons.nth(3).waitFor();
      const { y = 0, height = 0 } = (await bar.boundingBox()) ?? {};
      assert.ok(height < 60 && y + height <= 640, `${height} pixels high`);
      await buttons.nth(1).click();
      await buttons.nth(3).waitFor({ state: 'detached' });
      await buttons.nth(2).click();
      const news = bar.getByRole('status');
      await news.getByText(/2.?000/).waitFor();
      const box = await news.boundingBox();
      const limit = await page.locator('abs-grid .message').boundingBox();
      assert.ok(box && limit && limit.height > 0 && box.y + box.height <= limit.y, JSON.stringify([box, limit]));
      assert.ok(box && box.x >= 0 && box.x + box.width <= 320 && box.y + box.height <= y, JSON.stringify(box));
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(beyond <= 0);
      assert.deepEqual(await pageViolations(page), []);
      assert.deepEqual(await layoutShifts(page), []);
    });

  test('without a mouse, a button makes each tap select, until it is pressed again, Escape or another list', async ({
    host,
  }) => {
    const viewport = { width: 375, height: 700 };
    const page = await open(`/#node=${MANY_NODE}`, { viewport, hasTouch: true, isMobile: true });
    await tile(page, 2).locator('img').waitFor();
    await page.locator('abs-basket button').first().waitFor();
    const button = page.getByRole('button', { name: 'Select', exact: true });
    const isPressed = (pressed: boolean) => button.and(page.locator(`[aria-pressed=${pressed}]`)).waitFor();
    const selected = page.locator('.selection').getByText(/selected/);
    await isPressed(false);
    await button.tap();
    await isPressed(true);
    await page.locator('abs-grid .selects').waitFor();
    const check = tile(page, 0).locator('.check');
    assert.equal(await check.evaluate((mark) => getComputedStyle(mark).opacity), '1');
    assert.deepEqual(await pageViolations(page), []);
    await tile(page, 0).tap();
    await selected.getByText('1 selected').waitFor();
    await tile(page, 1).tap();
    await selected.getByText('2 selected').waitFor();
    await tile(page, 0).tap();
    await selected.getByText('1 selected').waitFor();
    await tile(page, 2).locator('.open').tap();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForFunction((id) => location.hash.includes(`asset=${id}`), FIRST_ID + 2);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await selected.getByText('1 selected').waitFor();
    // What is selected last can be taken back, and taps still select.
    await tile(page, 1).tap();
    await selected.waitFor({ state: 'detached' });
    await isPressed(true);
    await button.tap();
    await isPressed(false);

    await button.tap();
    await isPressed(true);
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    await page.keyboard.press('Space');
    await selected.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    await isPressed(false);
    await selected.waitFor({ state: 'detached' });

    await button.tap();
    await tile(page, 1).tap();
    await selected.getByText('1 selected').waitFor();
    await page.locator('.brand a').tap();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await isPressed(false);
    await selected.waitFor({ state: 'detached' });
    await tile(page, 1).tap();
    await page.waitForFunction(() => location.hash.includes('asset='));
    assert.deepEqual(await layoutShifts(page), []);
  });

  test('with a mouse, tiles have check marks instead of the button, and a double click opens one of a selection', async ({
    host,
  }) => {
    const page = await openSelected(`/#node=${MANY_NODE}`, 1);
    assert.equal(await page.getByRole('button', { name: 'Select', exact: true }).count(), 0);
    await tile(page, 1).dblclick();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForFunction((id) => location.hash.includes(`asset=${id}`), FIRST_ID + 1);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('1 selected').first().waitFor();
    await page.locator('abs-grid #tile-1[aria-selected=true]').waitFor();
  });

  test('an open asset says whether it is in the basket, is added and removed by keyboard, and follows other windows', async ({
    host,
  }) => {
    const page = await open(`/#node=${MANY_NODE}`);
    await tile(page, 4).locator('img').waitFor();
    await tile(page, 4).click();
    const actionsOf = (window: Page) => window.locator('[slot=actions]');
    const add = actionsOf(page).getByRole('button', { name: 'Add to basket' });
    const remove = actionsOf(page).getByRole('button', { name: 'Remove from basket' });
    const news = actionsOf(page).getByRole('status');
    await add.focus();
    await page.keyboard.press('Enter');
    await remove.waitFor();
    await news.getByText('1 item was added to the basket.').waitFor();
    assert.match(await focusOf(page), /^button Remove from basket/);
    assert.deepEqual(await pageViolations(page), []);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await actionsOf(other).getByRole('button', { name: 'Remove from basket' }).click();
    await add.waitFor();
    await page.keyboard.press('Enter');
    await remove.waitFor();
    await page.keyboard.press('Enter');
    await add.waitFor();
    await news.getByText('Removed from the basket.').waitFor();
  });

  test('rows name what a picture does not tell apart, in their place and as text', async ({ host }) => {
    const page = await host.visit(`/#node=${MANY_NODE}`, { viewport: { width: 320, height: 640 } });
    for (const position of [SOUND, DOCUMENT]) {
      const name = tile(page, position).locator('bdi');
      await name.waitFor();
      assert.equal(await name.textContent(), nameAt(position));
      const [inner, outer] = await Promise.all([name.boundingBox(), tile(page, position).boundingBox()]);
      assert.ok(
        inner && outer && inner.width > 0 && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width,
      );
    }
    for (const position of [0, FILM]) {
      await tile(page, position).waitFor();
      assert.equal(
        await tile(page, position)
          .getByText(/picture/)
          .count(),
        0,
      );
    }
    assert.equal(await page.locator('abs-grid img[onerror]').count(), 0);
    assert.deepEqual(await pageViolations(page), []);
    assert.deepEqual(await layoutShifts(page), []);
    // Squares have the name below.
    await page.getByRole('button', { name: 'Squares' }).click();
    await tile(page, SOUND).locator('> .name').getByText(nameAt(SOUND)).waitFor();
    assert.equal(await tile(page, SOUND).locator('bdi').count(), 0);
  });
});
