import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { type AssetQuery, searchOf, withinLimits, withoutLimits } from '../src/assets/asset-query.ts';
import { ADDRESS_LIMITS, type PagePlace, readPlace, START, writePlace } from '../src/page/address.ts';
import { assetLink } from '../src/picker/asset-link.ts';

const id = fc.integer({ min: 1, max: 999_999 });
const day = fc.oneof(
  fc.constantFrom('2020-02-29', '1999-12-31', '0980-01-01'),
  fc.integer({ min: 0, max: 90_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
);
/** All that an extension and a text of a field may be made of. */
const word = fc
  .array(fc.constantFrom(...'007jpg-._+&=%#ä漢true'), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''))
  .filter((text) => !/^(?:true|false|0|[1-9]\d*)$/.test(text));
const number = fc.uniqueArray(id, { minLength: 1, maxLength: 3 });
const filter = fc.oneof(
  fc.record({ facet: fc.constant('fileExtensions'), values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({ facet: fc.constantFrom('fileCategory', 'node_101', 'info_12'), values: number }),
  fc.record({
    facet: fc.constant('info_13'),
    values: fc.oneof(
      fc.constantFrom([true], ['Größe & Maß']),
      word.map((text) => [text]),
    ),
  }),
);
const dates = fc.record({
  facet: fc.constant('date_102'),
  values: fc
    .tuple(day, day)
    .chain(([after, before]) => fc.constantFrom([`${after}_`], [`_${before}`], [`${after}_${before}`])),
});
const optional = { requiredKeys: [] };
const query = fc.record(
  {
    text: fc.constantFrom('lake', 'a&b=c#d', '"blue lake" -boat', 'Ärger'),
    node: id,
    filters: fc.uniqueArray(fc.oneof(filter, dates), { minLength: 1, maxLength: 3, selector: ({ facet }) => facet }),
    uploaded: fc.oneof(fc.record({ after: day }), fc.record({ before: day }), fc.record({ after: day, before: day })),
    modified: fc.record({ after: day }),
    ids: number,
    sorting: fc.record({
      by: fc.constantFrom('name', 'uploaddate', 'info_9007199254740991'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    isTop: fc.constant(true),
  },
  optional,
);
const list = fc.record({
  // The address of a node means all that is below it.
  query: fc
    .tuple(query, fc.boolean())
    .map(([given, isAny]) => (isAny && 'text' in given ? { ...given, hasAnyWord: true as const } : given))
    .map((given) => ('node' in given ? { ...given, isDeep: true } : given)),
  ...{ asset: fc.constant(undefined), version: fc.constant(undefined), page: fc.constant(undefined) },
  duplicates: fc.boolean(),
  position: fc.nat(1_000_000),
  locale: fc.constantFrom(undefined, 'de-AT'),
  basket: fc.option(number, { nil: undefined }),
  isCut: fc.constant(false),
});
const part = fc.option(id, { nil: undefined });
const opened = fc.record({ asset: id, version: part, page: part });
const place = fc.oneof(
  list,
  fc.tuple(list, opened).map(([behind, asset]) => ({ ...behind, ...asset })),
);

test('an address restores the place that it was written for', () => {
  forAll(place, (given) => {
    // Records of fast-check may have no prototype.
    const plain = structuredClone(given) as PagePlace;
    assert.deepEqual(readPlace(`#${writePlace(plain)}`), plain);
  });
});

/** Parameters that an address may have, with values that it may and may not have. */
const parameter = fc.tuple(
  fc.constantFrom(
    ...['q', 'words', 'node', 'at', 'asset', 'ids', 'basket', 'uploaded', 'sort', 'fileCategory', 'info_1', 'view'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...['1', '-1', '1e9', '1.2,x,3', '007', '2020-01-01_', '2020-99-99_', 'name-asc', 'nonsense-asc', 'any', 'true'],
    ),
    fc.string(),
  ),
);

test('an address that somebody has changed shows what it still says, and means the same when it is written again', () => {
  forAll(fc.array(parameter, { maxLength: 8 }), (parameters) => {
    const place = readPlace(`#${new URLSearchParams(parameters)}`);
    const numbers = [place.position, place.asset ?? 0, place.query.node ?? 0, ...(place.query.ids ?? [])];
    assert.ok([...numbers, ...(place.basket ?? [])].every((each) => Number.isSafeInteger(each) && each >= 0));
    assert.deepEqual(readPlace(`#${writePlace(place)}`), place);
  });
  const nonsense = readPlace('#node=x&asset=-1&at=1e9&uploaded=yesterday&info_1=a,b&sort=name-up&fileCategory=many');
  assert.deepEqual(nonsense, START);
  // The service would refuse the whole list.
  assert.deepEqual(readPlace('#uploaded=2020-99-99_&modified=_2021-02-29&sort=nonsense-asc&locale=%'), START);
  assert.deepEqual(readPlace('#date_5=1998&date_6=_&date_7=2021-02-29_'), START);
  assert.deepEqual(searchOf(readPlace('#date_5=_1998-12-31').query).search_infofield, ['5,null,1998-12-31']);
  assert.deepEqual(readPlace('#info_5=007').query.filters, [{ facet: 'info_5', values: ['007'] }]);
  assert.deepEqual(readPlace('#licence=Ask%20Ada,%20please&sourceType=By%20hand,%20ours').query.filters, [
    { facet: 'licence', values: ['Ask Ada, please'] },
    { facet: 'sourceType', values: ['By hand, ours'] },
  ]);
  assert.equal(searchOf(readPlace('#q=lake+boat&words=any').query).search_text_or_mode, true);
  assert.equal(searchOf(readPlace('#q=lake+boat&words=all').query).search_text_or_mode, false);
  assert.deepEqual(readPlace('#words=any'), START);
  assert.equal(readPlace('#locale=de_at').locale, 'de-AT');
});

test('an address that asks for too much shows the first of it, and says so', () => {
  const { textLength, facets, values, ids } = ADDRESS_LIMITS;
  const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const read = (...parameters: readonly (readonly [string, string])[]) =>
    readPlace(`#${new URLSearchParams(parameters.map(([name, value]) => [name, value]))}`);
  for (const [limit, ask] of [
    [textLength, (count: number) => read(['q', 'x'.repeat(count)])],
    [facets, (count: number) => read(...range(count).map((id) => [`node_${id}`, '1'] as const))],
    [values, (count: number) => read(...range(count).map((id) => ['node_101', String(id)] as const))],
    [ids, (count: number) => read(['ids', range(count).join('.')])],
  ] as const) {
    assert.equal(ask(limit).isCut, false);
    assert.deepEqual(ask(limit + 1), { ...ask(limit), isCut: true });
  }
});

test('limits hold whatever is chosen', () => {
  const limits = { node: 5, filters: [{ facet: 'fileCategory', values: [1, 2] }] };
  assert.deepEqual(withinLimits({}, limits), limits);
  assert.deepEqual(withinLimits({ filters: [{ facet: 'fileCategory', values: [2, 3] }] }, limits).filters, [
    { facet: 'fileCategory', values: [2] },
  ]);
  // What lies outside leaves what is inside.
  assert.deepEqual(withinLimits({ filters: [{ facet: 'fileCategory', values: [3] }] }, limits).filters, limits.filters);
  const other = { facet: 'fileExtensions', values: ['jpg'] };
  assert.deepEqual(withinLimits({ node: 7, filters: [other] }, limits), {
    node: 7,
    within: 5,
    filters: [...limits.filters, other],
  });
  assert.deepEqual(searchOf(withinLimits({ node: 7 }, { node: 5 })).search_node, [7, 5]);
  assert.deepEqual(withoutLimits({ within: 5, node: 7 }, { node: 5 }), { node: 7 });
  const dates = { uploaded: { after: '2020-01-01', before: '2021-12-31' } };
  assert.deepEqual(withinLimits({ uploaded: { after: '2019-05-01', before: '2021-06-30' } }, dates).uploaded, {
    after: '2020-01-01',
    before: '2021-06-30',
  });
  assert.deepEqual(withoutLimits({ uploaded: { before: '2021-12-31', after: '2020-01-01' } }, dates), {});
  const nodes = { filters: [{ facet: 'node_101', values: [3] }] };
  assert.deepEqual(withinLimits({ filters: [{ facet: 'node_101', values: [9] }] }, nodes).filters, [
    { facet: 'node_101', values: [3, 9] },
  ]);
  assert.deepEqual(withinLimits({ ids: [1] }, { ids: [2, 3] }).ids, [2, 3]);
});

test('a range chosen within a range of the limits is the dates that lie in both', () => {
  const range = (dates: string): AssetQuery => ({ filters: [{ facet: 'date_4', values: [dates] }] });
  const limits = range('2020-01-01_2024-12-31');
  for (const [chosen, common] of [
    ['2021-01-01_2021-12-31', '2021-01-01_2021-12-31'],
    ['2023-05-01_', '2023-05-01_2024-12-31'],
    ['_2021-12-31', '2020-01-01_2021-12-31'],
    ['2010-01-01_2030-12-31', '2020-01-01_2024-12-31'],
    // No date lies in both, so nothing is found.
    ['2026-01-01_2026-12-31', '2026-01-01_2024-12-31'],
  ] as const) {
    const limited = withinLimits(range(chosen), limits);
    assert.deepEqual(limited, range(common));
    const isLimit = common === '2020-01-01_2024-12-31';
    assert.deepEqual(withoutLimits(limited, limits), isLimit ? {} : limited);
    assert.deepEqual(withoutLimits(range(chosen), limits), isLimit ? {} : range(chosen));
  }
});

test('the ID 0 names no asset', () => {
  const { asset, basket, query } = readPlace('asset=0&basket=0.7&ids=0');
  assert.deepEqual([asset, basket, query.ids], [undefined, [7], undefined]);
});

test('the link that the picker offers leads to the asset and its version', () => {
  const base = 'https://a.example/media/';
  assert.equal(assetLink(base, 7, 0), `${base}?asset=7`);
  assert.equal(assetLink(base, 7, 3), `${base}?asset=7#version=3`);
});
