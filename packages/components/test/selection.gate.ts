/** What people do with a selection on the page, and with an open asset: select all, download, put into the basket. */
import assert from 'node:assert/strict';
import { type BrowserContextOptions, expect, type Page } from '@playwright/test';
import type {} from '../src/abs-basket.ts';
import { NEWS_MILLISECONDS } from '../src/page/passing-news.ts';
import type { Host } from './support/host.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { FIRST_ID, MANY_NODE } from './support/many-assets.ts';
import { allThere, assetOpens, closeDialog, focusIs, focusList, headingIs, PHONE, tileAt } from './support/page.ts';
import { COUNT, DOCUMENT, FILM, manyItems, nameAt, SOUND } from './support/selected-items.ts';
import { test } from './support/test.ts';

/** What a selection and the basket hold at most. */
const MOST = 2000;

test.describe('a selection on the page', () => {
  test.use({ service: { catalogue: manyItems } });

  const newsOf = (page: Page) => page.locator('.selection').getByRole('status');

  /** Opens the list in a page whose news stays until `passNews`, because a slow machine would miss it. */
  async function openList(host: Host, options: BrowserContextOptions = {}): Promise<Page> {
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
    await page.goto(`${host.app.url}/#node=${MANY_NODE}`);
    await tileAt(page, 5).waitFor();
    await page.locator('abs-basket button').first().waitFor();
    return page;
  }

  const passNews = (page: Page) => page.evaluate(() => (window as unknown as { passNews(): void }).passNews());

  /** Selects the item at a position by keyboard. */
  async function select(page: Page, position: number): Promise<void> {
    await focusList(page);
    for (let at = 0; at < position; at += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
  }

  test('a button selects as many items as the basket holds, added and downloaded in parts', async ({ host }) => {
    const page = await openList(host);
    await select(page, 5);
    await page.getByRole('button', { name: 'Select the first 2,000' }).click();
    await page.getByText('2,000 selected').first().waitFor();
    await page.getByText('At most 2,000 can be selected.').waitFor();
    await page.getByRole('button', { name: 'Select the first 2,000' }).waitFor({ state: 'detached' });
    await focusIs(page, /^div Items/);
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
    await passNews(page);
    await newsOf(page).getByText('Already in the basket.').waitFor({ state: 'hidden' });

    await page.locator('.selection').getByRole('button', { name: 'Download' }).click();
    const download = page.getByRole('dialog', { name: 'Download' });
    await download.getByText(/^At most [\d,]+ of 2,000 items fit at once/).waitFor();
    await page.keyboard.press('Escape');
    await download.waitFor({ state: 'hidden' });

    // One of those that did not fit.
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await focusList(page);
    await page.keyboard.press('End');
    await tileAt(page, COUNT - 1)
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

  test('with a mouse, Ctrl and Shift select without a button, a double click opens one of many', async ({ host }) => {
    const page = await openList(host);
    await allThere(page);
    await tileAt(page, 1).click({ modifiers: ['Control'] });
    await page.getByText('1 selected').first().waitFor();
    await tileAt(page, 3).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').first().waitFor();
    await tileAt(page, 2).click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').first().waitFor();
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toHaveCount(0);
    await tileAt(page, 1).dblclick();
    await assetOpens(page);
    await expect(page).toHaveURL(new RegExp(`asset=${FIRST_ID + 1}`));
    await closeDialog(page);
    await page.getByText('2 selected').first().waitFor();
    await page.locator('abs-grid #tile-1[aria-selected=true]').waitFor();
  });

  test('without a mouse, a button makes each tap select, until a press, Escape or another list', async ({ host }) => {
    const page = await openList(host, { viewport: PHONE, hasTouch: true, isMobile: true });
    const button = page.getByRole('button', { name: 'Select', exact: true });
    const isPressed = (pressed: boolean) => expect(button).toHaveAttribute('aria-pressed', String(pressed));
    const selected = page.locator('.selection').getByText(/selected/);
    await isPressed(false);
    await button.tap();
    await isPressed(true);
    await expect(tileAt(page, 0).locator('.check')).toHaveCSS('opacity', '1');
    await tileAt(page, 0).tap();
    await selected.getByText('1 selected').waitFor();
    await tileAt(page, 1).tap();
    await selected.getByText('2 selected').waitFor();
    await tileAt(page, 0).tap();
    await selected.getByText('1 selected').waitFor();
    await tileAt(page, 2).dblclick();
    await assetOpens(page);
    await expect(page).toHaveURL(new RegExp(`asset=${FIRST_ID + 2}`));
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await selected.getByText('1 selected').waitFor();
    // What is selected last can be taken back, and taps still select.
    await tileAt(page, 1).tap();
    await selected.waitFor({ state: 'detached' });
    await isPressed(true);
    await button.tap();
    await isPressed(false);

    await button.tap();
    await focusList(page);
    await page.keyboard.press('Space');
    await selected.getByText('1 selected').waitFor();
    // Where the focus is after a dialog of the bar was closed.
    await page.getByRole('button', { name: 'Clear selection' }).focus();
    await page.keyboard.press('Escape');
    await isPressed(false);
    await selected.waitFor({ state: 'detached' });

    await button.tap();
    await tileAt(page, 1).tap();
    await selected.getByText('1 selected').waitFor();
    await page.locator('.brand a').tap();
    await headingIs(page, 'All items');
    await isPressed(false);
    await selected.waitFor({ state: 'detached' });
    await tileAt(page, 1).tap();
    await expect(page).toHaveURL(/asset=/);
    assert.deepEqual(await layoutShifts(page), []);
  });

  test('an open asset says whether it is in the basket, follows keys and other windows', async ({ host }) => {
    const page = await openList(host);
    await tileAt(page, 4).click();
    const actionsOf = (window: Page) => window.locator('[slot=actions], [slot=more]');
    const add = actionsOf(page).getByRole('button', { name: 'Add to basket' });
    const remove = actionsOf(page).getByRole('button', { name: 'Remove from basket' });
    const news = actionsOf(page).getByRole('status');
    await add.press('Enter');
    await remove.waitFor();
    await news.getByText('1 item was added to the basket.').waitFor();
    await focusIs(page, /^button Remove from basket/);
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

  test('rows and squares name what a picture does not tell apart, as text', async ({ host }) => {
    const page = await host.visit(`/#node=${MANY_NODE}`, { viewport: { width: 320, height: 640 } });
    for (const position of [SOUND, DOCUMENT]) {
      const name = tileAt(page, position).locator('bdi');
      await expect(name).toHaveText(nameAt(position));
      const [inner, outer] = await Promise.all([name.boundingBox(), tileAt(page, position).boundingBox()]);
      assert.ok(
        inner && outer && inner.width > 0 && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width,
      );
    }
    for (const position of [0, FILM]) {
      await tileAt(page, position).waitFor();
      await expect(tileAt(page, position).getByText(/picture/)).toHaveCount(0);
    }
    await expect(page.locator('abs-grid img[onerror]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Order and view' }).click();
    await page.getByRole('button', { name: 'Squares' }).click();
    await tileAt(page, SOUND).locator('> .name').getByText(nameAt(SOUND)).waitFor();
    await expect(tileAt(page, SOUND).locator('bdi')).toHaveCount(0);
  });
});
