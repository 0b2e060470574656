/** Links to the page: shared baskets, languages, too many filters; and how its history is written. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { WITHOUT_BROWSER } from './support/host.ts';
import { openPageHost, type PageHost } from './support/open-page.ts';

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

describe('links to the page in a browser', { skip: WITHOUT_BROWSER }, () => {
  let host: PageHost;
  before(async () => {
    host = await openPageHost();
  });
  after(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  test('a shared basket is taken out of the address once: what is removed does not come back', async () => {
    const page = await host.open('/#basket=1000,1001,1002');
    const dialog = page.getByRole('dialog', { name: 'Basket' });
    await dialog.getByRole('listitem').nth(2).waitFor();
    assert.doesNotMatch(page.url(), /basket/);
    await dialog
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await dialog.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('abs-grid [role=option]').first().click();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !location.hash.includes('asset'));
    await page.reload();
    await basketOf(page).filter({ hasText: '2' }).waitFor();
  });

  test('a shared basket that is too large says how much of it was left out', async () => {
    const page = await host.open(`/#basket=${Array.from({ length: 10_000 }, (_, index) => 1000 + index)}`);
    const dialog = page.getByRole('dialog', { name: 'Basket' });
    await dialog.getByText('2,000 of 10,000 items were added. 8,000 were left out').waitFor();
    await page.waitForFunction(() => !location.hash.includes('basket'));
  });

  test('the language that somebody has chosen counts more than that of a link', async () => {
    const page = await host.open('/#locale=de');
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

  test('a link with too many filters says so, and asks for few names at once', async () => {
    let [present, most] = [0, 0];
    const page = await host.open('about:blank');
    page.on('request', (request) => {
      if (!/[?&]tree=\d/.test(request.url())) return;
      present += 1;
      most = Math.max(most, present);
    });
    page.on('requestfinished', (request) => {
      if (/[?&]tree=\d/.test(request.url())) present -= 1;
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
    assert.ok(most <= 6, `${most} at once`);
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.getByText('This link asks for more filters').waitFor({ state: 'detached' });
  });

  test('a reload, and Back and Forward, find what was typed last', async () => {
    const page = await host.open('/');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
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

  test('where the browser refuses changes of the history, the page goes on', async () => {
    const page = await host.open('about:blank');
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

  test('closing an asset that a link has opened leaves the focus at the list', async () => {
    const page = await host.open('/#asset=1000');
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus');
  });

  test('where the browser refuses a new entry for an asset, closing it shows the list, not the page before', async () => {
    const page = await host.open('about:blank');
    await page.addInitScript(() => {
      history.pushState = () => {
        throw new DOMException('too many', 'SecurityError');
      };
    });
    await page.goto(`${host.app.url}/`);
    await page.locator('abs-grid [role=option]').first().click();
    const viewer = page.getByRole('dialog');
    await viewer.getByRole('heading', { level: 2 }).first().waitFor();
    await page.keyboard.press('Escape');
    await viewer.waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(new URL(page.url()).host, new URL(host.app.url).host);
  });
});
