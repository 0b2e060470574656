/** Links to the page: what they show, which of it stays in the address, and how the history is written. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import type {} from '../src/abs-grid.ts';
import { focusOf } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { ASSET, closeAt, longList, PLACE, placeIn, titleIn } from './support/long-list.ts';
import { MANY_NODE } from './support/many-assets.ts';
import { assetOpens, basketOf, closeDialog, focusIs, focusList, hashIs, headingIs, tileAt } from './support/page.ts';
import { test } from './support/test.ts';

test.describe('links to the page', () => {
  test('a link to an asset shows it where it lives; Escape focuses the list there', async ({ host }) => {
    const page = await host.visit('/#locale=en&kind=101&asset=1002');
    await assetOpens(page);
    await expect(page).toHaveURL(/node=\d+/);
    await expect(page).toHaveTitle(/^[^–]+ – [^–]+ – Catalogue$/);
    await closeDialog(page);
    await expect(page).toHaveURL((url) => /node=\d+/.test(url.hash) && !/asset=/.test(url.hash));
    await focusIs(page, /^div Items/);
  });

  test('a node that does not exist has a way on, and the title names no place that was left', async ({ host }) => {
    const page = await host.visit('/#node=1');
    await expect(page).toHaveTitle(/^[^–]+ – Catalogue$/);
    await page.evaluate(() => {
      location.hash = '#node=987654';
    });
    await page.getByText('This place does not exist').waitFor();
    await expect(page).toHaveTitle('Catalogue');
    await page.locator('abs-browse .notice').getByRole('button', { name: 'All items' }).press('Enter');
    await focusIs(page, /^h2 All items/);
  });

  test('the address has an older version until the person goes back to the current one', async ({ host }) => {
    // As a link that others are sent: behind `#`, the service would not get the asset.
    const page = await host.visit('/?asset=1000#version=3');
    await page.getByText('Version 3').first().waitFor();
    await expect(page).toHaveURL((url) => url.search === '' && /asset=1000/.test(url.hash));
    const link = await page.locator('abs-details').getByLabel('Link to this item').inputValue();
    assert.match(link, /\/\?asset=1000#.*version=3/);
    await page.reload();
    await page
      .getByRole('button', { name: /current version/ })
      .first()
      .click();
    await expect(page).not.toHaveURL(/version/);
  });

  test('the middle button, and Ctrl with Enter, open assets and nodes in new tabs', async ({ host }) => {
    const page = await host.visit('/#q=dawn&locale=en');
    const opensTab = async (act: () => Promise<void>, hash: RegExp) => {
      const arrives = page.context().waitForEvent('page');
      await act();
      const tab = await arrives;
      await tab.waitForURL((url) => hash.test(url.hash) && url.pathname === '/' && url.search === '');
      await expect.poll(() => tab.evaluate(() => window.opener)).toBe(null);
      await page.bringToFront();
      return tab;
    };
    const archive = page.getByRole('treeitem', { name: 'Archive' });
    await tileAt(page, 0).locator('img, .card').waitFor();
    await archive.waitFor();
    const here = page.url();

    const asset = /^#q=dawn&asset=1000&locale=en$/;
    await assetOpens(await opensTab(() => tileAt(page, 0).click({ button: 'middle' }), asset));
    await focusList(page);
    await opensTab(() => page.keyboard.press('Control+Enter'), asset);
    await opensTab(() => archive.click({ button: 'middle' }), /^#node=\d+&locale=en$/);
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await opensTab(() => page.keyboard.press('Control+Enter'), /^#locale=en$/);
    // Nothing has happened here, also not beside tiles.
    await page.locator('abs-grid').click({ button: 'middle', position: { x: 300, y: 500 } });
    await expect(page).toHaveURL(here);
    assert.equal(page.context().pages().length, 5);
  });

  test('the language that somebody has chosen counts more than that of a link', async ({ host }) => {
    const page = await host.visit('/#locale=de_AT');
    await headingIs(page, 'Alle Objekte');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByLabel('Sprache').selectOption({ label: 'Français' });
    await headingIs(page, 'Tous les éléments');
    await expect(page).not.toHaveURL(/locale/);
    await page.goto(`${host.app.url}/?again#locale=de`);
    await headingIs(page, 'Tous les éléments');
  });

  test('the filters of a link are shown and can be removed while their panel is closed', async ({ host }) => {
    const page = await host.visit('/#fileExtensions=jpg&fileCategory=1&ids=1000.1001.1002');
    const chosen = page.getByRole('group', { name: 'Active filters' });
    await chosen.getByRole('button', { name: 'jpg' }).waitFor();
    await chosen.getByRole('button', { name: '3 items' }).waitFor();
    assert.deepEqual(await layoutShifts(page), []);
    await chosen.getByRole('button', { name: 'jpg' }).press('Enter');
    await hashIs(page, '#fileCategory=1&ids=1000.1001.1002');
    await focusIs(page, /^button Remove/);
    await chosen.getByRole('button', { name: 'Clear all' }).press('Enter');
    await hashIs(page, '');
    await chosen.waitFor({ state: 'detached' });
    await expect.poll(() => focusOf(page)).not.toMatch(/^body|^undefined/);
  });

  test('a reload, and Back and Forward, find what was typed last', async ({ host }) => {
    const page = await host.visit('/');
    await headingIs(page, 'All items');
    /** Types a text, of which each letter is searched for: without the pause in which a search waits for the next one. */
    const type = async (text: string) => {
      for (let end = 1; end <= text.length; end += 1)
        await page.locator('abs-search').evaluate(
          (search, query) => {
            const detail = { query: { text: query }, isTyping: true };
            search.dispatchEvent(
              new CustomEvent('abs-query', { detail, bubbles: true, composed: true, cancelable: true }),
            );
          },
          text.slice(0, end),
        );
    };
    await type('dawn');
    await page.reload();
    await headingIs(page, 'Results for “dawn”');
    await type('lake');
    await page.goBack();
    await headingIs(page, 'Results for “dawn”');
    await page.goForward();
    await headingIs(page, 'Results for “lake”');
    await hashIs(page, '#q=lake');
  });

  test('where the browser refuses changes of the history, searches go on, and assets close', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.addInitScript(() => {
      history.replaceState = () => {
        throw new DOMException('too many', 'SecurityError');
      };
      history.pushState = history.replaceState;
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${host.app.url}/`);
    await tileAt(page, 0).click();
    await assetOpens(page);
    await closeDialog(page);
    await headingIs(page, 'All items');
    assert.equal(new URL(page.url()).host, new URL(host.app.url).host);
    await page.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await headingIs(page, 'Results for “dawn”');
    assert.deepEqual(errors, []);
  });
});

test.describe('links with a basket', () => {
  const own = (page: Page) => page.getByRole('dialog', { name: 'Basket', exact: true });
  const shared = (page: Page) => page.getByRole('dialog', { name: 'A shared basket' });

  test('a shared basket is taken out of the address once: what is removed does not come back', async ({ host }) => {
    const page = await host.visit('/#basket=1000,1001,1002');
    await own(page).getByRole('listitem').nth(2).waitFor();
    await expect(page).not.toHaveURL(/basket/);
    await own(page)
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await own(page).getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    await own(page).getByRole('button', { name: 'Close' }).click();
    await tileAt(page, 0).click();
    await assetOpens(page);
    await closeDialog(page);
    await expect(page).not.toHaveURL(/asset/);
    await page.reload();
    await basketOf(page).filter({ hasText: '2' }).waitFor();
  });

  test('a shared basket is shown before it is added to another, and in the address until then', async ({ host }) => {
    const page = await host.visit('/#basket=1000');
    await own(page).getByRole('listitem').waitFor();
    await closeDialog(page);
    await page.goto(`${host.app.url}/#basket=1001,1002`);
    await shared(page).locator('li img').nth(1).waitFor();
    await shared(page).getByText('This link has 2 items.').waitFor();
    await shared(page).getByRole('button', { name: 'Not now' }).click();
    await shared(page).waitFor({ state: 'hidden' });
    await expect.poll(async () => (await basketOf(page).textContent())?.trim()).toBe('1');
    await expect(page).toHaveURL(/basket=1001[.,]1002/);
    // Opening and closing an asset does not ask again, and the link to the asset has no basket.
    await tileAt(page, 0).click();
    await assetOpens(page);
    const link = await page.locator('abs-details').getByLabel('Link to this item').inputValue();
    assert.match(link, /asset=\d+/);
    assert.doesNotMatch(link, /basket/);
    await closeDialog(page);
    await expect(page).not.toHaveURL(/asset/);
    await expect(shared(page)).toHaveCount(0);
    await page.reload();
    await shared(page).getByRole('button', { name: 'Add to my basket' }).click();
    await own(page).getByRole('listitem').nth(2).waitFor();
    await focusIs(page, /^h2 /);
    await expect(page).not.toHaveURL(/basket/);
    // What the own basket has already is not asked for, and another list takes a basket out of the address.
    await closeDialog(page);
    await page.goto(`${host.app.url}/#basket=1001`);
    await own(page).getByRole('listitem').nth(2).waitFor();
    await expect(page).not.toHaveURL(/basket/);
    await closeDialog(page);
    await page.goto(`${host.app.url}/#basket=1003`);
    await shared(page).getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('treeitem').nth(1).click();
    await expect(page).toHaveURL((url) => /node=/.test(url.hash) && !url.hash.includes('basket'));
  });
});

test.describe('links to an asset in a long list', () => {
  test.use({ service: { catalogue: longList } });

  test('a link to the asset alone shows it in its folder with its neighbours, also when closed', async ({ host }) => {
    const page = await host.visit('about:blank');
    const searches: string[] = [];
    page.on('request', (request) => /[?&]paginate=1000\b/.test(request.url()) && searches.push(request.url()));
    await page.goto(`${host.app.url}/#asset=${ASSET}`);
    await titleIn(page, PLACE).waitFor();
    await placeIn(page).getByText('1,501 of 2,000').waitFor();
    await expect(page).toHaveURL(new RegExp(`node=${MANY_NODE}&at=${PLACE}&`));
    assert.equal(searches.length, 2);
    for (const [key, position] of [
      ['ArrowRight', PLACE + 1],
      ['ArrowLeft', PLACE],
      ['ArrowLeft', PLACE - 1],
    ] as const) {
      await page.keyboard.press(key);
      await titleIn(page, position).waitFor();
    }
    await placeIn(page).getByText('1,500 of 2,000').waitFor();
    // The link to the asset that is shown now has its place, too.
    await page.reload();
    await titleIn(page, PLACE - 1).waitFor();
    await placeIn(page).getByText('1,500 of 2,000').waitFor();
    await page.keyboard.press('ArrowRight');
    await titleIn(page, PLACE).waitFor();
    await closeAt(page, PLACE, 'picture 0001500.jpg');
  });
});
