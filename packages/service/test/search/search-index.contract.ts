import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { AssetQuery, Criterion, SearchIndex, SortField } from '../../../columnar/src/search-index.ts';
import { readFullText } from '../../../core/src/domain/full-text.ts';
import type { FieldValue, Text } from '../../../core/src/domain/model.ts';
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import type { Catalogue, CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { newestOf } from '../support/records.ts';
import {
  type AssetProperties,
  assetOf,
  FIELDS,
  FOLDER,
  KEYWORD,
  load,
  nodeOf,
  type Sample,
} from './contract-samples.ts';

/** An empty catalogue and the index under test over it; disposal closes all three. */
export interface OpenedIndex extends AsyncDisposable {
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly index: SearchIndex;
}

/** What every SearchIndex must do, as far as it declares the capability. `open` makes a new empty catalogue each time. */
export function searchIndexContract(name: string, open: () => Promise<OpenedIndex>): void {
  const { signal } = new AbortController();

  async function opened(sample: Sample): Promise<OpenedIndex> {
    const all = await open();
    await load(all.writer, sample);
    return all;
  }

  const viewerOf = (catalogue: Catalogue, groups: readonly number[] = []): Viewer =>
    viewerFor(newestOf(catalogue).model, { id: undefined, groups });

  const everything = (catalogue: Catalogue, more: Partial<AssetQuery> = {}): AssetQuery => ({
    all: [],
    sort: [],
    locale: 'en',
    offset: 0,
    count: 1_000,
    viewer: viewerOf(catalogue),
    ...more,
  });

  describe(`${name}: sorting`, () => {
    const ofField = (id: number, values: readonly (string | number | boolean | readonly number[] | Text)[]) =>
      [{ by: 'info_field', field: id }, ...values.map((value) => ({ fields: new Map([[id, value]]) }))] as const;
    /** A key, and three assets by rising value. */
    const rising: readonly (readonly [SortField, ...AssetProperties[]])[] = [
      [{ by: 'extension' }, { extension: '3gp' }, { extension: '7z' }, { extension: 'jpg' }],
      [{ by: 'asset_type' }, { type: 3 }, { type: 2 }, { type: 1 }],
      [{ by: 'original' }, { original: 'a2' }, { original: 'a10' }, { original: 'ä11' }],
      [{ by: 'uploaded_by' }, { uploadedBy: 2 }, { uploadedBy: 2 }, { uploadedBy: 1 }],
      [{ by: 'size' }, { size: 0 }, { size: 10 }, { size: 5_000_000_000 }],
      ofField(FIELDS.text, [{ de: 'b2' }, 'B10', { en: 'c', de: 'a' }]),
      ofField(FIELDS.number, [-3, 0, 0.5]),
      ofField(FIELDS.date, ['1969-12-31', '2020-01-01', '2020-01-01T00:00:01Z']),
      ofField(FIELDS.checkbox, [false, false, true]),
      ofField(FIELDS.dropdown, [2, 1, 3]),
      ofField(FIELDS.reference, [[52, 50], [52, 51], [51]]),
    ];
    const names = { 50: 'x', 51: { en: 'z', de: 'a' }, 52: 'b' };
    const referenced = Object.entries(names).map(([id, each]) => nodeOf(Number(id), { name: each }));

    for (const [by, ...values] of rising) {
      const key = by.by === 'info_field' ? `information field ${by.field}` : by.by;
      test(`${key}: assets without a value come last in both directions`, async () => {
        const assets = [assetOf(1), ...[4, 2, 3].map((id, index) => assetOf(id, values[index]))];
        await using all = await opened({ nodes: referenced, assets });
        const sorted = async (descending: boolean) => {
          const query = everything(all.catalogue, { sort: [{ ...by, descending }] });
          return (await all.index.find(query, { signal })).ids;
        };
        // Equal values are in the order of their IDs.
        const lowest = isDeepStrictEqual(values[0], values[1]) ? [2, 4] : [4, 2];
        assert.deepEqual(await sorted(false), [...lowest, 3, 1]);
        assert.deepEqual(await sorted(true), [3, 2, 4, 1]);
      });
    }

    test('a range includes its ends, alone and beside a narrower criterion', async () => {
      const count = 30;
      const dayOf = (id: number) => new Date(Date.UTC(2024, 0, id));
      const assets = Array.from({ length: count }, (_, place) => {
        const id = place + 1;
        const fields = new Map<number, FieldValue>([
          [FIELDS.number, id],
          [FIELDS.date, dayOf(id).toISOString().slice(0, 10)],
        ]);
        const { active, ...asset } = assetOf(id, { size: id, uploaded: id, modified: id, fields });
        return { ...asset, active: { ...active, properties: { ...active.properties, width: id, height: id } } };
      });
      await using all = await opened({ nodes: [], assets });
      const bounds = { from: 2, to: count - 1 };
      const day = (id: number) => ({ instant: dayOf(id).getTime(), day: dayOf(id).getTime() });
      const plain = ['size', 'width', 'height', 'uploaded', 'modified', { field: FIELDS.number }] as const;
      const ranges: readonly Criterion[] = [
        ...plain.map((of) => ({ kind: 'range', of, ...bounds }) as const),
        { kind: 'dates', field: FIELDS.date, from: day(bounds.from), to: day(bounds.to) },
      ];
      for (const range of ranges) {
        const found = async (...more: readonly Criterion[]) =>
          (await all.index.find(everything(all.catalogue, { all: [range, ...more] }), { signal })).ids;
        const inside = assets.map(({ id }) => id).slice(1, -1);
        assert.deepEqual(await found(), inside, JSON.stringify(range));
        for (const id of [1, 2, count - 1, count]) {
          const expected = inside.filter((each) => each === id);
          assert.deepEqual(await found({ kind: 'ids', ids: [id] }), expected, `${id}: ${JSON.stringify(range)}`);
        }
      }
    });

    test('size 0 fits a range, and an unknown size fits none', async () => {
      const assets = [assetOf(1), assetOf(2, { size: 0 }), assetOf(3, { original: 'empty.txt', size: 0 })];
      await using all = await opened({ nodes: [], assets });
      for (const bounds of [{ from: 0 }, { to: 0 }, { from: 0, to: 0 }]) {
        const query = everything(all.catalogue, { all: [{ kind: 'range', of: 'size', ...bounds }] });
        assert.deepEqual((await all.index.find(query, { signal })).ids, [2, 3]);
      }
    });

    test('names that differ only in case or leading zeros of numbers have a stable order over pages', async (t) => {
      const names = ['img02', 'IMG2', 'img2', 'img1', 'img10'];
      await using all = await opened({ nodes: [], assets: names.map((each, id) => assetOf(id + 1, { name: each })) });
      if (!all.index.capabilities.localeCollation) return t.skip('the index sorts in an order of its own');
      const sort = [{ by: 'name', descending: false }] as const;
      const { ids } = await all.index.find(everything(all.catalogue, { sort }), { signal });
      assert.deepEqual([ids[0], ids.at(-1)], [4, 5]);
      // Equal in the collation, so by ID.
      assert.ok(ids.indexOf(1) < ids.indexOf(3));
    });

    test('the locale decides the order of names', async (t) => {
      const assets = [
        assetOf(1, { fields: new Map([[FIELDS.text, { en: 'a', de: 'z' }]]) }),
        assetOf(2, { fields: new Map([[FIELDS.text, { en: 'b', de: 'ä' }]]) }),
      ];
      await using all = await opened({ nodes: [], assets });
      if (!all.index.capabilities.localeCollation) return t.skip('the index sorts in an order of its own');
      const sort = [{ by: 'info_field', field: FIELDS.text, descending: false }] as const;
      const inLocale = (locale: string) => all.index.find(everything(all.catalogue, { sort, locale }), { signal });
      assert.deepEqual((await inLocale('en')).ids, [1, 2]);
      assert.deepEqual((await inLocale('de')).ids, [2, 1]);
    });
  });

  describe(`${name}: facets`, () => {
    test('a reference field without a root counts each asset once per node referred to and per node above', async () => {
      const naming = (...ids: number[]) => ({ fields: new Map([[FIELDS.reference, ids]]) });
      const sample: Sample = {
        nodes: [nodeOf(1), nodeOf(2, { parent: 1 }), nodeOf(3, { parent: 1 }), nodeOf(4), nodeOf(5)],
        assets: [
          assetOf(1, naming(2, 3)),
          assetOf(2, naming(3, 4)),
          assetOf(3, naming(1)),
          assetOf(4, { nodes: [5] }),
          assetOf(5),
        ],
      };
      await using all = await opened(sample);
      const fields = [{ by: 'info_field', field: FIELDS.reference }] as const;
      const facets = { fields, limit: 100 };
      const counted = await all.index.find(everything(all.catalogue, { count: 0, facets }), { signal });
      const counts = counted.facets?.[0]?.map(({ value, count }) => [Number(value), count] as const) ?? [];
      assert.deepEqual(counts.flat(), [1, 3, 3, 2, 2, 1, 4, 1]);
      for (const [node, count] of counts) {
        const named = { kind: 'references', field: FIELDS.reference, nodes: [node], recursive: true } as const;
        const { total } = await all.index.find(everything(all.catalogue, { all: [named] }), { signal });
        assert.equal(total, count, `node ${node}`);
      }
    });
  });

  describe(`${name}: what a viewer may not see`, () => {
    const hidden = { access: [{ group: 1, view: true, download: '*' as const }] };
    const sample: Sample = {
      nodes: [
        nodeOf(1, { type: FOLDER, name: 'open' }),
        nodeOf(2, { type: FOLDER, name: 'secret', parent: 1, ...hidden }),
        nodeOf(3, { type: KEYWORD, name: 'secretive word' }),
      ],
      assets: [
        assetOf(1, { nodes: [1] }),
        assetOf(2, { nodes: [2, 3] }),
        assetOf(3, { nodes: [1, 2, 3] }),
        assetOf(4, { nodes: [3], fields: new Map([[FIELDS.reference, [2]]]) }),
      ],
    };

    test('changes no order: a word is as rare, and texts are as long, as those that are seen', async (t) => {
      const secret = (id: number, name: string) => assetOf(id, { name, nodes: [2] });
      const nodes = sample.nodes.slice(0, 2);
      const seen = [assetOf(1, { name: 'alpha' }), assetOf(2, { name: 'beta' })];
      await using all = await opened({ nodes, assets: [...seen, ...[3, 4, 5].map((id) => secret(id, 'alpha'))] });
      const { catalogue, index } = all;
      if (!index.capabilities.exactRelevance) return t.skip('the index counts what is hidden');
      const terms = readFullText('alpha beta');
      const found = async (groups: readonly number[], validAt?: number) => {
        const viewer = viewerOf(catalogue, groups);
        const sort = [{ by: 'score', descending: true }] as const;
        const query = everything(catalogue, { all: [{ kind: 'text', terms, join: 'any' }], sort, viewer });
        return (await index.find({ ...query, ...(validAt === undefined ? {} : { validAt }) }, { signal })).ids;
      };
      assert.deepEqual(
        [await found([]), await found([1])],
        [
          [1, 2],
          [2, 1, 3, 4, 5],
        ],
      );
      // The same for what isn't valid yet, from the instant on at which it is.
      await all.writer.change(async (changes) => {
        for (const id of [3, 4, 5]) await changes.put('asset', { ...secret(id, 'alpha'), nodes: [1], validFrom: 1000 });
      });
      assert.deepEqual(
        [await found([], 999), await found([], 1000)],
        [
          [1, 2],
          [2, 1, 3, 4, 5],
        ],
      );
    });

    test('is not found, counted or suggested, but for those with access', async () => {
      await using all = await opened(sample);
      const { catalogue, index } = all;
      assert.deepEqual((await index.find(everything(catalogue), { signal })).ids, [1, 3, 4]);
      const below = (id: number, references = true) =>
        index.find(everything(catalogue, { all: [{ kind: 'nodes', ids: [id], recursive: true, references }] }), {
          signal,
        });
      assert.deepEqual((await below(1)).ids, [1, 3]);
      assert.deepEqual((await below(2)).ids, []);
      assert.deepEqual((await below(3)).ids, [3, 4]);
      const query = { type: FOLDER, recursive: true, references: true, viewer: viewerOf(catalogue) };
      const counts = await index.countByNode(query, { signal });
      assert.equal(counts.get(1), 2);
      assert.equal(counts.get(2) ?? 0, 0);
      const options = { limit: 10, locale: 'en', viewer: viewerOf(catalogue), signal };
      assert.deepEqual(await index.suggest('sec', options), ['secretive word']);
      const viewer = viewerOf(catalogue, [1]);
      assert.equal((await index.find(everything(catalogue, { viewer }), { signal })).total, 4);
      assert.equal((await index.countByNode({ ...query, viewer }, { signal })).get(2), 3);
      assert.deepEqual(await index.suggest('sec', { ...options, viewer }), ['secret', 'secretive word']);
    });

    test('does not affect the order, whoever sorted before', async () => {
      const names = { 3: [2], 1: [3], 2: [] } as const;
      const assets = Object.entries(names).map(([id, nodes]) =>
        assetOf(Number(id), nodes.length === 0 ? {} : { fields: new Map([[FIELDS.reference, nodes]]) }),
      );
      await using all = await opened({ nodes: sample.nodes, assets });
      const sort = [{ by: 'info_field', field: FIELDS.reference, descending: false }] as const;
      const sorted = async (groups: readonly number[]) => {
        const viewer = viewerOf(all.catalogue, groups);
        return (await all.index.find(everything(all.catalogue, { sort, viewer }), { signal })).ids;
      };
      for (let twice = 0; twice < 2; twice++) {
        // `secret` sorts before `secretive word`, but only for viewers who may see it.
        assert.deepEqual(await sorted([1]), [3, 1, 2]);
        assert.deepEqual(await sorted([]), [1, 2, 3]);
      }
    });
  });

  describe(`${name}: suggestions`, () => {
    test('match at word boundaries, without case and diacritics, each name once', async () => {
      const names = ['York', 'New York', 'Newport', 'New-York City', 'Old New York', 'Néw York', 'York', 'Neuyork'];
      await using all = await opened({ nodes: names.map((each, id) => nodeOf(id + 1, { name: each })), assets: [] });
      const suggest = (text: string, limit = 10) =>
        all.index.suggest(text, { limit, locale: 'en', viewer: viewerOf(all.catalogue), signal });
      assert.deepEqual(await suggest('york'), ['York', 'New York', 'Néw York', 'New-York City', 'Old New York']);
      assert.deepEqual(await suggest('NEW Y'), ['New York', 'Néw York', 'New-York City', 'Old New York']);
      assert.deepEqual(await suggest('ew'), []);
      assert.deepEqual(await suggest('york new'), []);
      assert.deepEqual(await suggest('york', 1), ['York']);
      for (const nothing of ['', ' ', '%', '_', '*', '"']) assert.deepEqual(await suggest(nothing), []);
    });

    test('are names in the language of the request', async () => {
      const names = [{ en: 'Water', de: 'Wasser' }, { de: 'Wald' }];
      await using all = await opened({ nodes: names.map((each, id) => nodeOf(id + 1, { name: each })), assets: [] });
      const viewer = viewerOf(all.catalogue);
      assert.deepEqual(await all.index.suggest('wa', { limit: 9, locale: 'en', viewer, signal }), ['Wald', 'Water']);
      assert.deepEqual(await all.index.suggest('wa', { limit: 9, locale: 'de', viewer, signal }), ['Wald', 'Wasser']);
      assert.deepEqual(await all.index.suggest('wasser', { limit: 9, locale: 'en', viewer, signal }), []);
    });
  });

  describe(`${name}: changes and errors`, () => {
    test('an answer is never older than the last commit', async () => {
      await using all = await opened({ nodes: [nodeOf(1)], assets: [assetOf(1, { nodes: [1], name: 'b' })] });
      const { catalogue, writer, index } = all;
      const sort = [{ by: 'name', descending: false }] as const;
      const ids = async () => (await index.find(everything(catalogue, { sort }), { signal })).ids;
      const count = async () =>
        (
          await index.countByNode(
            { type: KEYWORD, recursive: true, references: true, viewer: viewerOf(catalogue) },
            { signal },
          )
        ).get(1) ?? 0;
      const names = () => index.suggest('n', { limit: 10, locale: 'en', viewer: viewerOf(catalogue), signal });
      assert.deepEqual([await ids(), await count(), await names()], [[1], 1, ['node 1']]);

      await writer.change(async (changes) => {
        await changes.put('asset', assetOf(2, { nodes: [1], name: 'a' }));
        await changes.put('node', nodeOf(2, { name: 'new node' }));
      });
      assert.deepEqual([await ids(), await count(), await names()], [[2, 1], 2, ['new node', 'node 1']]);

      await writer.change(async (changes) => {
        await changes.put('asset', assetOf(2, { nodes: [1], name: 'c' }));
        await changes.remove('asset', 1);
        await changes.remove('node', 2);
      });
      assert.deepEqual([await ids(), await count(), await names()], [[2], 1, ['node 1']]);
    });

    test('names above a node find less than its own, not those of folders, and follow a move and a new name', async () => {
      const nodes = [
        nodeOf(1, { name: 'Landscape' }),
        nodeOf(2, { name: 'Mountains', parent: 1 }),
        nodeOf(3, { name: 'Landscape trips', type: FOLDER }),
        nodeOf(4, { type: FOLDER, parent: 3 }),
      ];
      const fields = new Map([[FIELDS.reference, [2]]]);
      const assets = [
        assetOf(1, { nodes: [2] }),
        assetOf(2, { nodes: [1] }),
        assetOf(3, { nodes: [4] }),
        assetOf(4, { fields }),
      ];
      await using all = await opened({ nodes, assets });
      const found = async (text: string) => {
        const sort = [{ by: 'score', descending: true }] as const;
        const criterion = { kind: 'text', terms: readFullText(text), join: 'any' } as const;
        return (await all.index.find(everything(all.catalogue, { all: [criterion], sort }), { signal })).ids;
      };
      assert.deepEqual([await found('landscape'), await found('trips')], [[2, 1, 4], []]);
      await all.writer.change((changes) => changes.put('node', nodeOf(1, { name: 'Alps' })));
      assert.deepEqual([await found('landscape'), await found('alp*')], [[], [2, 1, 4]]);
      await all.writer.change((changes) => changes.put('node', nodeOf(2, { name: 'Mountains' })));
      assert.deepEqual([await found('alps'), await found('mountains -alps')], [[2], [1, 4]]);
    });

    test('text of a request is never part of a statement', async () => {
      const attack = `x'"); DROP TABLE assets; --\0`;
      await using all = await opened({ nodes: [nodeOf(1, { name: attack })], assets: [assetOf(1, { nodes: [1] })] });
      const { catalogue, index } = all;
      const sort = [{ by: 'name', descending: false }] as const;
      assert.equal((await index.find(everything(catalogue, { locale: attack, sort }), { signal })).total, 1);
      const viewer = { ...viewerOf(catalogue), key: attack };
      const counts = await index.countByNode(
        { type: KEYWORD, recursive: false, references: false, viewer },
        { signal },
      );
      assert.equal(counts.get(1), 1);
      assert.deepEqual(await index.suggest(attack, { limit: 1, locale: 'en', viewer, signal }), [attack]);
      assert.equal((await index.find(everything(catalogue), { signal })).total, 1);
    });

    test('IDs outside the range of integers find nothing', async () => {
      await using all = await opened({ nodes: [nodeOf(1)], assets: [assetOf(1, { nodes: [1] })] });
      const odd = [-1, 0, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
      for (const kind of ['ids', 'nodes'] as const) {
        const criterion = kind === 'ids' ? { kind, ids: odd } : { kind, ids: odd, recursive: true, references: true };
        assert.equal((await all.index.find(everything(all.catalogue, { all: [criterion] }), { signal })).total, 0);
      }
    });

    test('an aborted caller gets no answer', async () => {
      await using all = await opened({ nodes: [nodeOf(1)], assets: [assetOf(1)] });
      const viewer = viewerOf(all.catalogue);
      const gone = { signal: AbortSignal.abort() };
      await assert.rejects(all.index.find(everything(all.catalogue), gone), { name: 'AbortError' });
      const query = { type: KEYWORD, recursive: true, references: false, viewer };
      await assert.rejects(all.index.countByNode(query, gone), { name: 'AbortError' });
      await assert.rejects(all.index.suggest('n', { limit: 1, locale: 'en', viewer, ...gone }), { name: 'AbortError' });
    });
  });
}
