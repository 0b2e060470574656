/** The page where something fails: scripts that do not arrive, links that cannot be followed, a service that stops answering. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';

/** The scripts that the first view does without. */
const LATER = /\/abs-(?:viewer|details|download|basket)-\w+\.js$/;

const firstAsset = (page: Page) => page.locator('abs-grid').getByRole('option').first();

test.describe('the page where something fails', () => {
  async function openWithoutRest(): Promise<Page> {
    const page = await host.visit('about:blank');
    await page.route(LATER, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await firstAsset(page).click();
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
    return page;
  }

  test('scripts that do not arrive are told above the list, and the asset opens after another try', async ({
    host,
  }) => {
    const page = await openWithoutRest();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(LATER);
    // The button goes; the list has the focus until the asset is there.
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(LATER, async (route) => {
      await promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await until(async () => /^div Items/.test(await focusOf(page)), 'the list has the focus');
    resolve();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    assert.equal(await page.getByText('The catalogue cannot be reached').count(), 0);
  });

  test('where scripts never arrive but the service answers, the page is loaded anew', async ({ host }) => {
    const page = await openWithoutRest();
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Try again' }).click();
    await loaded;
    await page.unroute(LATER);
    await page.reload();
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
  });

  test('an asset for the basket is not lost while the scripts are on their way', async ({ host }) => {
    const page = await openWithoutRest();
    await page.goBack();
    await page.keyboard.press('Space');
    const refused = page.waitForEvent('requestfailed', (request) => LATER.test(request.url()));
    await page.getByRole('button', { name: 'Add to basket' }).click();
    // Else this request might arrive, and there would be nothing to try again.
    await refused;
    await page.unroute(LATER);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor();
  });

  test('a service that cannot be reached has a message on a page with a heading, and a way on', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.route(/node\.do\?.*about=/, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await page.getByRole('main').getByText('The catalogue cannot be reached').waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), 'Catalogue');
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(/node\.do\?.*about=/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1);
    assert.deepEqual(await pageViolations(page), []);
  });

  test('where the scripts of the page itself do not arrive, it says so in the language of the person, and loads anew', async ({
    host,
  }) => {
    const page = await host.visit('about:blank', { locale: 'de-AT' });
    const own = /elements\/shared\/page-\w+\.js$/;
    await page.route(own, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await page.getByRole('heading', { name: 'Die Seite konnte nicht geladen werden' }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(own);
    await page.getByRole('button', { name: 'Neu laden' }).click();
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
  });

  test('a shared basket stays in the address until the scripts that take it have arrived', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.route(LATER, (route) => route.abort());
    await page.goto(`${host.app.url}/#basket=1000,1001`);
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
    await page.getByRole('button', { name: 'List', exact: true }).click();
    assert.match(page.url(), /basket=1000[.,]1001/);
    await page.unroute(LATER);
    await page.reload();
    await page.getByRole('dialog', { name: 'Basket' }).getByRole('listitem').nth(1).waitFor();
    await page.waitForFunction(() => !location.hash.includes('basket'));
  });

  test('an asset of a link that cannot be looked up is not called deleted, and is shown after another try', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    const lookUp = /[?&]search_id=1002\b/;
    await page.route(lookUp, (route) => route.abort());
    await page.goto(`${host.app.url}/#asset=1002`);
    await page.getByRole('status').getByText('The catalogue cannot be reached').waitFor();
    assert.equal(await page.getByText('deleted').count(), 0);
    await firstAsset(page).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(lookUp);
    await page.getByRole('button', { name: 'Try again' }).click();
    const { pathname } = new URL(page.url());
    assert.equal(pathname, '/');
    await page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await page.waitForFunction(() => /node=\d+/.test(location.hash));
  });

  test('a path that cannot be loaded leaves the list as it is, and can be tried again', async ({ host }) => {
    const page = await host.visit('about:blank');
    const path = /[?&]deep_link=/;
    await page.route(path, (route) => route.abort());
    await page.goto(`${host.app.url}/#node=1`);
    await page.getByRole('navigation').getByText('The catalogue cannot be reached').waitFor();
    // A slash is before each part of the path.
    assert.equal(await page.getByRole('listitem').filter({ hasText: 'reached' }).count(), 0);
    await firstAsset(page).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(path);
    await page.getByRole('navigation').getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('heading', { level: 2, name: '…' }).waitFor({ state: 'detached' });
    assert.match(await focusOf(page), /^h2 /);
    assert.equal(await page.getByText('The catalogue cannot be reached').count(), 0);
  });

  test('the tree stays while the service cannot be reached, and another try of the list brings the path back, too', async ({
    host,
  }) => {
    const page = await host.visit('/');
    const archive = page.getByRole('treeitem', { name: 'Archive' });
    await archive.waitFor();
    const rows = await page.getByRole('treeitem').count();
    await page.route(/\.do\?/, (route) => route.abort());
    await archive.click();
    const again = page.locator('abs-grid').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    assert.ok((await page.getByRole('treeitem').count()) >= rows);
    await page.unroute(/\.do\?/);
    await again.click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
  });

  test('an answer without data is no catalogue', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.route(/about=true/, (route) => route.fulfill({ json: { version: 2, status: 200, data: null } }));
    await page.goto(`${host.app.url}/`);
    await page.getByText('The answer cannot be read').waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  test('the title of the window names no place that was left for one that does not exist', async ({ host }) => {
    const page = await host.visit('/#node=1');
    await page.waitForFunction(() => document.title.split(' – ').length === 2);
    await page.evaluate(() => {
      location.hash = '#node=987654';
    });
    await page.getByText('This place does not exist').waitFor();
    assert.equal(await page.title(), 'Catalogue');
    await page.locator('abs-browse .notice').getByRole('button', { name: 'All items' }).press('Enter');
    await page.locator(':focus', { hasText: 'All items' }).and(page.getByRole('heading')).waitFor();
  });

  for (const tag of ['de_DE', 'de_at'])
    test(`a link with the language ${tag} shows German, and nothing fails`, async ({ host }) => {
      const page = await host.visit('about:blank');
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(`${host.app.url}/#locale=${tag}`);
      await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
      await firstAsset(page).click();
      await page.locator('abs-details section').first().waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'de');
      assert.deepEqual(errors, []);
    });

  test('what a busy service refuses is asked for again when it says, without anybody: a list, its path, its tree, its filters and the asset of a link', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    const asked = new Map<string, number>();
    let isBusy = true;
    const refused = ['search_facets', 'search_text_or_mode', 'deep_link', 'search_id', 'depth=1'];
    await page.route(/\.do\?/, async (route) => {
      const part = refused.find((each) => route.request().url().includes(each));
      const count = (asked.get(part ?? '') ?? 0) + 1;
      asked.set(part ?? '', count);
      // The client asks four times before it gives up. A request that is begun anew may need fewer, so all are refused until one gave up.
      if (part === undefined || (count > 4 && !isBusy)) return await route.fallback();
      await refuseAsBusy(route, count % 4 > 0 ? 0 : 2);
    });
    const notice = page.getByText('Trying again in 2 s').first().waitFor();
    await page.goto(`${host.app.url}/#node=1&asset=1002`);
    await notice;
    isBusy = false;
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => document.title.split(' – ').length === 3);
    await page.keyboard.press('Escape');
    await firstAsset(page).locator('img').waitFor();
    await page.waitForFunction(() => document.title.split(' – ').length === 2);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    const hasAgain = (part: string) => (asked.get(part) ?? 0) > 4;
    await until(() => refused.every(hasAgain), 'every part has asked again');
    await until(async () => (await page.getByText('Trying again').count()) === 0, 'nothing waits');
  });
});
