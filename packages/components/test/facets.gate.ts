/** The filters beside a list: values with their counts, dates, and thousands of keywords in a tree. */
import assert from 'node:assert/strict';
import { expect, type Locator, type Page } from '@playwright/test';
import { connect } from '../../client/src/index.ts';
import type { AbsFacets } from '../src/abs-facets.ts';
import { type AssetQuery, searchOf } from '../src/assets/asset-query.ts';
import { refuse } from './support/answers.ts';
import type { Host } from './support/host.ts';
import { BUSY_PAINTERS, PAINTERS, prepareKeywords } from './support/keyword-tree.ts';
import { prepareYears, VALUES } from './support/many-values.ts';
import { hold } from './support/picker.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

/** Opens filters of a query, which is there from the beginning, because it decides which facets are open at first. */
async function openFacets(host: Host, query: AssetQuery = {}) {
  const page = await host.open('<abs-catalogue src="$SERVICE" locale="en"></abs-catalogue>', {
    viewport: { width: 320, height: 900 },
    elements: ['abs-catalogue.js', 'abs-facets.js'],
  });
  const told = await listenTo(page, 'abs-query');
  await page.locator('abs-catalogue').evaluate((catalogue, given) => {
    const facets = document.createElement('abs-facets');
    facets.query = given;
    catalogue.append(facets);
  }, query);
  const facet = (name: string) => page.getByRole('button', { name, exact: true });
  await facet('Uploaded').waitFor();
  return {
    page,
    facet,
    value: (name: RegExp | string) => page.getByRole('checkbox', { name }),
    chip: (name: string) => page.getByRole('button', { name: `Remove filter ${name}` }),
    /** Once the page was told of the last press, which is after it was painted. */
    lastQuery: async () => {
      await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));
      return (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
    },
  };
}

const setQuery = (page: Page, query: AssetQuery) => set(page, 'abs-facets', { query });

/** The accessible name of a checkbox: the text of its label. */
async function nameOf(checkbox: Locator): Promise<string> {
  return await checkbox.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? '');
}

const countOf = async (checkbox: Locator): Promise<number> => Number(/(\d+) items?$/.exec(await nameOf(checkbox))?.[1]);

/** The number of assets of a query. */
async function totalOf(host: Host, query: AssetQuery): Promise<number> {
  const { total } = await connect(host.app.url).node.search({ ...searchOf(query), paginate: 1 });
  return total ?? Number.NaN;
}

test.describe('values and dates in abs-facets', () => {
  test.use({ service: { catalogue: prepareYears } });

  test('every count is the number of assets that remain if the value is chosen', async ({ host }) => {
    const { page, lastQuery } = await openFacets(host);
    const values: { readonly checkbox: Locator; readonly count: number }[] = [];
    // All before the first is checked, because values that remain for none are left out until it is unchecked.
    for (const facet of ['Kind', 'File format', 'Type']) {
      const group = page.getByRole('group', { name: facet, exact: true });
      await group.getByRole('checkbox').first().waitFor();
      for (const each of await group.getByRole('checkbox').all()) {
        const [, value = '', count] = /^(.+?)\s*(\d+) items?$/s.exec(await nameOf(each)) ?? [];
        assert.ok(value);
        values.push({ checkbox: group.getByRole('checkbox', { name: value }), count: Number(count) });
      }
    }
    assert.ok(values.length > 6);
    for (const { checkbox, count } of values) {
      await checkbox.check();
      assert.equal(await totalOf(host, await lastQuery()), count);
      await checkbox.uncheck();
    }
    await expect.poll(() => lastQuery()).toEqual({ filters: [] });
  });

  test('values of one facet are alternatives, facets narrow each other, each says which it is', async ({ host }) => {
    const { page, facet, value, chip } = await openFacets(host);
    const [all, any] = ['Shows items with all chosen values', 'Shows items with any of the chosen values'];
    await value(/^jpg/).check();
    await chip('File format: jpg').waitFor();
    await expect(page.getByText(any)).toHaveCount(0);
    const jpg = await countOf(value(/^jpg/));
    await value(/^png/).check();
    await page.getByRole('group', { name: 'Filters' }).getByText(any).waitFor();
    await value('Text').waitFor({ state: 'detached' });
    await expect(value(/^txt/)).toHaveCount(1);
    await expect.poll(() => countOf(value(/^jpg/))).toBe(jpg);
    await facet('Keywords').click();
    await value(/^Keyword 05/).check();
    await page.getByText(all).waitFor();
    await value(/^Keyword 05/).uncheck();
    await page.getByText(all).waitFor({ state: 'detached' });
  });

  test('a facet whose one value all assets have is not there, unless it is chosen', async ({ host }) => {
    const { page, facet, value } = await openFacets(host, { filters: [{ facet: 'fileExtensions', values: ['txt'] }] });
    await expect(value(/^txt/)).toBeChecked();
    await expect(facet('Kind')).toHaveCount(0);
    await setQuery(page, {});
    await facet('Kind').waitFor();
  });

  test('values of a reference field are a tree of exact counts, whose root may be no value', async ({ host }) => {
    const { page, facet, value, chip, lastQuery } = await openFacets(host);
    await facet('Subjects').click();
    const group = page.getByRole('group', { name: 'Subjects', exact: true });
    await value(/^Red apples/).waitFor();
    await expect(value(/^Boskoop/)).toHaveCount(0);
    await expect(group.getByRole('checkbox')).toHaveCount(2);
    await group.getByRole('button', { name: 'What is in Red apples' }).click();
    const boskoop = await countOf(value(/^Boskoop/));
    await value(/^Applewood/).check();
    await expect.poll(() => lastQuery()).toEqual({ filters: [{ facet: 'info_103', values: [33] }] });
    await chip('Subjects: Applewood').waitFor();
    // Values of a field are alternatives, so their counts stay.
    await expect.poll(() => countOf(value(/^Boskoop/))).toBe(boskoop);
    await value(/^Boskoop/).check();
    assert.equal(await totalOf(host, await lastQuery()), boskoop + 1);
  });

  test('years of uploads can be chosen as bars, and any other range can be entered', async ({ host }) => {
    const { page, facet, value, chip, lastQuery } = await openFacets(host);
    await facet('Uploaded').click();
    await value(/^2019.*3 items/).check();
    await expect.poll(() => lastQuery()).toEqual({ uploaded: { after: '2019-01-01', before: '2019-12-31' } });
    await chip('Uploaded: 2019').waitFor();
    // A second year extends the range to both, and each can be undone.
    await value(/^2021.*2 items/).check();
    await chip('Uploaded: 2019–2021').waitFor();
    for (const name of [/^2019/, /^2021/]) await expect(value(name)).toBeChecked();
    assert.equal(await totalOf(host, await lastQuery()), 5);
    await value(/^2021/).uncheck();
    await chip('Uploaded: 2019').waitFor();
    await page.getByLabel('Until').fill('2018-06-30');
    await page.getByLabel('Until').blur();
    await page.getByText('The first day is after the last one').waitFor();
    await page.getByLabel('Until').fill('2021-06-30');
    await page.getByLabel('Until').blur();
    await chip('Uploaded: Jan 1, 2019 – Jun 30, 2021').waitFor();
    await page.getByText('The first day is after the last one').waitFor({ state: 'detached' });
    await page.getByLabel('From').fill('');
    await chip('Uploaded: until Jun 30, 2021').click();
    await expect.poll(() => lastQuery()).toEqual({});
  });

  test('a facet with many values shows the first, all on demand as text, and finds one by name', async ({ host }) => {
    const { page, facet, value } = await openFacets(host);
    await facet('Keywords').click();
    const group = page.getByRole('group', { name: 'Keywords', exact: true });
    await expect(group.getByRole('checkbox')).toHaveCount(6);
    await group.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter');
    await value('<img src=x onerror=alert(1)>').waitFor();
    await expect.poll(async () => (await group.getByRole('checkbox').count()) >= VALUES).toBeTruthy();
    await expect(group.getByRole('button', { name: 'Show fewer' })).toBeFocused();
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByLabel('Find in Keywords').fill('KEYWORD 07');
    await value(/^Keyword 07/).waitFor();
    await expect(group.getByRole('checkbox')).toHaveCount(1);
    await page.getByLabel('Find in Keywords').fill('nonsense');
    await group.getByText('Nothing to choose here').waitFor();
  });

  test('the focus stays on a value that is chosen, and goes to the next chip when one is removed', async ({ host }) => {
    const { page, value, chip } = await openFacets(host);
    await value(/^jpg/).press('Space');
    await chip('File format: jpg').waitFor();
    await expect(value(/^jpg/)).toBeFocused();
    await value(/^png/).check();
    await page.getByRole('button', { name: 'Clear all' }).waitFor();
    await chip('File format: jpg').press('Enter');
    await chip('File format: jpg').waitFor({ state: 'detached' });
    await expect(chip('File format: png')).toBeFocused();
    await chip('File format: png').press('Enter');
    await chip('File format: png').waitFor({ state: 'detached' });
    await expect(page.getByRole('group', { name: 'Active filters' })).toBeFocused();
  });

  test('each list of values is one stop of the Tab key, and arrow keys go on in it and by heading', async ({
    host,
  }) => {
    const { page, value } = await openFacets(host);
    await value(/^jpg/).waitFor();
    const quick = page.locator('abs-facets .quick-filters button');
    const first = page.locator('abs-facets h3 button').first();
    await quick.first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(quick.nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(quick.nth(1)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(quick.first()).toBeFocused();
    await first.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('checkbox').nth(1)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.locator('abs-facets h3 button').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.locator('abs-facets h3 button').last()).toBeFocused();
  });

  test('a value whose chip is removed, or whose filter the page refuses, is not ticked', async ({ host }) => {
    const { page, value, chip } = await openFacets(host);
    await value(/^jpg/).waitFor();
    const release = await hold(page, /search_extensions=/);
    await value(/^jpg/).check();
    await chip('File format: jpg').click();
    await expect(page.getByRole('button', { name: /^File format/ }).locator('.badge')).toHaveCount(0);
    await expect(value(/^jpg/)).not.toBeChecked();
    release();
    await page.locator('abs-facets').evaluate((facets: AbsFacets) => {
      facets.addEventListener('abs-query', () => {
        facets.query = {};
      });
    });
    for (const name of [/^png/, /^Image/]) {
      await value(name).click();
      await expect
        .poll(() => page.locator('abs-facets').evaluate((facets: AbsFacets) => facets.updateComplete))
        .toBe(true);
      await expect(value(name)).not.toBeChecked();
    }
  });

  test('a date that cannot be counted says why in its section, and tries again, also by itself', async ({ host }) => {
    const { page, facet, value } = await openFacets(host);
    const YEARS = /node\.do\?.*sort_order=uploaddate/;
    await page.route(YEARS, (route) => route.fulfill({ status: 500, body: 'no' }));
    await facet('Uploaded').click();
    const uploaded = page.getByRole('group', { name: 'Uploaded', exact: true });
    await uploaded.getByRole('status').getByText('The answer cannot be read').waitFor();
    await value(/^jpg/).waitFor();
    await page.unroute(YEARS);
    await uploaded.getByRole('button', { name: 'Try again' }).press('Enter');
    await value(/^2019.*3 items/).waitFor();
    await expect(uploaded.getByRole('status')).toHaveText('');
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('abs-facets');

    await page.clock.install();
    await refuse(page, YEARS, 2, 60);
    await value(/^png/).check();
    await page.clock.runFor(1000);
    await uploaded.getByRole('status').getByText('The catalogue is busy').waitFor();
    await page.clock.runFor(61_000);
    await value(/^20.*item/)
      .first()
      .waitFor();
  });
});

test.describe('keywords in abs-facets', () => {
  // Far fewer values per facet than exist.
  test.use({ service: { settings: { ABS_FACETS_LIMIT: '20' }, catalogue: prepareKeywords } });

  async function openKeywords(host: Host, query: AssetQuery = {}) {
    const opened = await openFacets(host, query);
    const opener = opened.facet('Keywords');
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.press('Enter');
    const group = opened.page.getByRole('group', { name: 'Keywords', exact: true });
    const value = (name: string | RegExp) => group.getByRole('checkbox', { name });
    await value(/^Creators/).waitFor();
    return {
      ...{ ...opened, group, value },
      turn: (name: string) => group.getByRole('button', { name: `What is in ${name}` }),
    };
  }

  test('branches open by keyboard, and a keyword selects the assets of all keywords below it', async ({ host }) => {
    const { group, value, turn, chip, lastQuery } = await openKeywords(host);
    await expect(value(/^Painters/)).toHaveCount(0);
    await expect(turn('Creators')).toHaveAttribute('aria-expanded', 'false');
    await turn('Creators').press('Enter');
    await value(/^Painters/).waitFor();
    await expect(turn('Creators')).toBeFocused();
    await turn('Painters').press('Space');
    await value(/^Painter \d+/)
      .first()
      .waitFor();
    const levels = await group.getByRole('listitem').evaluateAll((items) => items.map((item) => item.ariaLevel));
    assert.deepEqual([...new Set(levels)].toSorted(), ['1', '2', '3']);
    await turn('Painters').press('Enter');
    await expect(value(/^Painter \d+/)).toHaveCount(0);
    await value(/^Painters/).press('Space');
    const query = await lastQuery();
    assert.deepEqual(query, { filters: [{ facet: 'node_103', values: [PAINTERS] }] });
    await chip('Keywords: Painters').waitFor();
    assert.equal(await countOf(value(/^Painters/)), await totalOf(host, query));
    await expect(value(/^Painters/)).toBeFocused();
  });

  test('of thousands of keywords more are shown on demand, and each shown count is true', async ({ host }) => {
    const { group, value, turn } = await openKeywords(host, { text: 'painting' });
    await turn('Creators').click();
    await turn('Painters').click();
    const painters = value(/^Painter \d+/);
    await expect(painters).toHaveCount(6);
    const more = group.getByRole('button', { name: /^Show \d+ (more|fewer)$/ }).first();
    await more.press('Enter');
    await expect(painters).toHaveCount(50);
    await expect(more).toBeFocused();
    // The service sends only some counts, so the others are requested one by one.
    await group.locator('.value:not(:has(.count))').first().waitFor({ state: 'detached' });
    for (const place of [0, 30, 49]) {
      const id = 51_000 + Number(/^Painter (\d+)/.exec(await nameOf(painters.nth(place)))?.[1]);
      const total = await totalOf(host, { text: 'painting', filters: [{ facet: 'node_103', values: [id] }] });
      await expect.poll(() => countOf(painters.nth(place))).toBe(total);
    }
  });

  test('a keyword on any level is found by its name, shown with its path, and keeps its place', async ({ host }) => {
    const { page, group, value } = await openKeywords(host);
    const find = page.getByLabel('Find in Keywords');
    await find.fill(`painter 0${BUSY_PAINTERS - 1}`);
    const painter = value(/^Painter 0299/);
    await painter.waitFor();
    await expect.poll(() => nameOf(painter)).toMatch(/Creators › Painters/);
    await expect(group.getByRole('checkbox')).toHaveCount(1);
    await painter.check();
    // A keyword without assets would lead to an empty list.
    await find.fill('painter 1999');
    await group.getByText('Nothing to choose here').waitFor();
    await find.fill('');
    await expect(painter).toBeChecked();
    // So is one that the page has chosen.
    await setQuery(page, { filters: [{ facet: 'node_103', values: [51_250] }] });
    await expect(value(/^Painter 0250/)).toBeChecked();
  });
});
