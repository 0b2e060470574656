import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { FacetList } from '../src/facets/facet-lists.ts';
import { rangeName } from '../src/facets/range-name.ts';
import { barsOf, rangeOf } from '../src/facets/years.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { addTexts, loadTexts } from '../src/texts/texts.ts';
import './support/client-from-source.ts';

const { keepOrder, withValue } = await import('../src/facets/facet-lists.ts');
const { withoutFilters } = await import('../src/facets/with-filter.ts');
const { connect } = await import('@asset-browsing-service/client');
const { facetNames } = await import('../src/facets/facet-names.ts');

addTexts(EN_LATER);

test('a histogram has at most 16 bars of equal length, which contain every year once', () => {
  forAll(fc.integer({ min: 1, max: 9999 }), fc.nat(5000), (first, more) => {
    const last = Math.min(9999, first + more);
    const bars = barsOf(first, last);
    assert.ok(bars.length <= 16);
    assert.ok((bars[0]?.first ?? 10_000) <= first);
    assert.ok((bars.at(-1)?.last ?? 0) >= last);
    for (const [place, bar] of bars.entries()) {
      assert.equal(bar.last - bar.first, (bars[0]?.last ?? 0) - (bars[0]?.first ?? 0));
      if (place > 0) assert.equal(bar.first, (bars[place - 1]?.last ?? 0) + 1);
    }
  });
});

test('a range of years begins on the first day of the first year and ends on the last day of the last one', () =>
  assert.deepEqual(rangeOf({ first: 980, last: 2024 }), { after: '0980-01-01', before: '2024-12-31' }));

test('choosing a value and undoing it restores the query, and no other filter changes', () => {
  const facet = fc.constantFrom('fileExtensions', 'fileCategory', 'node_101', 'info_3');
  const filters = fc.uniqueArray(
    fc.record({ facet, values: fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 }) }, { noNullPrototype: true }),
    { selector: (filter) => filter.facet },
  );
  forAll(filters, facet, fc.integer({ min: 10, max: 20 }), (filters, facet, value) => {
    const query = { text: 'lake', filters };
    const chosen = withValue(query, facet, value, true);
    const valuesOf = (some: typeof query.filters, of: string) => some.find((each) => each.facet === of)?.values ?? [];
    assert.deepEqual(valuesOf((chosen.filters ?? []) as typeof filters, facet), [...valuesOf(filters, facet), value]);
    const undone = withValue(chosen, facet, value, false);
    const sorted = (some: readonly { facet: string }[] = []) =>
      some.toSorted((one, other) => one.facet.localeCompare(other.facet));
    assert.deepEqual(sorted(undone.filters), sorted(filters));
  });
});

test('a filter of a boolean field has at most one value', () => {
  const query = withValue(withValue({}, 'info_4', true, true), 'info_4', false, true);
  assert.deepEqual(query.filters, [{ facet: 'info_4', values: [false] }]);
});

test('values keep their order when their counts change, and new values come last', () => {
  const list = (...names: readonly string[]): readonly FacetList[] => [
    { facet: 'a', name: 'A', values: names.map((name) => ({ value: name, name, count: 1 })) },
  ];
  const [kept] = keepOrder(list('tif', 'new', 'jpg'), list('jpg', 'png', 'tif'));
  const names = kept?.values.map(({ name }) => name);
  assert.deepEqual(names, ['jpg', 'tif', 'new']);
});

test('a range of whole years is named by their numbers, any other range by its days in the language of the page', async () => {
  const say = await loadTexts('en');
  const german = await loadTexts('de');
  assert.equal(rangeName(rangeOf({ first: 2020, last: 2020 }), say, 'en'), '2020');
  assert.equal(rangeName(rangeOf({ first: 2010, last: 2019 }), say, 'en'), '2010–2019');
  assert.equal(rangeName({ after: '2024-05-03' }, german, 'de-AT'), 'ab 03.05.2024');
  assert.equal(rangeName({ before: 'yesterday' }, say, 'en'), 'until yesterday');
});

test('clearing all filters keeps the text, the node and the order', () => {
  const kept = { text: 'lake', node: 3, sorting: { by: 'name', direction: 'asc' } } as const;
  const query = { ...kept, ids: [1, 2], filters: [{ facet: 'a', values: [1] }], uploaded: { after: '2024-01-01' } };
  assert.deepEqual(withoutFilters(query), kept);
});

test('a name that could not be loaded is requested again, but not that of a deleted node', async () => {
  const asked: string[] = [];
  let isFailing = true;
  await using server = await startLocalServer((request, response) => {
    const id = new URL(request.url ?? '', 'http://host').searchParams.get('tree') ?? '';
    asked.push(id);
    const failure = id === '9' ? ([404, 'node_not_found'] as const) : ([500, 'internal'] as const);
    const [status, code] = id === '9' || isFailing ? failure : [200, undefined];
    const data = code ? null : [{ id: Number(id), type: 103, name: `Node ${id}`, children: [] }];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ version: 2, status, data, code, message: code }));
  });
  const about = { facetFields: [], nodeTypes: [] } as unknown as Catalogue['about'];
  const names = facetNames({ client: connect(server.url), about, say: await loadTexts('en') } as Catalogue);
  const filters = [{ facet: 'node_103', values: [7, 9] }];
  await names.loadValues(filters);
  assert.deepEqual([names.ofValue('node_103', 7), names.ofValue('node_103', 9)], [undefined, '9']);
  isFailing = false;
  await names.loadValues(filters);
  assert.equal(names.ofValue('node_103', 7), 'Node 7');
  assert.deepEqual(asked.toSorted(), ['7', '7', '9']);
});
