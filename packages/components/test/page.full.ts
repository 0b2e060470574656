/** The page at `/`: its address, its history, phones, tokens, and how much the browser loads for the first view. */
import assert from 'node:assert/strict';
import { pageViolations } from './support/axe.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';

/** Most bytes of script, as they are sent, before the first view is complete. */
const MOST_SCRIPT = 60_000;

test.describe('the page in a browser', () => {
  test('a link to an asset shows it where it lives, and Escape leads there', async ({ host }) => {
    const page = await host.visit('/#locale=en&kind=101&asset=1002');
    await page.getByRole('dialog').waitFor();
    await page.waitForFunction(() => /node=\d+/.test(location.hash));
    await page.waitForFunction(() => document.title.split(' – ').length === 3);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.waitForFunction(() => /node=\d+/.test(location.hash) && !/asset=/.test(location.hash));
  });

  test('a node that does not exist has a way on', async ({ host }) => {
    const page = await host.visit('/#node=987654');
    await page.getByText('This place does not exist').waitFor();
    await page.locator('abs-browse .notice').getByRole('button', { name: 'All items' }).click();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
  });

  test('the basket does not wait for a list where there will be none', async ({ host }) => {
    const page = await host.visit('about:blank');
    // Without the timer that loads the later elements when no list has appeared for long.
    await page.addInitScript(() => {
      const start = window.setTimeout;
      Object.assign(window, {
        setTimeout: (run: () => void, milliseconds = 0) => (milliseconds < 5000 ? start(run, milliseconds) : 0),
      });
    });
    await page.goto(`${host.app.url}/#node=987654`);
    await page.getByText('This place does not exist').waitFor();
    await page.getByRole('button', { name: /^Basket/ }).waitFor();
  });

  test('words narrow a search, typing adds no entries to the history, and Back leaves the search', async ({ host }) => {
    const page = await host.visit('/');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    const before = await page.evaluate(() => history.length);
    for (const text of ['d', 'da', 'dawn']) {
      await page.getByRole('combobox', { name: 'Search' }).fill(text);
      await page.getByRole('heading', { name: `Results for “${text}”` }).waitFor();
    }
    assert.equal(await page.evaluate(() => history.length), before + 1);
    assert.deepEqual(await pageViolations(page), []);
    await page.goBack();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
  });

  test('Shift selects a range, and the first control of the page leads to the list', async ({ host }) => {
    const page = await host.visit('/');
    const tile = (position: number) => page.locator(`abs-grid [data-position="${position}"]`);
    // What is not loaded yet cannot be selected, and the list moves when the facets or the tree arrive.
    await tile(3).locator('.picture').waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await tile(1).click({ modifiers: ['Control'] });
    await page.getByText('1 selected').first().waitFor();
    await tile(3).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').first().waitFor();
    await tile(2).click({ modifiers: ['Shift'] });
    await page.getByText('2 selected').first().waitFor();
    await page.locator('.skip').focus();
    await page.keyboard.press('Enter');
    assert.equal(
      await page.locator('abs-grid').evaluate((grid) => grid.shadowRoot?.activeElement?.getAttribute('role')),
      'listbox',
    );
  });

  test('another language and another appearance are kept', async ({ host }) => {
    const page = await host.visit('/');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Appearance').selectOption({ label: 'Dark' });
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Alle Objekte' }).waitFor();
    const scheme = await page.locator('abs-grid').evaluate((element) => getComputedStyle(element).colorScheme);
    assert.equal(scheme, 'dark');
  });

  test('a text, a filter or an order leads from the most downloaded items to those that it means', async ({ host }) => {
    const page = await host.visit('/');
    const mostDownloaded = async () => {
      await page.goto(`${host.app.url}/#view=top`);
      await page.getByRole('heading', { name: 'Most downloaded' }).waitFor();
    };
    await mostDownloaded();
    await page.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await page.getByRole('heading', { name: 'Results for “dawn”' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#q=dawn');
    await mostDownloaded();
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('checkbox', { name: /^png/ }).check();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(new URL(page.url()).hash, '#fileExtensions=png');
  });

  test('on a phone the tree is a drawer that keeps the focus, and closes by its button', async ({ host }) => {
    const page = await host.visit('/', { viewport: { width: 375, height: 700 } });
    const menu = page.getByRole('button', { name: 'Folders and keywords' });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'Folders and keywords' });
    await drawer.getByRole('treeitem', { name: 'Archive' }).waitFor();
    // A drawer is a dialog: nothing expands beside it.
    assert.equal(await page.locator('abs-browse [aria-expanded]:visible', { hasText: 'Filters' }).count(), 0);
    assert.deepEqual(await pageViolations(page), []);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
    await menu.click();
    await drawer.getByRole('treeitem', { name: 'Archive' }).click();
    await page.getByRole('heading', { name: 'Archive' }).waitFor();
    await drawer.waitFor({ state: 'hidden' });
  });

  test('at 320 pixels nothing is cut off, and nothing scrolls sideways', async ({ host }) => {
    const page = await host.visit('/', { viewport: { width: 320, height: 640 } });
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${width}`);
  });

  test('the first view needs at most four scripts, and the service is asked what it is once, while they arrive', async ({
    host,
  }) => {
    const page = await host.visit('/');
    await page.locator('abs-grid [role=option] img').first().waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    const loaded = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, startTime }) => ({
        name,
        startTime,
      })),
    );
    const about = loaded.filter(({ name }) => name.includes('about=true'));
    assert.equal(about.length, 1);
    const first = loaded.find(({ name }) => name.includes('tree=-1'))?.startTime ?? 0;
    assert.ok((about[0]?.startTime ?? 0) < first);
    const scripts = await page.evaluate(() => document.querySelectorAll('link[rel=modulepreload]').length);
    assert.ok(scripts <= 4, `${scripts} scripts`);
  });

  test(`the scripts of the first view are at most ${MOST_SCRIPT} bytes of Brotli`, async ({ host }) => {
    const page = await host.visit('/');
    await page.locator('abs-grid').getByRole('option').first().waitFor();
    // What the document names is needed for the first view; all else is loaded afterwards.
    const names = await page.evaluate(() =>
      [...document.querySelectorAll('link[rel=modulepreload], script[src]')].map((element) =>
        String(element.getAttribute('href') ?? element.getAttribute('src')),
      ),
    );
    let total = 0;
    for (const name of names) total += await sizeOf(`${host.app.url}/${name}`);
    console.log(`first view: ${names.length} scripts, ${total} bytes as the service sends them`);
    assert.ok(total <= MOST_SCRIPT, `${total}`);
  });

  async function sizeOf(address: string): Promise<number> {
    const response = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    await response.arrayBuffer();
    assert.equal(response.headers.get('content-encoding'), 'br');
    return Number(response.headers.get('content-length'));
  }
});

test.describe('the page of a service that wants a token', () => {
  test.use({
    service: SERVICE({
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]),
    }),
  });

  test('a token in the address leaves it at once, outlives a reload, and stands in no request', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.equal(await page.evaluate(() => location.search), '');
    await page.reload();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.deepEqual(
      addresses.filter((address) => address.includes(TOKEN)),
      [],
    );
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('abs-draft')));
    await page.evaluate(() => sessionStorage.setItem('abs-draft / 1', '{"comment":"Of this person alone"}'));
    assert.equal((await drafts()).length, 1);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
    assert.deepEqual(await drafts(), []);
  });

  test('a new tab of the page has its token, and its address has none', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    const tile = page.locator('abs-grid #tile-0:not(.empty)');
    await tile.locator('img').waitFor();
    const arrives = page.context().waitForEvent('page');
    await tile.click({ button: 'middle' });
    const tab = await arrives;
    await tab.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    assert.doesNotMatch(tab.url(), /token/);
    assert.equal(await tab.getByLabel('Access token').count(), 0);
    assert.equal(await tab.evaluate(() => window.opener), null);
  });

  test('a refused token leads to the panel, and a good one to the catalogue', async ({ host }) => {
    const page = await host.visit('/?token=wrong#locale=en');
    await page.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'All items' }).waitFor();
  });

  test('a token that ends while an asset is open is asked for above it, and the asset stays open', async ({ host }) => {
    const page = await host.visit(`/?token=${TOKEN}#locale=en`);
    await page.locator('abs-grid').getByRole('option').first().click();
    const viewer = page.getByRole('dialog').filter({ has: page.getByRole('heading', { level: 2 }) });
    await viewer.first().waitFor();
    await page.waitForFunction(() => document.title.split(' – ').length === 2);
    // Only then do the arrows lead anywhere.
    await page.locator('abs-viewer').getByRole('status').getByText(/^1 of/).waitFor();
    const refusal = {
      status: 401,
      json: { status: 'error', code: 'token_invalid', message: 'expired', version: '1.0' },
    };
    await page.route(/\.do\?/, (route) => route.fulfill(refusal));
    await page.keyboard.press('ArrowRight');
    await page.locator('abs-grid').evaluate((grid) => (grid as unknown as { goTo(position: number): void }).goTo(0));
    const panel = page.getByRole('dialog', { name: 'Sign in' });
    await panel.waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.unroute(/\.do\?/);
    await page.keyboard.type(TOKEN);
    await page.keyboard.press('Enter');
    await panel.waitFor({ state: 'hidden' });
    assert.match(page.url(), /asset=\d+/);
    await page.keyboard.press('Escape');
    await viewer.first().waitFor({ state: 'hidden' });
  });
});
