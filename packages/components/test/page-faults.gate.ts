/** The page where something fails: scripts that do not arrive, a service that hangs, is busy, away, or not for everybody. */
import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { until } from '../../core/test/support/until.ts';
import { forbid, hang, refuse } from './support/answers.ts';
import { focusOf } from './support/focus.ts';
import { guardedService, OTHER_TOKEN, TOKEN } from './support/guarded.ts';
import type { Host } from './support/host.ts';
import { assetOpens, focusIs, hashIs, headingIs, PHONE, tileAt } from './support/page.ts';
import { passUntil } from './support/pass-until.ts';
import { hold } from './support/picker.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';

/** The scripts that the first view does without. */
const LATER = /\/abs-(?:viewer|details|download|basket)-\w+\.js$/;

const UNREACHABLE = 'The catalogue cannot be reached';
const LISTS = /search_text_or_mode/;

const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });

test.describe('the page without its later scripts', () => {
  /** Opens an asset without them. */
  async function openWithoutRest(host: Host): Promise<Page> {
    const page = await host.visit('about:blank');
    await page.route(LATER, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await tileAt(page, 0).click();
    await page.getByRole('status').getByText(UNREACHABLE).waitFor();
    return page;
  }

  test('it says so above the list, and the asset opens after another try', async ({ host }) => {
    const page = await openWithoutRest(host);
    await page.unroute(LATER);
    // The button goes; the list has the focus until the asset is there.
    const release = await hold(page, LATER);
    await retry(page).press('Enter');
    await focusIs(page, /^div Items/);
    release();
    await assetOpens(page);
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  });

  test('an asset for the basket is not lost', async ({ host }) => {
    const page = await openWithoutRest(host);
    await page.goBack();
    await page.keyboard.press('Space');
    const asked = page.waitForRequest(LATER);
    await page.getByRole('button', { name: 'Add to basket' }).click();
    // Else this request might arrive, and there would be nothing to try again.
    await (await asked).response();
    await page.unroute(LATER);
    await retry(page).click();
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor();
  });
});

test.describe('the page before its scripts', () => {
  const placesOf = async (pictures: Locator) =>
    await pictures.evaluateAll((all) =>
      Object.fromEntries(
        all.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [(each as HTMLImageElement).currentSrc, [x, y, width, height]] as const;
        }),
      ),
    );

  for (const [locale, viewport] of [
    ['de', PHONE],
    ['en', { width: 1280, height: 800 }],
    ['fr', { width: 1920, height: 1080 }],
  ] as const)
    test(`the first pictures are there before the elements, where the list then has them, at ${viewport.width} pixels in ${locale}`, async ({
      host,
    }) => {
      const page = await host.visit('about:blank', { viewport, locale });
      const release = await hold(page, /\/elements\/shared\/page-\w+\.js$/);
      await page.goto(`${host.app.url}/`);
      const first = page.locator('#first img');
      await first.nth(1).waitFor();
      await expect
        .poll(() => first.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).complete)))
        .toBe(true);
      const before = await placesOf(first);
      release();
      await first.first().waitFor({ state: 'detached' });
      const after = await placesOf(page.locator('abs-grid .tile img'));
      for (const [address, place] of Object.entries(before))
        for (const [index, pixels] of place.entries())
          assert.ok(
            Math.abs(pixels - (after[address]?.[index] ?? 0)) <= 2,
            `${address}: ${place}, then ${after[address]}`,
          );
    });

  test('they go when somebody touches the page, and where the elements do not come', async ({ host }) => {
    const page = await host.visit('about:blank');
    const release = await hold(page, /\/elements\/shared\/page-\w+\.js$/);
    await page.goto(`${host.app.url}/`);
    await page.locator('#first img').first().waitFor();
    await page.keyboard.press('Shift');
    await expect(page.locator('#first')).toHaveCount(0);
    release();
    await page.route(/\/elements\/shared\/page-\w+\.js$/, (route) => route.abort());
    await page.goto(`${host.app.url}/?again`);
    await page.getByRole('button', { name: 'Load again' }).waitFor();
    await expect(page.locator('#first')).toHaveCount(0);
  });
});

test.describe('the page where requests fail', () => {
  test("where its own scripts do not arrive, it says so in the person's language, and loads anew", async ({ host }) => {
    const page = await host.visit('about:blank', { locale: 'de-AT' });
    const own = /elements\/shared\/page-\w+\.js$/;
    await page.route(own, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await page.getByRole('heading', { name: 'Die Seite konnte nicht geladen werden' }).waitFor();
    await page.unroute(own);
    await page.getByRole('button', { name: 'Neu laden' }).click();
    await headingIs(page, 'Alle Objekte');
  });

  test('a service that cannot be reached has a message on a page with a heading, and a way on', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.route(/node\.do\?.*about=/, (route) => route.abort());
    await page.goto(`${host.app.url}/`);
    await page.getByRole('main').getByText(UNREACHABLE).waitFor();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Catalogue');
    await page.unroute(/node\.do\?.*about=/);
    await retry(page).click();
    await headingIs(page, 'All items');
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });

  test('an asset of a link that cannot be looked up is not called deleted; another try shows it', async ({ host }) => {
    const page = await host.visit('about:blank');
    const lookUp = /[?&]search_id=1002\b/;
    await page.route(lookUp, (route) => route.abort());
    await page.goto(`${host.app.url}/#asset=1002`);
    await page.getByRole('status').getByText(UNREACHABLE).waitFor();
    await expect(page.getByText('deleted')).toHaveCount(0);
    await tileAt(page, 0).waitFor();
    await page.unroute(lookUp);
    await retry(page).click();
    await assetOpens(page);
    await expect(page).toHaveURL(/node=\d+/);
  });

  test('a path that cannot be loaded leaves the list as it is, and can be tried again', async ({ host }) => {
    const page = await host.visit('about:blank');
    const path = /[?&]deep_link=/;
    await page.route(path, (route) => route.abort());
    await page.goto(`${host.app.url}/#node=1`);
    await page.getByRole('navigation').getByText(UNREACHABLE).waitFor();
    // A slash is before each part of the path.
    await expect(page.getByRole('listitem').filter({ hasText: 'reached' })).toHaveCount(0);
    await tileAt(page, 0).waitFor();
    await page.unroute(path);
    await page.getByRole('navigation').getByRole('button', { name: 'Try again' }).press('Enter');
    await headingIs(page, 'Archive');
    await focusIs(page, /^h2 /);
    await expect(page.getByText(UNREACHABLE)).toHaveCount(0);
  });

  test('the tree stays while nothing answers; another try of the list brings the path back', async ({ host }) => {
    const page = await host.visit('/');
    const archive = page.getByRole('treeitem', { name: 'Archive' });
    await archive.waitFor();
    const rows = await page.getByRole('treeitem').count();
    await page.route(/\.do\?/, (route) => route.abort());
    await archive.click();
    const again = page.locator('abs-grid').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await expect.poll(async () => (await page.getByRole('treeitem').count()) >= rows).toBeTruthy();
    await page.unroute(/\.do\?/);
    await again.click();
    await headingIs(page, 'Archive');
    await expect(retry(page)).toHaveCount(0);
  });
});

test.describe('the page of a busy service', () => {
  const BUSY = /^The catalogue is busy\. Trying again in \d s\.$/;

  test('what is refused is asked for again when it says: list, path, tree, filters and asset', async ({ host }) => {
    const page = await host.visit('about:blank');
    const asked = new Map<string, number>();
    let isBusy = true;
    const refused = ['search_facets', 'search_text_or_mode', 'deep_link', 'search_id', 'depth=1'];
    await page.route(/\.do\?/, async (route) => {
      const part = refused.find((each) => route.request().url().includes(each));
      const count = (asked.get(part ?? '') ?? 0) + 1;
      asked.set(part ?? '', count);
      // The client asks four times before it gives up. A request that is begun anew may need fewer, so all are refused until
      // one gave up.
      if (part === undefined || (count > 4 && !isBusy)) return await route.fallback();
      await refuseAsBusy(route, count % 4 > 0 ? 0 : 2);
    });
    const notice = page.getByText('Trying again in 2 s').first().waitFor();
    await page.goto(`${host.app.url}/#node=1&asset=1002`);
    await notice;
    isBusy = false;
    await page.getByRole('dialog').waitFor();
    await expect(page).toHaveTitle(/^[^–]+ – [^–]+ – Catalogue$/);
    await page.keyboard.press('Escape');
    await tileAt(page, 0).locator('img, .card').waitFor();
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('checkbox').first().waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await until(() => refused.every((part) => (asked.get(part) ?? 0) > 4), 'every part has asked again');
    await expect(page.getByText('Trying again')).toHaveCount(0);
  });

  test('pictures that it refuses are asked for again when it says, three times at most', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    let isBusy = true;
    let count = 0;
    await page.route(/asset\.do\?(?:picture|thumb)=/, async (route) => {
      count += 1;
      if (isBusy) await refuseAsBusy(route, 7);
      else await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
    });
    await page.goto(host.app.url);
    const broken = page.locator('abs-grid .broken');
    await broken.first().waitFor();
    isBusy = false;
    await until(async () => {
      await page.clock.runFor(8000);
      return (await broken.count()) === 0;
    }, 'the pictures have come');
    isBusy = true;
    await page.reload();
    const waiting = broken.locator('img[data-waits]');
    await until(async () => {
      const before = count;
      await page.clock.runFor(8000);
      return (await broken.count()) > 0 && (await waiting.count()) === 0 && count === before;
    }, 'the pictures are given up');
    const atLast = count;
    await page.clock.runFor(600_000);
    assert.equal(count, atLast);
  });

  test('it says so over the list before, which stays until the next one comes by itself', async ({ host }) => {
    const page = await host.visit('/');
    const grid = page.locator('abs-grid');
    await tileAt(page, 0).waitFor();
    await page.clock.install();
    const count = await refuse(page, LISTS, Number.POSITIVE_INFINITY, 6);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await grid.getByText(BUSY).waitFor();
    assert.ok(count.asked < 4, 'the client has not given up');
    await until(async () => {
      await page.clock.runFor(1000);
      return count.asked > 4;
    }, 'the list has asked again');
    await tileAt(page, 0).waitFor();
    await grid.getByText(BUSY).waitFor();
    count.times = 0;
    await passUntil(page, page.locator('abs-grid .scroller:not(.stale)'));
    await expect(page.getByText('busy')).toHaveCount(0);
  });
});

test.describe('the page of a service that hangs', () => {
  const SLOW = 'The catalogue is taking a long time to answer.';

  test('a list that does not come says so over the one before, and comes after another try', async ({ host }) => {
    const page = await host.visit('/');
    await tileAt(page, 0).waitFor();
    await page.clock.install();
    const grid = page.locator('abs-grid');
    const end = await hang(page, LISTS);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await passUntil(page, grid.getByText(SLOW));
    // Its pictures, which the new list was to go before, come as well.
    await tileAt(page, 1).locator('img[src]').waitFor();
    end();
    await grid.getByRole('button', { name: 'Try again' }).press('Enter');
    await grid.getByText(SLOW).waitFor({ state: 'detached' });
    await focusIs(page, /^div Items/);
    await headingIs(page, 'Archive');
    await page.locator('abs-grid .scroller:not(.stale)').waitFor();
  });

  test('a first list, a tree and filters that do not come say so, and come after another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    const end = await hang(page, /search_text_or_mode|search_facets|depth=1/);
    await page.goto(`${host.app.url}/`);
    await page.getByRole('button', { name: 'Filters' }).click();
    const elements = ['abs-grid', 'abs-tree', 'abs-facets'].map((name) => page.locator(name));
    for (const element of elements) await passUntil(page, element.getByText(SLOW));
    end();
    for (const element of elements) {
      await element.getByRole('button', { name: 'Try again' }).press('Enter');
      await expect.poll(() => focusOf(page)).not.toMatch(/^body/);
    }
    await tileAt(page, 0).waitFor();
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await page.getByRole('checkbox').first().waitFor();
    await expect(page.getByText(SLOW)).toHaveCount(0);
  });
});

test.describe('what a person may not see', () => {
  /** The message in an element. */
  const messageIn = (page: Page, element: string) =>
    page.locator(element).getByText('You may not see this', { exact: true }).filter({ visible: true });

  test('a list and a tree without tokens lead to all items, nothing offers another try in vain', async ({ host }) => {
    const page = await host.visit('about:blank');
    await forbid(page, /node\.do\?.*tree=-1/);
    await page.goto(`${host.app.url}/`);
    await messageIn(page, 'abs-tree').waitFor();
    await tileAt(page, 0).waitFor();
    const allow = await forbid(page, /node\.do\?.*search/);
    await page.getByRole('combobox', { name: 'Search' }).fill('secret');
    await messageIn(page, 'abs-grid').waitFor();
    await page.locator('abs-grid').getByText('Ask the operator for access.').waitFor();
    await expect(retry(page)).toHaveCount(0);
    await allow();
    await page.locator('abs-grid').getByRole('button', { name: 'All items' }).click();
    await tileAt(page, 0).waitFor();
    await hashIs(page, '');
  });

  test.describe('with a token', () => {
    test.use({ service: guardedService });

    async function signIn(page: Page, token: string): Promise<void> {
      await page.getByLabel('Access token').fill(token);
      await page.keyboard.press('Enter');
    }

    for (const [element, address, pattern, shown] of [
      ['abs-tree', '/', /node\.do\?.*(?:search|tree=-1)/, 'abs-grid [role=option] img'],
      ['abs-viewer', '/#asset=1000', /asset\.do\?.*(?:thumb|preview|tiles)=/, 'abs-viewer .picture img'],
    ] as const)
      test(`${element} shows itself to another token, which is kept`, async ({ host }) => {
        const page = await host.visit(address);
        const allow = await forbid(page, pattern);
        await signIn(page, TOKEN);
        await messageIn(page, element).first().waitFor();
        await page.locator(element).getByRole('button', { name: 'Sign in' }).click();
        const dialog = page.getByRole('dialog', { name: 'You may not see this' });
        await dialog.getByLabel('Access token').waitFor();
        await expect(dialog.getByText('The token is not valid')).toHaveCount(0);
        await allow();
        await signIn(page, OTHER_TOKEN);
        await dialog.waitFor({ state: 'hidden' });
        await page.locator(shown).first().waitFor();
        await page.getByRole('treeitem', { name: 'Archive' }).waitFor({ state: 'attached' });
        await page.reload();
        await page.locator(shown).first().waitFor();
      });
  });
});
