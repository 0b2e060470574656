/** Links to the page: shared baskets, languages, too many filters; and how its history is written. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { test } from './support/test.ts';

/** The number on the button of the basket. */
const basketOf = (page: Page) => page.getByRole('button', { name: /^Basket/ });

/** Types a text, of which each letter is searched for: without the pause in which a search waits for the next one. */
async function type(page: Page, text: string): Promise<void> {
  for (let end = 1; end <= text.length; end += 1) {
    await page.locator('abs-search').evaluate(
      (search, query) => {
        const detail = { query: { text: query }, isTyping: true };
        search.dispatchEvent(new CustomEvent('abs-query', { detail, bubbles: true, composed: true, cancelable: true }));
      },
      text.slice(0, end),
    );
  }
}

test.describe('links to the page in a browser', () => {
  test('a shared basket is taken out of the address once: what is removed does not come back', async ({ host }) => {
    const page = await host.visit('/#basket=1000,1001,1002');
    const dialog = page.getByRole('dialog', { name: 'Basket' });
    await dialog.getByRole('listitem').nth(2).waitFor();
    assert.doesNotMatch(page.url(), /basket/);
    await dialog
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await dialog.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('abs-grid').getByRole('option').first().click();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('asset'));
    await page.reload();
    await basketOf(page).filter({ hasText: '2' }).waitFor();
  });

  test('a shared basket that is too large says how much of it was left out', async ({ host }) => {
    const page = await host.visit(`/#basket=${Array.from({ length: 10_000 }, (_, index) => 1000 + index)}`);
    const dialog = page.getByRole('dialog', { name: 'Basket' });
    await dialog.getByText('2,000 of 10,000 items were added. 8,000 were left out').waitFor();
    await page.waitForFunction(() => !location.hash.includes('basket'));
  });

  test('a shared basket is shown before it is mixed into another one, and stays in the address until it is added', async ({
    host,
  }) => {
    const page = await host.visit('/#basket=1000');
    const basket = page.getByRole('dialog', { name: 'Basket', exact: true });
    const shared = page.getByRole('dialog', { name: 'A shared basket' });
    await basket.getByRole('listitem').waitFor();
    await page.keyboard.press('Escape');
    await basket.waitFor({ state: 'hidden' });
    await page.goto(`${host.app.url}/#basket=1001,1002`);
    await shared.locator('li img').nth(1).waitFor();
    await shared.getByText('This link has 2 items.').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await shared.getByRole('button', { name: 'Not now' }).click();
    await shared.waitFor({ state: 'hidden' });
    assert.equal((await basketOf(page).textContent())?.trim(), '1');
    assert.match(page.url(), /basket=1001[.,]1002/);
    // Opening and closing an asset does not ask again, and the link to the asset has no basket.
    await page.locator('abs-grid').getByRole('option').first().click();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    const link = await page.locator('abs-details').getByLabel('Link to this item').inputValue();
    assert.match(link, /asset=\d+/);
    assert.doesNotMatch(link, /basket/);
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('asset'));
    assert.equal(await shared.count(), 0);
    await page.reload();
    await shared.getByRole('button', { name: 'Add to my basket' }).click();
    await basket.getByRole('listitem').nth(2).waitFor();
    assert.match(await focusOf(page), /^h2 /);
    await page.waitForFunction(() => !location.hash.includes('basket'));
    await page.keyboard.press('Escape');
    await page.reload();
    await basketOf(page).filter({ hasText: '3' }).waitFor();
  });

  test('a shared basket whose items are all in the own one asks nothing, and another list takes it out of the address', async ({
    host,
  }) => {
    const page = await host.visit('/#basket=1000,1001');
    const basket = page.getByRole('dialog', { name: 'Basket', exact: true });
    await basket.getByRole('listitem').nth(1).waitFor();
    await page.keyboard.press('Escape');
    await basket.waitFor({ state: 'hidden' });
    await page.goto(`${host.app.url}/#basket=1001`);
    await basket.getByRole('listitem').nth(1).waitFor();
    await page.waitForFunction(() => !location.hash.includes('basket'));
    await page.keyboard.press('Escape');
    await page.goto(`${host.app.url}/#basket=1002`);
    await page.getByRole('dialog', { name: 'A shared basket' }).getByRole('button', { name: 'Not now' }).click();
    await page.getByRole('treeitem').nth(1).click();
    await page.waitForFunction(() => /node=/.test(location.hash) && !location.hash.includes('basket'));
  });

  test('the middle button, and Ctrl with Enter, open assets and nodes in new tabs', async ({ host }) => {
    const page = await host.visit('/#q=dawn&locale=en');
    const opensTab = async (act: () => Promise<void>, hash: RegExp) => {
      const arrives = page.context().waitForEvent('page');
      await act();
      const tab = await arrives;
      await tab.waitForURL((url) => hash.test(url.hash) && url.pathname === '/' && url.search === '');
      assert.equal(await tab.evaluate(() => window.opener), null);
      await page.bringToFront();
      return tab;
    };
    const tile = page.locator('abs-grid #tile-0:not(.empty)');
    const archive = page.getByRole('treeitem', { name: 'Archive' });
    await tile.locator('img').waitFor();
    await archive.waitFor();
    const here = page.url();

    const asset = /^#q=dawn&asset=1000&locale=en$/;
    const tab = await opensTab(() => tile.click({ button: 'middle' }), asset);
    await tab.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    await opensTab(() => page.keyboard.press('Control+Enter'), asset);
    await opensTab(() => archive.click({ button: 'middle' }), /^#node=\d+&locale=en$/);
    await page.getByRole('tree').focus();
    await page.keyboard.press('Home');
    await opensTab(() => page.keyboard.press('Control+Enter'), /^#locale=en$/);
    // Nothing has happened here, also not beside tiles.
    await page.locator('abs-grid').click({ button: 'middle', position: { x: 300, y: 500 } });
    assert.equal(page.url(), here);
    assert.equal(page.context().pages().length, 5);
  });

  test('the language that somebody has chosen counts more than that of a link', async ({ host }) => {
    const page = await host.visit('/#locale=de');
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    await page.getByRole('button', { name: 'Einstellungen' }).click();
    await page.getByLabel('Sprache').selectOption({ label: 'Français' });
    await page.getByRole('heading', { name: 'Tous les éléments' }).waitFor();
    await page.waitForFunction(() => !location.hash.includes('locale'));
    await page.reload();
    await page.getByRole('heading', { name: 'Tous les éléments' }).waitFor();
    await page.goto(`${host.app.url}/?again#locale=de`);
    await page.getByRole('heading', { name: 'Tous les éléments' }).waitFor();
  });

  test('a link with too many filters says so, and asks for few names at once', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.addInitScript(() => {
      const send = globalThis.fetch;
      const count = { present: 0, most: 0 };
      const counting = async (...request: Parameters<typeof fetch>) => {
        if (!/[?&]tree=\d/.test(String(request[0]))) return await send(...request);
        count.present += 1;
        count.most = Math.max(count.most, count.present);
        try {
          return await send(...request);
        } finally {
          count.present -= 1;
        }
      };
      Object.assign(globalThis, { count, fetch: counting });
    });
    const many = Array.from({ length: 3000 }, (_, index) => `node_103=${index + 1}`).join('&');
    await page.goto(`${host.app.url}/#${many}`);
    await page.getByText('This link asks for more filters').waitFor();
    await page
      .getByRole('button', { name: /^Filters/ })
      .filter({ hasText: '1' })
      .waitFor();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('button', { name: 'Clear all' }).waitFor();
    const most = await page.evaluate(() => (globalThis as unknown as { count: { most: number } }).count.most);
    assert.ok(most > 0 && most <= 6, `${most} at once`);
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('This link asks for more filters').waitFor({ state: 'detached' });
  });

  test('a reload, and Back and Forward, find what was typed last', async ({ host }) => {
    const page = await host.visit('/');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    // The reload lasts until the page may change the history again, which changes an entry that is about to be left.
    await page.route(`${host.app.url}/`, async (route) => {
      await new Promise((later) => setTimeout(later, 700));
      await route.continue();
    });
    await type(page, 'dawn');
    await page.reload();
    await page.getByRole('heading', { name: 'Results for “dawn”' }).waitFor();
    await type(page, 'lake');
    await page.goBack();
    await page.getByRole('heading', { name: 'Results for “dawn”' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Results for “lake”' }).waitFor();
    await page.waitForFunction(() => location.hash === '#q=lake');
  });

  test('where the browser refuses changes of the history, the page goes on', async ({ host }) => {
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
    await page.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await page.getByRole('heading', { name: 'Results for “dawn”' }).waitFor();
    assert.deepEqual(errors, []);
  });

  test('a copied link to an asset leads to its place in the list, with its neighbours', async ({ host }) => {
    const page = await host.visit('/#sort=id-desc');
    await page.locator('abs-grid').getByRole('option').nth(1).click();
    const placeIn = (window: Page) => window.locator('abs-viewer .head').getByRole('status');
    await placeIn(page).getByText(/^2 of/).waitFor();
    await page.keyboard.press('ArrowRight');
    await placeIn(page).getByText(/^3 of/).waitFor();
    await page.waitForFunction(() => location.hash.includes('at=2'));
    const copied = await host.visit(page.url());
    const place = (await placeIn(page).textContent()) ?? '';
    await placeIn(copied).getByText(place).waitFor();
    await copied.keyboard.press('ArrowLeft');
    await placeIn(copied).getByText(/^2 of/).waitFor();
    // Without the position, too.
    const written = await host.visit(page.url().replace('at=2&', ''));
    await placeIn(written).getByText(place).waitFor();
  });

  for (const width of [375, 1280])
    test(`the filters of a link are shown and can be removed while the panel with the filters is closed, ${width} pixels wide`, async ({
      host,
    }) => {
      const page = await host.visit('/#fileExtensions=jpg&fileCategory=1&ids=1000.1001.1002', {
        viewport: { width, height: 700 },
      });
      const chosen = page.getByRole('group', { name: 'Active filters' });
      await chosen.getByRole('button', { name: 'jpg' }).waitFor();
      await chosen.getByRole('button', { name: '3 items' }).waitFor();
      assert.deepEqual(await layoutShifts(page), []);
      assert.deepEqual(await pageViolations(page), []);
      await chosen.getByRole('button', { name: 'jpg' }).press('Enter');
      await page.waitForFunction(() => location.hash === '#fileCategory=1&ids=1000.1001.1002');
      assert.match(await focusOf(page), /^button Remove/);
      await chosen.getByRole('button', { name: 'Clear all' }).press('Enter');
      await page.waitForFunction(() => location.hash === '');
      await chosen.waitFor({ state: 'detached' });
      assert.notEqual(await focusOf(page), '');
      assert.doesNotMatch(await focusOf(page), /^body/);
    });

  test('closing an asset that a link has opened leaves the focus at the list', async ({ host }) => {
    const page = await host.visit('/#asset=1000');
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus');
  });

  test('where the browser refuses a new entry for an asset, closing it shows the list, not the page before', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    await page.addInitScript(() => {
      history.pushState = () => {
        throw new DOMException('too many', 'SecurityError');
      };
    });
    await page.goto(`${host.app.url}/`);
    await page.locator('abs-grid').getByRole('option').first().click();
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(new URL(page.url()).host, new URL(host.app.url).host);
  });
});
