import assert from 'node:assert/strict';
import type { Locator } from '@playwright/test';
import { connect } from '../../client/src/index.ts';
import type { AbsFacets } from '../src/abs-facets.ts';
import { type AssetQuery, searchOf } from '../src/assets/asset-query.ts';
import { violationsInThemes } from './support/axe.ts';
import type { Host, HostPageOptions } from './support/host.ts';
import { prepareYears, VALUES } from './support/many-values.ts';
import { hold } from './support/picker.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('abs-facets', () => {
  test.use({ service: { catalogue: prepareYears } });

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

  test('every count is the number of assets that remain if the value is chosen', async ({ host }) => {
    const { page, told } = await openFacets();
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
      const query = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
      assert.equal(await totalOf(host, query), count);
      await checkbox.uncheck();
    }
  });

  test('values of one facet are alternatives, and facets narrow each other', async ({ host }) => {
    const { value } = await openFacets();
    await value(/^jpg/).check();
    const jpg = Number(/(\d+) item/.exec(await nameOf(value(/^jpg/)))?.[1]);
    await value(/^png/).check();
    await value('Text').waitFor({ state: 'detached' });
    assert.equal(await value(/^txt/).count(), 1);
    assert.equal(Number(/(\d+) item/.exec(await nameOf(value(/^jpg/)))?.[1]), jpg);
  });

  test('a year of uploads can be chosen as a bar, and any other range can be entered', async ({ host }) => {
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

  test('a second year extends the range to both, and each can be undone', async ({ host }) => {
    const { page, told, facet, value } = await openFacets();
    await facet('Uploaded').click();
    await value(/^2019.*3 items/).check();
    await value(/^2021.*2 items/).check();
    await page.getByRole('button', { name: 'Remove filter Uploaded: 2019–2021' }).waitFor();
    for (const name of [/^2019/, /^2021/]) assert.equal(await value(name).isChecked(), true);
    const both = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
    assert.deepEqual(both, { uploaded: { after: '2019-01-01', before: '2021-12-31' } });
    assert.equal(await totalOf(host, both), 5);
    await value(/^2019/).uncheck();
    await page.getByRole('button', { name: 'Remove filter Uploaded: 2021' }).waitFor();
    await value(/^2021/).uncheck();
    assert.deepEqual((await told('abs-query')).at(-1), { query: {} });
  });

  test('a facet says whether items have all of its chosen values, which nodes need, or any of them', async ({
    host,
  }) => {
    const { page, facet, value } = await openFacets();
    const [all, any] = ['Shows items with all chosen values', 'Shows items with any of the chosen values'];
    await value(/^jpg/).check();
    await page.getByRole('button', { name: 'Remove filter File format: jpg' }).waitFor();
    assert.equal(await page.getByText(any).count(), 0);
    await value(/^png/).check();
    await page.getByRole('group', { name: 'Filters' }).getByText(any).waitFor();
    await facet('Keywords').click();
    await value(/^Keyword 05/).check();
    await page.getByText(all).waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await value(/^Keyword 05/).uncheck();
    await page.getByText(all).waitFor({ state: 'detached' });
  });

  test('a year of a field with dates can be chosen as a bar, too, and its range narrows the list and can be undone', async ({
    host,
  }) => {
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
    // The other years stay, so that the person can add them.
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

  test('a facet with many values shows the first ones, all on demand, and finds one by its name', async ({ host }) => {
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

  test('the browser remembers which facets are open', async ({ host }) => {
    const { page, facet } = await openFacets();
    await facet('Kind').click();
    await facet('Modified').click();
    await page.reload();
    await facet('Modified').waitFor();
    assert.equal(await facet('Kind').getAttribute('aria-expanded'), 'false');
    assert.equal(await facet('Modified').getAttribute('aria-expanded'), 'true');
  });

  test('the focus stays on a value that is chosen, and goes to the next chip when one is removed', async ({ host }) => {
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

  test('a value without assets can be undone, and values without a name show their IDs', async ({ host }) => {
    const query = { text: 'nothing has this text', filters: [{ facet: 'node_103', values: [31, 999_999] }] };
    const { page, told } = await openFacets(query);
    await page.getByRole('button', { name: 'Remove filter Keywords: Red apples' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Keywords: 999999' }).click();
    await page.getByRole('button', { name: 'Remove filter Keywords: Red apples' }).click();
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: query.text, filters: [] } });
  });

  test('facets that cannot be loaded say why, and try again', async ({ host }) => {
    const { page, value } = await openFacets();
    await value(/^jpg/).waitFor();
    // Only the requests after the click fail; otherwise the value could disappear before the click.
    await page.route(/search_extensions=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    // `check` would look at the box again afterwards, when the failure may have replaced it.
    await value(/^jpg/).click();
    await page.getByText('The answer cannot be read').waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    await page.unroute(/search_extensions=/);
    const release = await hold(page, /search_extensions=/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The answer cannot be read').waitFor({ state: 'detached' });
    release();
    await value(/^jpg/).waitFor();
    assert.equal(await value(/^jpg/).isChecked(), true);
  });

  test('a value whose chip is removed, or whose filter the page refuses, is not ticked', async ({ host }) => {
    const { page, value } = await openFacets();
    await value(/^jpg/).waitFor();
    const release = await hold(page, /search_extensions=/);
    await value(/^jpg/).check();
    await page.getByRole('button', { name: 'Remove filter File format: jpg' }).click();
    await page
      .getByRole('button', { name: /^File format/ })
      .and(page.locator(':not(:has(.badge))'))
      .waitFor();
    assert.equal(await value(/^jpg/).isChecked(), false);
    release();
    await page.locator('abs-facets').evaluate((facets: AbsFacets) => {
      facets.addEventListener('abs-query', () => {
        facets.query = {};
      });
    });
    for (const name of [/^png/, /^Image/]) {
      await value(name).click();
      assert.equal(await page.locator('abs-facets').evaluate((facets: AbsFacets) => facets.updateComplete), true);
      assert.equal(await value(name).isChecked(), false, String(name));
    }
  });

  test('a date that cannot be counted says why in its own section, and tries again', async ({ host }) => {
    const { page, facet, value } = await openFacets();
    const YEARS = /node\.do\?.*sort_order=uploaddate/;
    await page.route(YEARS, (route) => route.fulfill({ status: 500, body: 'no' }));
    await facet('Uploaded').click();
    const uploaded = page.getByRole('group', { name: 'Uploaded', exact: true });
    await uploaded.getByRole('status').getByText('The answer cannot be read').waitFor();
    assert.deepEqual(await violationsInThemes(page), []);
    // The browser remembers the open date, whose failure must not hide the other facets.
    await page.reload();
    await uploaded.getByRole('status').getByText('The answer cannot be read').waitFor();
    await value(/^jpg/).waitFor();
    await page.unroute(YEARS);
    await uploaded.getByRole('button', { name: 'Try again' }).press('Enter');
    await value(/^2019.*3 items/).waitFor();
    assert.equal(await uploaded.getByRole('status').innerText(), '');
    assert.equal(await page.evaluate(() => document.activeElement?.localName), 'abs-facets');

    // The years are counted again after the time that a busy service names.
    let asked = 0;
    await page.clock.install();
    await page.route(YEARS, async (route) => {
      asked += 1;
      if (asked > 2) await route.fallback();
      else await refuseAsBusy(route, 60);
    });
    await value(/^png/).check();
    await page.clock.runFor(1000);
    await uploaded.getByRole('status').getByText('The catalogue is busy').waitFor();
    await page.clock.runFor(61_000);
    await value(/^20.*item/)
      .first()
      .waitFor();
  });

  test('late counts of another query are not awaited after the previous query is set again', async ({ host }) => {
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

  test('names of the catalogue are shown as plain text and fit the available width', async ({ host }) => {
    const { page, facet, value } = await openFacets();
    await facet('Keywords').click();
    await page
      .getByRole('button', { name: /^Show \d+ more$/ })
      .last()
      .click();
    await value('<img src=x onerror=alert(1)>').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  });

  test('a service without facets still offers dates, including those of fields', async ({ host }) => {
    const plain = await openHost({ ABS_FACETS_ENABLED: 'false' });
    const page = await plain.open('<abs-catalogue src="$SERVICE"><abs-facets></abs-facets></abs-catalogue>');
    await page.getByRole('button', { name: 'Uploaded' }).click();
    await page.getByRole('checkbox', { name: /^2024/ }).waitFor();
    assert.deepEqual(await page.getByRole('heading').allInnerTexts(), ['Taken', 'Uploaded', 'Modified']);
  });
});

/** Returns the accessible name of a checkbox: the text of its label. */
async function nameOf(checkbox: Locator): Promise<string> {
  return await checkbox.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent?.trim() ?? '');
}

/** Returns the number of assets of a query. */
async function totalOf(host: Host, query: AssetQuery): Promise<number> {
  const { total } = await connect(host.app.url).node.search({ ...searchOf(query), paginate: 1 });
  return total ?? Number.NaN;
}
