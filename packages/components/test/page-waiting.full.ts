/** The page while answers do not come: from a service that hangs, and from one that is busy. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import { pageViolations } from './support/axe.ts';
import { focusOf } from './support/focus.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';

const SLOW = 'The catalogue is taking a long time to answer.';
/** What waits says after a second that it is loading, and after five that it takes long. */
const LOADING = /^Loading$|taking a long time/;
const BUSY = /^The catalogue is busy\. Trying again in \d s\.$/;

const LISTS = /search_text_or_mode/;

/** Leaves the requests that a pattern finds without an answer, those that are sent until the function is called that is returned. */
async function hang(page: Page, pattern: RegExp): Promise<() => void> {
  let isHanging = true;
  await page.route(pattern, async (route) => {
    if (isHanging) await new Promise(() => {});
    else await route.fallback();
  });
  return () => {
    isHanging = false;
  };
}

/** Refuses requests that a pattern finds until there were `times`, and says how many were `asked`. Both can be changed. */
async function refuse(
  page: Page,
  pattern: RegExp,
  times: number,
  seconds = 2,
): Promise<{ asked: number; times: number }> {
  const count = { asked: 0, times };
  await page.route(pattern, async (route) => {
    count.asked += 1;
    if (count.asked > count.times) return await route.fallback();
    return await refuseAsBusy(route, seconds);
  });
  return count;
}

test.describe('the page while answers do not come', () => {
  const grid = (page: Page) => page.locator('abs-grid');
  const tiles = (page: Page) => grid(page).getByRole('option');

  test('a picture in the viewer that does not come says so, and comes after another try', async ({ host }) => {
    const page = await host.visit('/');
    await tiles(page).first().locator('img[src]').waitFor();
    const end = await hang(page, /asset\.do\?(thumb|preview)=/);
    // Another address, so that the browser has none of its pictures.
    await page.goto(`${host.app.url}/?again#asset=1001`);
    await page.reload();
    const viewer = page.locator('abs-viewer');
    await viewer.getByRole('status').getByText(LOADING).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await viewer.getByText(SLOW).waitFor();
    end();
    await viewer.getByRole('button', { name: 'Try again' }).press('Enter');
    await viewer.locator('.picture').waitFor();
    assert.equal(await viewer.getByText(SLOW).count(), 0);
    assert.match(await focusOf(page), /^dialog/);
  });

  test('a list that does not come says so over the one before, and comes after another try', async ({ host }) => {
    const page = await host.visit('/');
    await tiles(page).first().waitFor();
    const end = await hang(page, LISTS);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await grid(page).getByText(SLOW).waitFor();
    assert.ok((await tiles(page).count()) > 0);
    // Its pictures, which the new list was to go before, come as well.
    await tiles(page).first().locator('img[src]').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    end();
    const again = grid(page).getByRole('button', { name: 'Try again' });
    await again.press('Enter');
    await grid(page).getByText(SLOW).waitFor({ state: 'detached' });
    assert.match(await focusOf(page), /^div Items/);
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    await page.locator('abs-grid .scroller:not(.stale)').waitFor();
  });

  test('a first list, a tree and filters that do not come say so, and come after another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    const end = await hang(page, /search_text_or_mode|search_facets|depth=1/);
    await page.goto(`${host.app.url}/`);
    await page.getByRole('button', { name: 'Filters' }).click();
    for (const element of ['abs-grid', 'abs-tree', 'abs-facets']) await page.locator(element).getByText(SLOW).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    end();
    for (const element of ['abs-grid', 'abs-tree', 'abs-facets']) {
      await page.locator(element).getByRole('button', { name: 'Try again' }).press('Enter');
      await until(async () => !/^body/.test(await focusOf(page)), `${element} keeps the focus`);
    }
    await tiles(page).first().waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await page.getByRole('checkbox').first().waitFor();
    assert.equal(await page.getByText(SLOW).count(), 0);
  });

  test('what is below a node and does not come says so in the tree, and comes after another try', async ({ host }) => {
    const page = await host.visit('/');
    const branch = page.getByRole('treeitem', { name: /^img10/ });
    const end = await hang(page, /[?&]tree=\d+&/);
    await page.getByRole('treeitem', { name: 'Archive' }).locator('.opens').click();
    await branch.locator('.opens').click();
    const waiting = page.getByRole('treeitem').filter({ hasText: SLOW });
    await waiting.waitFor();
    assert.deepEqual(await pageViolations(page), []);
    const place = page.url();
    end();
    // By key, which the row that the tree is at must not take.
    await waiting.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('treeitem', { name: 'Below img10' }).waitFor();
    assert.equal(await waiting.count(), 0);
    assert.equal(page.url(), place);
  });

  test('presses on a row that loads send nothing before it is slow, and one request from then on', async ({ host }) => {
    const page = await host.visit('/');
    const archive = page.getByRole('treeitem', { name: 'Archive' });
    await archive.waitFor();
    const BELOW = /[?&]tree=\d+&/;
    const end = await hang(page, BELOW);
    const asked: string[] = [];
    page.on('request', (request) => BELOW.test(request.url()) && asked.push(request.url()));
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await archive.locator('.opens').click();
    // Only then can nodes be opened whose children the missing answer would tell.
    await page.clock.runFor(5000);
    await page
      .getByRole('treeitem', { name: /^img10/ })
      .locator('.opens')
      .click();
    const loading = page.getByRole('treeitem').filter({ hasText: 'Loading' });
    const slow = page.getByRole('treeitem').filter({ hasText: SLOW });
    await loading.click();
    await page.keyboard.press('Enter');
    await page.clock.runFor(6000);
    await slow.waitFor();
    await page.keyboard.press('Enter');
    await loading.waitFor();
    await page.keyboard.press('Enter');
    await page.clock.runFor(6000);
    await slow.waitFor();
    end();
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Below img10' }).waitFor();
    assert.equal(asked.length, 4, 'the two nodes, and two further tries');
  });

  test('a path that does not come says so beside the list, and details and downloads in their place', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    await hang(page, /deep_link=|asset\.do\?.*details=|download_options=/);
    await page.goto(`${host.app.url}/#node=1`);
    await page.getByRole('navigation', { name: 'Path' }).getByText(SLOW).waitFor();
    await tiles(page).first().click();
    await page.locator('abs-details').getByText(SLOW).waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  test('a catalogue that does not answer at the start says so, and comes after another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    const end = await hang(page, /about=true/);
    await page.goto(`${host.app.url}/`);
    const { y = 0, height = 0 } = (await page.getByRole('main').getByText(SLOW).boundingBox()) ?? {};
    assert.ok(y > 0 && y + height < 200, 'it is on the screen');
    assert.deepEqual(await pageViolations(page), []);
    end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
  });

  test('another language that does not come says so over the page, which stays as it is', async ({ host }) => {
    const page = await host.visit('/');
    await tiles(page).first().waitFor();
    const end = await hang(page, /about=true/);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    const message = page.locator('abs-catalogue .loading');
    await message.getByText('Der Katalog braucht lange für seine Antwort.').waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual(await pageViolations(page), []);
    end();
    await message.getByRole('button', { name: 'Erneut versuchen' }).click();
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    await message.waitFor({ state: 'detached' });
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
    assert.doesNotMatch(await focusOf(page), /^body/);
  });

  test('details of which one request is refused for a while say so, though others are answered', async ({ host }) => {
    const page = await host.visit('/');
    await tiles(page).first().waitFor();
    await refuse(page, /asset\.do\?.*details=/, 9);
    await tiles(page).first().click();
    await page.locator('abs-details').getByText(BUSY).waitFor();
  });

  test('a busy catalogue says so at the start before the first tries end, and comes by itself', async ({ host }) => {
    const page = await host.visit('about:blank');
    // The client asks four times before it gives up, and the message comes after the first refusals.
    const count = await refuse(page, /about=true/, 5, 6);
    await page.goto(`${host.app.url}/`);
    await page.locator('abs-catalogue .loading').getByText(BUSY).waitFor();
    assert.ok(count.asked < 4, 'the client has not given up');
    count.times = 0;
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('heading', { name: 'All items' }).waitFor();
  });

  test('a busy catalogue says so over the list before, which stays until the next one comes by itself', async ({
    host,
  }) => {
    const page = await host.visit('/');
    await tiles(page).first().waitFor();
    const count = await refuse(page, LISTS, Number.POSITIVE_INFINITY, 6);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await grid(page).getByText(BUSY).waitFor();
    assert.ok(count.asked < 4, 'the client has not given up');
    await until(() => count.asked > 4, 'the list has asked again');
    assert.ok((await tiles(page).count()) > 0);
    await grid(page).getByText(BUSY).waitFor();
    count.times = 0;
    await page.locator('abs-grid .scroller:not(.stale)').waitFor();
    assert.equal(await page.getByText('busy').count(), 0);
  });
});
