/** Facets of nodes: thousands of keywords in a tree. */
import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { connect } from '../../client/src/index.ts';
import type { AbsFacets } from '../src/abs-facets.ts';
import { type AssetQuery, searchOf } from '../src/assets/asset-query.ts';
import { violationsInThemes } from './support/axe.ts';
import { drawn } from './support/drawn.ts';
import type { Host, HostPageOptions } from './support/host.ts';
import { BUSY_PAINTERS, CREATORS, PAINTERS, prepareKeywords } from './support/keyword-tree.ts';
import { countNodes } from './support/nodes-left.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

/** Number of values per facet that the service sends: far fewer than exist. */
const LIMIT = 20;

test.describe('keywords in abs-facets', () => {
  test.use({ service: { settings: { ABS_FACETS_LIMIT: String(LIMIT) }, catalogue: prepareKeywords } });

  async function openKeywords(query: AssetQuery = {}, options: HostPageOptions = {}) {
    const page = await host.open('<abs-catalogue src="$SERVICE" locale="en"></abs-catalogue>', {
      viewport: { width: 320, height: 900 },
      elements: ['abs-catalogue.js', 'abs-facets.js'],
      ...options,
    });
    const told = await listenTo(page, 'abs-query');
    // The query must be set from the beginning, because it decides which facets are open at first.
    await page.locator('abs-catalogue').evaluate((catalogue, given) => {
      const facets = document.createElement('abs-facets') as AbsFacets;
      facets.query = given;
      catalogue.append(facets);
    }, query);
    const opener = page.getByRole('button', { name: 'Keywords', exact: true });
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.press('Enter');
    const group = page.getByRole('group', { name: 'Keywords', exact: true });
    const value = (name: string | RegExp) => group.getByRole('checkbox', { name });
    await value(/^Creators/).waitFor();
    const turn = (name: string) => group.getByRole('button', { name: `What is in ${name}` });
    return { page, told, group, value, turn };
  }

  test('branches open and close by keyboard, and a keyword selects the assets of all keywords below it, as its count says', async ({
    host,
  }) => {
    const { page, told, group, value, turn } = await openKeywords();
    assert.equal(await value(/^Painters/).count(), 0);
    assert.equal(await turn('Creators').getAttribute('aria-expanded'), 'false');
    await turn('Creators').press('Enter');
    await value(/^Painters/).waitFor();
    assert.equal(await turn('Creators').evaluate((button) => button.matches(':focus')), true);
    await turn('Painters').press('Space');
    await value(/^Painter \d+/)
      .first()
      .waitFor();
    const levels = await group.getByRole('listitem').evaluateAll((items) => items.map((item) => item.ariaLevel));
    assert.deepEqual([...new Set(levels)].toSorted(), ['1', '2', '3']);
    assert.deepEqual(await violationsInThemes(page), []);
    await turn('Painters').press('Enter');
    assert.equal(await value(/^Painter \d+/).count(), 0);
    await value(/^Painters/).press('Space');
    const query = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
    assert.deepEqual(query, { filters: [{ facet: 'node_103', values: [PAINTERS] }] });
    await page.getByRole('button', { name: 'Remove filter Keywords: Painters' }).waitFor();
    assert.equal(await countOf(value(/^Painters/)), await totalOf(host, query));
    assert.equal(await value(/^Painters/).evaluate((box) => box.matches(':focus')), true);
  });

  test('only few of thousands of keywords have elements, more are shown on demand, and each shown count is true', async ({
    host,
  }) => {
    const { page, group, value, turn } = await openKeywords({ text: 'painting' });
    await turn('Creators').click();
    await turn('Painters').click();
    const painters = value(/^Painter \d+/);
    await painters.nth(5).waitFor();
    assert.equal(await painters.count(), 6);
    const more = group.getByRole('button', { name: /^Show \d+ (more|fewer)$/ }).first();
    await more.press('Enter');
    await painters.nth(49).waitFor();
    assert.equal(await painters.count(), 50);
    assert.equal(await more.evaluate((button) => button.matches(':focus')), true);
    // The service sends only some counts, so the others are requested one by one.
    await group.locator('.value:not(:has(.count))').first().waitFor({ state: 'detached' });
    for (const place of [0, 30, 49]) {
      const name = await nameOf(painters.nth(place));
      const found = await connect(host.app.url).node.search({
        ...searchOf({ text: 'painting', filters: [{ facet: 'node_103', values: [idOf(name)] }] }),
        paginate: 1,
      });
      assert.equal(await countOf(painters.nth(place)), found.total, name);
    }
    const nodes = await countNodes(page, 'abs-facets');
    assert.ok(nodes < 3000, `${nodes} nodes`);
  });

  test('a keyword on any level is found by its name, is shown with its path, and keeps its place when it is chosen', async ({
    host,
  }) => {
    const { page, told, group, value } = await openKeywords();
    const find = page.getByLabel('Find in Keywords');
    await find.fill(`painter 0${BUSY_PAINTERS - 1}`);
    const painter = value(/^Painter 0299/);
    await painter.waitFor();
    assert.match(await nameOf(painter), /Creators › Painters/);
    assert.equal(await group.getByRole('checkbox').count(), 1);
    assert.deepEqual(await violationsInThemes(page), []);
    await painter.check();
    assert.partialDeepStrictEqual((await told('abs-query')).at(-1), { query: { filters: [{ facet: 'node_103' }] } });
    // A keyword without assets would lead to an empty list.
    await find.fill('painter 1999');
    await group.getByText('Nothing to choose here').waitFor();
    await find.fill('');
    await painter.waitFor();
    assert.equal(await painter.isChecked(), true);
  });

  test('a keyword that the page has chosen is shown in its place', async ({ host }) => {
    const { page, value } = await openKeywords();
    await page.locator('abs-facets').evaluate((facets: AbsFacets) => {
      facets.query = { filters: [{ facet: 'node_103', values: [51_250] }] };
    });
    await value(/^Painter 0250/).waitFor();
    assert.equal(await value(/^Painter 0250/).isChecked(), true);
  });

  test('a branch that cannot be loaded says so in its place, and tries again', async ({ host }) => {
    const { page, group, value, turn } = await openKeywords();
    await page.route(new RegExp(`tree=${CREATORS}`), (route) => route.fulfill({ status: 500, body: 'no' }));
    await turn('Creators').click();
    await group.getByText('Could not be loaded.').waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.unroute(new RegExp(`tree=${CREATORS}`));
    await group.getByRole('button', { name: 'Try again' }).click();
    await value(/^Sculptors/).waitFor();
  });

  test('if the tree is too large for the service, the keywords with the most assets are shown as a list', async ({
    host,
  }) => {
    const small = await openHost({ ABS_MAX_TREE_NODES: '2' }, prepareKeywords);
    const page = await small.open(
      '<abs-catalogue src="$SERVICE" locale="en"><abs-facets></abs-facets></abs-catalogue>',
    );
    await page.getByRole('button', { name: 'Keywords', exact: true }).click();
    await page.getByRole('checkbox', { name: /^Creators/ }).waitFor();
    await page.getByRole('checkbox', { name: /^Painters/ }).waitFor();
  });

  test('values and chips that appear and disappear leave no nodes behind, not even comments', async ({ host }) => {
    const { page } = await openKeywords();
    const show = async (query: AssetQuery) => {
      const counted = page.waitForResponse(/search_facets/);
      await page.locator('abs-facets').evaluate((facets: AbsFacets, given) => {
        facets.query = given;
      }, query);
      const chips = page.locator('abs-chips');
      const wanted = query.filters?.[0]?.values.length ?? 0;
      await page.waitForFunction(
        ([element, count]) => element?.shadowRoot?.querySelectorAll('.chip').length === count,
        [await chips.elementHandle(), wanted] as const,
      );
      await (await counted).finished();
      await drawn(page);
    };
    const many = { text: 'drawing', filters: [{ facet: 'node_103', values: [CREATORS, 50_003, 50_004] }] };
    await show(many);
    await show({});
    const count = async () => (await countNodes(page, 'abs-chips')) + (await countNodes(page, 'abs-facets'));
    const before = await count();
    for (let round = 0; round < 5; round += 1) {
      await show(many);
      await show({});
    }
    // After the first round, the elements to reuse exist, and no further round adds any.
    assert.ok((await count()) <= before + 20, `${before} nodes became ${await count()}`);
  });
});

/** Returns the ID of a painter. */
function idOf(name: string): number {
  return 51_000 + Number(/^Painter (\d+)/.exec(name)?.[1]);
}

/** Returns the accessible name of a checkbox: the text of its label. */
async function nameOf(checkbox: Locator): Promise<string> {
  return await checkbox.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? '');
}

async function countOf(checkbox: Locator): Promise<number> {
  return Number(/(\d+) items?$/.exec(await nameOf(checkbox))?.[1]);
}

/** Returns the number of assets of a query. */
async function totalOf(host: Host, query: AssetQuery): Promise<number> {
  const { total } = await connect(host.app.url).node.search({ ...searchOf(query), paginate: 1 });
  return total ?? Number.NaN;
}
