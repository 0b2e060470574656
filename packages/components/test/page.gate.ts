/** What people do on the page at `/`: they browse, search, filter and collect, with a mouse, a keyboard or fingers. */
import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import type {} from '../src/abs-grid.ts';
import { drawn } from './support/drawn.ts';
import { emptyCatalogue } from './support/empty-catalogue.ts';
import { fingersOn } from './support/fingers.ts';
import { focusOf, tabTo } from './support/focus.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import {
  allThere,
  assetOpens,
  basketOf,
  closeDialog,
  focusIs,
  hashIs,
  headingIs,
  PHONE,
  tileAt,
} from './support/page.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('the page', () => {
  test('it shows the catalogue, follows a node, opens an asset, and Back restores both', async ({ host }) => {
    const page = await host.visit('about:blank');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(host.app.url);
    const complaints: string[] = [];
    // Chromium reports a preload that is used later than three seconds after the page has loaded, as on a busy machine.
    page.on('console', (message) => /was preloaded/.test(message.text()) || complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await headingIs(page, 'All items');
    await tileAt(page, 1).waitFor();
    for (const early of ['about=true', 'search_text_or_mode'])
      assert.equal(asked.filter((address) => address.includes(early)).length, 1, `${early} is asked for once`);
    await page.getByRole('treeitem', { name: 'Archive' }).click();
    await headingIs(page, 'Archive');
    await expect(page).toHaveURL(/#node=\d+$/);
    await expect(page).toHaveTitle('Archive – Catalogue');
    await tileAt(page, 1).click();
    await assetOpens(page);
    await expect(page).toHaveURL(/&asset=\d+/);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.goBack();
    await headingIs(page, 'All items');
    await expect(page).toHaveTitle('Catalogue');
    assert.deepEqual(complaints, []);
  });

  test('what is needed later, as the tree of a phone, waits for the pictures on the screen', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport: PHONE });
    await page.clock.install();
    // Nothing waits for longer than this, which must not end the wait on a busy machine.
    await page.addInitScript(() => {
      const plain = window.setTimeout.bind(window);
      const patient = (run: () => void, milliseconds = 0) => (milliseconds < 3000 ? plain(run, milliseconds) : 0);
      Object.assign(window, { setTimeout: patient });
    });
    const later: string[] = [];
    page.on('request', (request) => /[?&]tree=|abs-viewer/.test(request.url()) && later.push(request.url()));
    const release = await hold(page, /asset\.do\?picture=/);
    // The page itself has its first pictures, for which its event of loading waits.
    await page.goto(host.app.url, { waitUntil: 'domcontentloaded' });
    await tileAt(page, 1).locator('img').waitFor({ state: 'attached' });
    // No time that has passed may end the wait either.
    await page.clock.runFor(2000);
    await page.evaluate(async () => await fetch('node.do?about=true'));
    assert.equal(later.join(), '');
    await release();
    for (const each of ['tree=', 'abs-viewer'])
      await expect.poll(() => later.filter((address) => address.includes(each)).length, each).toBeGreaterThan(0);
  });

  test('where a search index reaches less far, the list ends, and what it cannot do is not offered', async ({
    host,
  }) => {
    const page = await host.visit('about:blank');
    await page.route(/[?&]about=true/, async (route) => {
      const response = await route.fetch();
      const { data, ...envelope } = await response.json();
      const searchLimits = { mostOffset: 4, comparesPictures: false };
      await route.fulfill({ response, json: { ...envelope, data: { ...data, maxPageSize: 2, searchLimits } } });
    });
    const pages: number[] = [];
    page.on('request', (request) => {
      const { searchParams } = new URL(request.url());
      if (searchParams.has('search_text_or_mode')) pages.push(Number(searchParams.get('page')));
    });
    await page.goto(`${host.app.url}/#at=7`);
    await tileAt(page, 5).waitFor();
    await page.getByText('The list ends here, after 6 items.').waitFor();
    assert.ok(Math.max(...pages) <= 3, String(pages));
    assert.equal(await page.locator('abs-grid #tile-6').count(), 0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Most downloaded' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Duplicates' }).count(), 0);
  });

  test('words narrow a search, typing adds no entries to the history, and Back leaves the search', async ({ host }) => {
    const page = await host.visit('/');
    await headingIs(page, 'All items');
    const before = await page.evaluate(() => history.length);
    for (const text of ['d', 'da', 'dawn']) {
      await page.getByRole('combobox', { name: 'Search' }).fill(text);
      await headingIs(page, `Results for “${text}”`);
    }
    await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 1);
    await page.goBack();
    await headingIs(page, 'All items');
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('');
  });

  test('it says after half a minute what is new, and loads it when asked', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    let asked = 0;
    await page.route(/[?&]changes=(?!now)/, async (route) => {
      asked += 1;
      const response = await route.fetch();
      const envelope = await response.json();
      const created = Array.from({ length: 12 }, (_, i) => ({ type: 'asset', id: 1e6 + i, action: 'created' }));
      if (asked > 1) envelope.data.changes = [...created, { type: 'model', id: null, action: 'updated' }];
      await route.fulfill({ response, json: envelope });
    });
    const cursor = page.waitForResponse(/changes=now/);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.goto(host.app.url);
    await allThere(page);
    await cursor;
    // What comes between the two is new.
    const [first] = sent.filter((url) => /[?&](?:search=|changes=now)/.test(url));
    assert.match(first ?? '', /changes=now/);
    const notice = page.getByText('12 new items');
    // Each half minute begins once the answer before is read, which only the page knows.
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(notice).toHaveCount(1);
    }).toPass();
    assert.ok(asked > 1);
    await notice.waitFor();
    const again = page.waitForRequest(/[?&]search=/);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await again;
    await notice.waitFor({ state: 'hidden' });
  });

  test('another language and another appearance are kept', async ({ host }) => {
    const page = await host.visit('/');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Appearance').selectOption({ label: 'Dark' });
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await headingIs(page, 'Alle Objekte');
    await page.reload();
    await headingIs(page, 'Alle Objekte');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.locator('abs-grid')).toHaveCSS('color-scheme', 'dark');
  });

  test('the tabs above the tree stand in one row in every language, and a cut name is told whole', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport: { width: 1280, height: 800 } });
    for (const [locale, ...names] of [
      ['en', 'Folders', 'Collections', 'Keywords'],
      ['de', 'Ordner', 'Sammlungen', 'Stichwörter'],
      ['fr', 'Dossiers', 'Collections', 'Mots-clés'],
      ['es', 'Carpetas', 'Colecciones', 'Palabras clave'],
      ['it', 'Cartelle', 'Raccolte', 'Parole chiave dell’archivio fotografico'],
    ] as const) {
      await page.route(/[?&]about=true/, async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        for (const [at, type] of answer.data.nodeTypes.entries()) type.name = names[at];
        await route.fulfill({ response, json: answer });
      });
      await page.goto(`${host.app.url}/?${locale}#locale=${locale}`);
      const tabs = page.getByRole('tab');
      await tabs.getByText(names[2]).waitFor();
      const places = await tabs.evaluateAll((each) => each.map((tab) => tab.getBoundingClientRect().top));
      assert.equal(new Set(places).size, 1, locale);
      await expect(tabs.last()).toHaveAttribute('title', names[2]);
      await page.unrouteAll();
    }
  });

  test('a long name keeps its end in the list view, in suggestions and in the basket', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport: { width: 1280, height: 800 } });
    const name = `${'ardenau-old-town_above-the-river_'.repeat(6)}0042.jpg`;
    await page.route(/[?&](?:search|suggest)=/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('turned.jpg', name) });
    });
    await page.goto(host.app.url);
    const endIsSeen = async (row: Locator) => {
      const end = row.locator('.cut > :last-child').first();
      await expect(end).toHaveText(/0042\.jpg$/);
      const [box, around] = [await end.boundingBox(), await row.boundingBox()];
      assert.ok(box && around && box.width > 50 && box.x + box.width <= around.x + around.width, JSON.stringify(box));
    };
    await page.getByRole('button', { name: 'List', exact: true }).click();
    const lines = page.locator('abs-grid').getByRole('option', { name });
    await endIsSeen(lines);
    await page.getByRole('combobox', { name: 'Search' }).fill('turned');
    await endIsSeen(page.locator('abs-search').getByRole('option', { name }));
    await page.keyboard.press('Escape');
    await lines.click({ modifiers: ['Control'] });
    await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Add to basket' }).click();
    await basketOf(page).click();
    await endIsSeen(page.locator('abs-basket').getByRole('listitem').filter({ hasText: name }));
  });

  test('a record without a file offers no download and no basket, alone or selected', async ({ host }) => {
    const page = await host.visit('/#asset=1006');
    await assetOpens(page);
    const actions = page.getByRole('button', { name: /^(Download|Add to basket)$/ });
    await page.getByRole('button', { name: 'Copy link' }).first().waitFor();
    await expect(actions).toHaveCount(0);
    await closeDialog(page);
    // The list of its folder has nothing else.
    await page.getByRole('treeitem', { name: 'All items' }).click();
    await headingIs(page, 'All items');
    await tileAt(page, 1).waitFor();
    const grid = page.locator('abs-grid');
    await grid.getByRole('option', { name: /record\.tif/ }).click({ modifiers: ['Control'] });
    await page.getByRole('group', { name: '1 selected' }).waitFor();
    await expect(actions).toHaveCount(0);
    // With another one, what there is can be downloaded.
    await page.keyboard.press('Control+a');
    await expect(actions).toHaveCount(2);
  });

  test('a text or a filter leads from the most downloaded items to those that it means', async ({ host }) => {
    const page = await host.visit('/#view=top');
    await headingIs(page, 'Most downloaded');
    await page.getByRole('combobox', { name: 'Search' }).fill('dawn');
    await headingIs(page, 'Results for “dawn”');
    await hashIs(page, '#q=dawn');
    await page.goto(`${host.app.url}/#view=top`);
    await headingIs(page, 'Most downloaded');
    await page.getByRole('button', { name: /^Filters/ }).click();
    await page.getByRole('checkbox', { name: /^png/ }).check();
    await headingIs(page, 'All items');
    await hashIs(page, '#fileExtensions=png');
  });

  test('the order of an address is shown, also one that the menu lacks, and Back restores it', async ({ host }) => {
    for (const [order, name] of Object.entries({
      'filesize-desc': 'Largest first',
      'info_100-asc': 'Title, ascending',
    })) {
      const page = await host.visit(`/#sort=${order}`);
      const shown = page.getByLabel('Sort by').locator('option:checked');
      await expect(shown).toHaveText(String(name));
      await page.getByLabel('Sort by').selectOption({ label: 'Name, A to Z' });
      await hashIs(page, '#sort=name-asc');
      await expect(shown).toHaveText('Name, A to Z');
      await page.goBack();
      await expect(shown).toHaveText(String(name));
    }
  });

  test('a name that nobody can see has a substitute in tree, path, heading, tiles and viewer', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.route(/node\.do\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/"name":\s*"Archive"/g, '"name":" "')
        .replaceAll(/"(alt_name|name)":"[^"]*\.\w+"/g, '"$1":"\\u200b "');
      await route.fulfill({ response, body });
    });
    await page.goto(`${host.app.url}/`);
    await page.getByRole('treeitem', { name: '(no name)' }).click();
    await headingIs(page, '(no name)');
    await page
      .getByRole('option', { name: /^\(no name\), / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('heading', { name: '(no name)' }).first().waitFor();
    await expect(page).toHaveTitle('Catalogue');
  });

  test.describe('of an empty catalogue', () => {
    test.use({ service: { catalogue: emptyCatalogue } });

    test('it says so once, and offers nothing to do with items', async ({ host }) => {
      const page = await host.visit('/');
      await page.getByText('The catalogue has no items yet').waitFor();
      await page.getByText('Nothing is here yet').waitFor({ state: 'hidden' });
      for (const name of ['Filters', 'List', 'Squares'])
        await expect(page.getByRole('button', { name, exact: true }), name).toHaveCount(0);
      await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveCount(0);
      await expect(page.getByRole('slider')).toHaveCount(0);
    });
  });
});

test.describe('the page by keyboard alone', () => {
  test('search, filters, tree, selection, viewer, download, basket and Back', async ({ host }) => {
    const page = await host.visit('/');
    await allThere(page);
    assert.deepEqual(await layoutShifts(page), []);

    // The first control leads to the list.
    await page.keyboard.press('Tab');
    await expect.poll(() => focusOf(page)).toMatch(/Skip to the items/);
    await page.keyboard.press('Enter');
    await focusIs(page, /^div Items/);

    await tabTo(page, /^input Search/, 'Shift+Tab');
    await page.keyboard.type('lake');
    await headingIs(page, 'Results for “lake”');
    for (const key of ['Escape', 'Control+a', 'Delete']) await page.keyboard.press(key);
    await headingIs(page, 'All items');
    // What was found is far from the field, and the column of the filters behind the list.
    await page.keyboard.press('Enter');
    await focusIs(page, /^div Items/);

    await tabTo(page, /^\w+ Filters/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await focusIs(page, /^aside Filters/);
    await page.getByRole('checkbox', { name: /^jpg/ }).first().waitFor();
    await tabTo(page, /^input jpg/);
    await page.keyboard.press('Space');
    await hashIs(page, '#fileExtensions=jpg');
    await page.keyboard.press('Space');
    await hashIs(page, '');

    await tabTo(page, /^div Folders/, 'Shift+Tab');
    await page.keyboard.type('Archive');
    await page.keyboard.press('Enter');
    await headingIs(page, 'Archive');

    await tileAt(page, 0).waitFor();
    await tabTo(page, /^\w+ Items/);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').first().waitFor();
    await tabTo(page, /Add to basket/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Basket, 1 item' }).waitFor();

    await tabTo(page, /^\w+ Items/);
    await page.keyboard.press('Enter');
    await assetOpens(page);
    await page.keyboard.press('Tab');
    await focusIs(page, /^button Skip to the details$/);
    await page.keyboard.press('Enter');
    await focusIs(page, /^div Details$/);
    await tabTo(page, /^button Download$/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Download' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Download' }).waitFor({ state: 'hidden' });
    await focusIs(page, /^button Download/);
    await closeDialog(page);
    await focusIs(page, /^div Items/);

    await tabTo(page, /^button Basket/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Basket' }).getByRole('listitem').waitFor();
    await page.keyboard.press('Escape');
    await focusIs(page, /^button Basket/);

    await page.goBack();
    await headingIs(page, 'All items');
    await tabTo(page, /^button Settings/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^select English/);
    await page.keyboard.press('Escape');
    await focusIs(page, /^button Settings/);
  });
});

test.describe('the keys of the page', () => {
  test('/ leads to the search, ? shows the keys, also above the viewer; both can be switched off', async ({ host }) => {
    const page = await host.visit('/');
    await allThere(page);
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    await page.keyboard.press('/');
    await focusIs(page, /^input/);
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Search' });
    await expect(search).toHaveValue('/');
    await search.fill('');
    // Perhaps within the pause after which the list follows the text: what is opened stays open.
    await hashIs(page, '');
    await tileAt(page, 1).click();
    await assetOpens(page);
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await page.keyboard.press('?');
    await keys.getByText('Previous item').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });
    await closeDialog(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('link', { name: 'Help' })).toHaveAttribute('href', 'docs/guides/using-the-page.html');
    await page.getByRole('button', { name: 'Keys', exact: true }).click();
    await keys.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await focusIs(page, /^button Settings/);
    await page.locator('abs-grid').evaluate((grid) => grid.focus());
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    await focusIs(page, /^div Items/);
    await expect(keys).toHaveCount(0);
  });
});

test.describe('the page on a phone', () => {
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Folders and keywords' });
  const openTree = async (page: Page) => {
    await page.getByRole('button', { name: 'Folders and keywords' }).click();
    await drawerOf(page).getByRole('treeitem', { name: 'Archive' }).waitFor();
  };

  test('drawers, a filter and an asset open and close by keyboard, and give the focus back', async ({ host }) => {
    const page = await host.visit('/', { viewport: PHONE });
    await tileAt(page, 0).waitFor();
    await tabTo(page, /^button Folders/);
    await page.keyboard.press('Enter');
    await drawerOf(page).getByRole('treeitem', { name: 'Archive' }).waitFor();
    // A drawer is a dialog: nothing expands beside it.
    await expect(page.locator('abs-browse [aria-expanded]:visible', { hasText: 'Filters' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await focusIs(page, /^button Folders/);

    await tabTo(page, /^button Filters/);
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /^jpg/ }).first().waitFor();
    await tabTo(page, /^input jpg/);
    await page.keyboard.press('Space');
    await hashIs(page, '#fileExtensions=jpg');
    await focusIs(page, /^input jpg/);
    await tabTo(page, /^button Show \d+ items?$/);
    await page.keyboard.press('Enter');
    await focusIs(page, /^button Filters ?1/);

    await tabTo(page, /^div Items/);
    await page.keyboard.press('Enter');
    await assetOpens(page);
    await expect(page).toHaveURL(/asset=/);
    await page.keyboard.press('Escape');
    await focusIs(page, /^div Items/);
    await expect(page).not.toHaveURL(/asset=/);

    // The button goes with the selection, and the one of the path with its node.
    await page.keyboard.press('Space');
    await tabTo(page, /^button Clear selection/);
    await page.keyboard.press('Enter');
    await focusIs(page, /^div Items/);
    await tabTo(page, /^button Folders/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await drawerOf(page).getByRole('treeitem', { name: 'Archive' }).waitFor();
    await tabTo(page, /^div Folders/);
    await page.keyboard.type('Archive');
    await page.keyboard.press('Enter');
    await headingIs(page, 'Archive');
    await tabTo(page, /^button All items/);
    await page.keyboard.press('Enter');
    await focusIs(page, /^h2 All items/);
    assert.deepEqual(await layoutShifts(page), []);
  });

  test('the header goes as the list moves up, comes as it moves down; pictures stay by the finger', async ({
    host,
  }) => {
    const page = await host.visit('/', { viewport: { width: 375, height: 400 }, hasTouch: true, isMobile: true });
    await tileAt(page, 0).locator('img, .card').waitFor();
    const { drag, touch } = await fingersOn(page);
    const placeOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? assert.fail();
    const [header, tile] = [page.getByRole('banner'), tileAt(page, 2)];
    const isAway = () => expect.poll(() => placeOf(header)).toBeLessThan(-50);
    await drag({ x: 180, y: 350 }, { x: 180, y: 150 });
    await isAway();
    const before = await placeOf(tile);
    await touch('touchMove', { x: 180, y: 190, id: 1 });
    await expect.poll(() => placeOf(header)).toBe(0);
    await expect.poll(async () => Math.abs((await placeOf(tile)) - before - 40)).toBeLessThan(2);
    await touch('touchEnd');
    // Keys find it at any time.
    await drag({ x: 180, y: 350 }, { x: 180, y: 150 });
    await touch('touchEnd');
    await isAway();
    await page.getByRole('combobox', { name: 'Search' }).focus();
    await expect.poll(() => placeOf(header)).toBe(0);
  });

  test('what is seldom done with an asset is in a menu, with words', async ({ host }) => {
    const page = await host.visit('/#asset=1000', { viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Download', exact: true }).waitFor();
    const basket = page.getByRole('button', { name: 'Add to basket' });
    await expect(basket).toBeHidden();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await basket.tap();
    await expect(basket).toBeHidden();
    await page.getByText('1 item was added to the basket.').waitFor();
  });

  test('a tap beside a menu or a drawer closes it and nothing else', async ({ host }) => {
    const page = await host.visit('/', { viewport: PHONE, hasTouch: true });
    await tileAt(page, 0).locator('img, .card').waitFor();
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('abs-grid').boundingBox()) ?? {};
    await page.getByRole('button', { name: 'Settings' }).tap();
    await page.getByLabel('Appearance').waitFor();
    await page.touchscreen.tap(x + 20, y + height / 3);
    await page.getByLabel('Appearance').waitFor({ state: 'hidden' });
    for (const [button, left] of Object.entries({ Folders: x + width - 20, Filters: x + 20 })) {
      await page.getByRole('button', { name: new RegExp(`^${button}`) }).tap();
      await page.getByRole('dialog').waitFor();
      await page.touchscreen.tap(left, y + height / 3);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The browser has sent all events of a tap before it draws twice.
      await drawn(page);
      await expect(page).not.toHaveURL(/asset=/);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  });

  test('the drawer closes by its button and with a choice; Back and a reload restore the place', async ({ host }) => {
    const page = await host.visit('/', { viewport: { width: 500, height: 500 } });
    await tileAt(page, 0).locator('img, .card').waitFor();
    await openTree(page);
    await drawerOf(page).getByRole('button', { name: 'Close' }).click();
    await drawerOf(page).waitFor({ state: 'hidden' });
    const top = () => page.locator('abs-grid .scroller').evaluate((list) => list.scrollTop);
    await page.locator('abs-grid').evaluate((grid: HTMLElementTagNameMap['abs-grid']) => grid.goTo(4));
    await expect(page).toHaveURL(/at=\d+/);
    const [address, before] = [page.url(), await top()];
    assert.ok(before > 0);
    await openTree(page);
    await drawerOf(page).getByRole('treeitem', { name: 'Archive' }).click();
    await headingIs(page, 'Archive');
    await drawerOf(page).waitFor({ state: 'hidden' });
    await page.goBack();
    await headingIs(page, 'All items');
    await expect(page).toHaveURL(address);
    await expect.poll(top).toBe(before);
    await page.reload();
    await expect.poll(top).toBe(before);
  });

  test('Back to a slow list keeps the place in the address, though the list before has just moved', async ({
    host,
  }) => {
    const page = await host.visit('about:blank', { viewport: { width: 500, height: 500 } });
    await page.clock.install();
    await page.goto(host.app.url);
    await tileAt(page, 0).locator('img, .card').waitFor();
    await page.locator('abs-grid').evaluate((grid: HTMLElementTagNameMap['abs-grid']) => grid.goTo(4));
    await expect(page).toHaveURL(/at=\d+/);
    const address = page.url();
    await openTree(page);
    // The list that is left has moved to its start, and has not said so yet.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const arrived = page
      .locator('abs-grid')
      .evaluate(
        (grid) => new Promise<void>((resolve) => grid.addEventListener('abs-list', () => resolve(), { once: true })),
      );
    await drawerOf(page).getByRole('treeitem', { name: 'Archive' }).click();
    await arrived;
    const release = await hold(page, /search_text_or_mode/);
    await page.goBack();
    await headingIs(page, 'All items');
    await page.clock.runFor(1000);
    await expect(page).toHaveURL(address);
    release();
  });
});
