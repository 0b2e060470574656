import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { connect } from '../../client/src/index.ts';
import type { AbsFacets } from '../src/abs-facets.ts';
import { type AssetQuery, searchOf } from '../src/assets/asset-query.ts';
import { violationsInThemes } from './support/axe.ts';
import { type Host, type HostPageOptions, openHost, WITHOUT_BROWSER } from './support/host.ts';
import { prepareYears, VALUES } from './support/many-values.ts';
import { listenTo } from './support/told.ts';

describe('abs-facets', { skip: WITHOUT_BROWSER }, () => {
  let host: Host;
  before(async () => {
    host = await openHost({}, prepareYears);
  });
  after(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  async function openFacets(query: AssetQuery = {}, { head = '', ...options }: HostPageOptions = {}) {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-facets></abs-facets></abs-catalogue>', {
      viewport: { width: 320, height: 900 },
      head,
      ...options,
    });
    const told = await listenTo(page, 'abs-query');
    await page.locator('abs-facets').evaluate((facets: AbsFacets, given) => {
      facets.query = given;
    }, query);
    const facet = (name: string) => page.getByRole('button', { name, exact: true });
    await facet('Uploaded').waitFor();
    const value = (name: RegExp | string) => page.getByRole('checkbox', { name });
    return { page, told, facet, value };
  }

  test('every count is the number of assets that choosing the value leaves', async () => {
    const { page, told } = await openFacets();
    const facets = ['Kind', 'File format', 'Type'];
    for (const name of facets) {
      const group = page.getByRole('group', { name, exact: true });
      await group.getByRole('checkbox').first().waitFor();
      for (const label of await group.getByRole('checkbox').all()) {
        const count = Number(/(\d+) items?$/.exec(await nameOf(label))?.[1]);
        await label.check();
        const query = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
        assert.equal(await totalOf(host, query), count);
        await label.uncheck();
      }
    }
  });

  test('values of one facet add up, and those of different facets narrow each other', async () => {
    const { value } = await openFacets();
    await value(/^jpg/).check();
    const jpg = Number(/(\d+) item/.exec(await nameOf(value(/^jpg/)))?.[1]);
    await value(/^png/).check();
    await value('Text').waitFor({ state: 'detached' });
    assert.equal(await value(/^txt/).count(), 1);
    assert.equal(Number(/(\d+) item/.exec(await nameOf(value(/^jpg/)))?.[1]), jpg);
  });

  test('the years of uploads are bars of which one can be chosen, and any other range can be entered', async () => {
    const { page, told, facet, value } = await openFacets();
    await facet('Uploaded').click();
    await value(/^2019.*3 items/).check();
    assert.deepEqual((await told('abs-query')).at(-1), {
      query: { uploaded: { after: '2019-01-01', before: '2019-12-31' } },
    });
    await page.getByRole('button', { name: 'Remove filter Uploaded: 2019' }).waitFor();
    await value(/^2021.*2 items/).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.getByLabel('Until').fill('2018-06-30');
    await page.getByLabel('Until').blur();
    await page.getByText('The first day is after the last one').waitFor();
    await page.getByLabel('Until').fill('2021-06-30');
    await page.getByLabel('Until').blur();
    await page.getByRole('button', { name: 'Remove filter Uploaded: Jan 1, 2019 – Jun 30, 2021' }).waitFor();
    await page.getByText('The first day is after the last one').waitFor({ state: 'detached' });
    await page.getByLabel('From').fill('');
    await page.getByRole('button', { name: 'Remove filter Uploaded: until Jun 30, 2021' }).click();
    assert.deepEqual((await told('abs-query')).at(-1), { query: {} });
  });

  test('the years of a field with dates are bars, too, and a range of it narrows the list and can be undone', async () => {
    const { page, told, facet, value } = await openFacets({ filters: [{ facet: 'fileExtensions', values: ['jpg'] }] });
    await facet('Taken').click();
    const row = value(/^2018.*3 items/);
    await row.waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await row.check();
    const chosen = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
    assert.deepEqual(chosen.filters?.at(-1), { facet: 'date_102', values: ['2018-01-01_2018-12-31'] });
    assert.equal(await totalOf(host, chosen), 3);
    await page.getByRole('button', { name: 'Remove filter Taken: 2018' }).waitFor();
    // Other years stay, to be chosen instead.
    await value(/^2021.*1 item/).waitFor();
    const group = page.getByRole('group', { name: 'Taken', exact: true });
    await group.getByLabel('From').fill('2018-03-01');
    await group.getByLabel('From').blur();
    await page.getByRole('button', { name: 'Remove filter Taken: Mar 1, 2018 – Dec 31, 2018' }).waitFor();
    assert.equal(await totalOf(host, (await told('abs-query')).at(-1)?.['query'] as AssetQuery), 2);
    await group.getByLabel('Until').fill('');
    await group.getByLabel('Until').blur();
    await page.getByRole('button', { name: 'Remove filter Taken: from Mar 1, 2018' }).click();
    const last = (await told('abs-query')).at(-1)?.['query'] as AssetQuery | undefined;
    assert.equal(last?.filters?.length, 1);
  });

  test('of many values the first ones show, then all, and one is found by its name', async () => {
    const { page, facet, value } = await openFacets();
    await facet('Keywords').click();
    const group = page.getByRole('group', { name: 'Keywords', exact: true });
    await group.getByRole('checkbox').nth(5).waitFor();
    assert.equal(await group.getByRole('checkbox').count(), 6);
    await group.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter');
    assert.ok((await group.getByRole('checkbox').count()) >= VALUES);
    assert.equal(await group.getByRole('button', { name: 'Show fewer' }).evaluate((it) => it.matches(':focus')), true);
    assert.deepEqual(await violationsInThemes(page), []);
    await page.getByLabel('Find in Keywords').fill('KEYWORD 07');
    await value(/^Keyword 07/).waitFor();
    assert.equal(await group.getByRole('checkbox').count(), 1);
    await page.getByLabel('Find in Keywords').fill('nonsense');
    await group.getByText('Nothing to choose here').waitFor();
  });

  test('what is open stays open in this browser', async () => {
    const { page, facet } = await openFacets();
    await facet('Kind').click();
    await facet('Modified').click();
    await page.reload();
    await facet('Modified').waitFor();
    assert.equal(await facet('Kind').getAttribute('aria-expanded'), 'false');
    assert.equal(await facet('Modified').getAttribute('aria-expanded'), 'true');
  });

  test('the focus stays on a value that is chosen, and goes to the next chip when one is removed', async () => {
    const { page, value } = await openFacets();
    await value(/^jpg/).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Remove filter File format: jpg' }).waitFor();
    assert.equal(await value(/^jpg/).evaluate((it) => it.matches(':focus')), true);
    await value(/^png/).check();
    await page.getByRole('button', { name: 'Clear all' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter File format: jpg' }).press('Enter');
    const png = page.getByRole('button', { name: 'Remove filter File format: png' });
    await page.getByRole('button', { name: 'Remove filter File format: jpg' }).waitFor({ state: 'detached' });
    assert.equal(await png.evaluate((it) => it.matches(':focus')), true);
    await png.press('Enter');
    await png.waitFor({ state: 'detached' });
    await page
      .getByRole('group', { name: 'Active filters' })
      .and(page.locator(':focus'))
      .waitFor({ state: 'attached' });
  });

  test('a value that leaves nothing can be undone, and values that nobody knows keep their IDs', async () => {
    const query = { text: 'nothing has this text', filters: [{ facet: 'node_103', values: [31, 999_999] }] };
    const { page, told } = await openFacets(query);
    await page.getByRole('button', { name: 'Remove filter Keywords: Red apples' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Keywords: 999999' }).click();
    await page.getByRole('button', { name: 'Remove filter Keywords: Red apples' }).click();
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: query.text, filters: [] } });
  });

  test('facets that cannot be loaded say why, and try again', async () => {
    const { page, value } = await openFacets();
    await value(/^jpg/).waitFor();
    // Only the requests after the click fail, else the value could be gone before it.
    await page.route(/search_extensions=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await value(/^jpg/).check();
    await page.getByText('No catalogue is at this address').waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.unroute(/search_extensions=/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await value(/^jpg/).waitFor();
    assert.equal(await value(/^jpg/).isChecked(), true);
  });

  test('counts that come late for another query are not waited for when the query is the one before again', async () => {
    const { page, value } = await openFacets();
    const before = await nameOf(value(/^jpg/));
    const late = Promise.withResolvers<void>();
    await page.route(/search=dawn.*search_facets/, async (route) => {
      await late.promise;
      await route.continue().catch(() => {});
    });
    const sent = page.waitForRequest(/search=dawn.*search_facets/);
    const shown = await page.locator('abs-facets').evaluateHandle((facets: AbsFacets) => {
      const { query } = facets;
      facets.query = { text: 'dawn' };
      return query;
    });
    const request = await sent;
    const cancelled = page.waitForEvent('requestfailed', (failed) => failed === request);
    await page.locator('abs-facets').evaluate((facets: AbsFacets, query) => {
      facets.query = query;
    }, shown);
    await cancelled;
    late.resolve();
    assert.equal(await nameOf(value(/^jpg/)), before);
  });

  test('names of the catalogue are texts, and take no more room than there is', async () => {
    const { page, facet, value } = await openFacets();
    await facet('Keywords').click();
    await page
      .getByRole('button', { name: /^Show \d+ more$/ })
      .last()
      .click();
    await value('<img src=x onerror=alert(1)>').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  });

  test('a service without facets offers the dates, of fields as well', async () => {
    await using plain = await openHost({ ABS_FACETS_ENABLED: 'false' });
    const page = await plain.open('<abs-catalogue src="$SERVICE"><abs-facets></abs-facets></abs-catalogue>');
    await page.getByRole('button', { name: 'Uploaded' }).click();
    await page.getByRole('checkbox', { name: /^2024/ }).waitFor();
    assert.deepEqual(await page.getByRole('heading').allInnerTexts(), ['Taken', 'Uploaded', 'Modified']);
  });
});

/** The accessible name of a checkbox: the text of its label. */
async function nameOf(checkbox: Locator): Promise<string> {
  return await checkbox.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? '');
}

/** Number of assets of a query. */
async function totalOf(host: Host, query: AssetQuery): Promise<number> {
  const { total } = await connect(host.app.url).node.search({ ...searchOf(query), paginate: 1 });
  return total ?? Number.NaN;
}
