import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import type { AssetRecord, CatalogueNode, FieldValue, InfoField, Version } from '../../../core/src/domain/model.ts';
import fc, { forRunsAsync } from '../../../core/test/support/fast-check.ts';
import type { Catalogue, CatalogueWriter, Changes, Entities, EntityKind } from '../../src/catalogue/catalogue.ts';
import { DanglingReference } from '../../src/catalogue/catalogue-errors.ts';
import { MAX_ASSETS_AT_ONCE } from '../../src/catalogue/page-limit.ts';
import { fieldOf, recordsOf, reviewsOf } from '../support/records.ts';
import { keptText, shaOf, withFile } from '../support/texts.ts';

/** An empty catalogue and its writer; disposal closes both. */
export interface OpenedCatalogue extends AsyncDisposable {
  readonly writer: CatalogueWriter;
  readonly catalogue: Catalogue;
}

const SHA = 'a'.repeat(64);

const field = (id: number, type: InfoField['type'], more: Partial<InfoField> = {}) =>
  fieldOf(id, type, { name: { en: `Field ${id}`, de: `Feld ${id}` }, ...more });

function node(id: number, more: Partial<CatalogueNode> = {}): CatalogueNode {
  return { id, type: 101, name: `Node ${id}`, position: 0, fields: new Map(), ...more };
}

function version(number: number, more: Partial<Version> = {}): Version {
  return {
    version: number,
    name: `v${number}.jpg`,
    date: 1_700_000_000_000 + number,
    original: 'a.jpg',
    file: { sha256: SHA, size: 5, crc32: 0xffffffff },
    size: 5,
    properties: {
      category: FILE_CATEGORIES.image,
      extension: 'jpg',
      mediaType: 'image/jpeg',
      width: 10,
      height: 20,
      pages: 1,
      durationSeconds: 0.5,
      colorSpace: 'sRGB',
      colorProfile: '',
      dpi: 72.5,
      bitDepth: 8,
      drawn: { width: 841.89, height: 595.28 },
      ...(number === 4
        ? { isDamaged: true, isTransparent: true, marks: { credit: 'Ada\0', copyright: { de: '©' } } }
        : {}),
    },
    ...more,
  };
}

function asset(id: number, more: Partial<AssetRecord> = {}): AssetRecord {
  return {
    id,
    nodes: [1],
    fields: new Map(),
    uploaded: 1_700_000_000_000,
    modified: 1_700_000_000_001,
    active: version(1),
    olderVersions: [],
    relations: [],
    publicUrls: [],
    downloads: [],
    ...more,
  };
}

/** Types, fields, users and one node, for tests that need something to refer to. */
async function ground(changes: Changes): Promise<void> {
  await changes.put('node_type', { id: 101, key: 'folder', name: 'Folders', isPermissionDefining: true });
  await changes.put('asset_type', { id: 1, key: 'photo', name: 'Photo' });
  await changes.put('relation_type', { id: 1, key: 'variant', name: 'Variant', isSymmetric: false });
  await changes.put('group', { id: 1, name: 'All' });
  await changes.put('user', { id: 1, name: 'Service', groups: [1], isService: true });
  await changes.put('info_field', field(1, 'text'));
  await changes.put('info_field', field(2, 'node_reference', { rootNode: 1 }));
  await changes.put('info_field', field(3, 'dropdown', { items: [{ id: 7, name: 'Seven' }] }));
  await changes.put('info_field', field(4, 'number'));
  await changes.put('node', node(1));
}

/** What every catalogue and its writer must do. `openEmpty` makes a new empty one each time. */
export function catalogueContract(name: string, openEmpty: () => Promise<OpenedCatalogue>): void {
  const open = async () => {
    const both = await openEmpty();
    const { writer, catalogue } = both;
    return {
      ...both,
      change: writer.change,
      now: () => catalogue.snapshot(),
      model: async () => (await catalogue.snapshot()).model,
      put: <K extends EntityKind>(kind: K, ...values: readonly Entities[K][]) =>
        writer.change(async (c) => {
          const outcomes: string[] = [];
          for (const value of values) outcomes.push(await c.put(kind, value));
          return outcomes;
        }),
    };
  };
  const opened = async () => {
    const both = await open();
    await both.change(ground);
    return both;
  };

  describe(`${name}: changes`, () => {
    test('a put returns what it did, and a change without effect makes no revision', async () => {
      await using both = await opened();
      const putBoth = () => both.change(async (c) => [await c.put('node', node(2)), await c.put('asset', asset(5))]);
      assert.deepEqual(await putBoth(), ['added', 'added']);
      assert.deepEqual(await putBoth(), ['unchanged', 'unchanged']);
      assert.equal((await both.now()).revision, 2);
      assert.deepEqual(await both.put('node', node(2, { position: 3 })), ['changed']);
      assert.equal((await both.now()).revision, 3);
      await both.change(async () => undefined);
      assert.equal((await both.now()).revision, 3);
    });

    test('a put of a definition returns what it did, too', async () => {
      await using both = await opened();
      const expected = ['added', 'unchanged', 'changed', 'unchanged'];
      const told = async <K extends EntityKind>(kind: K, one: Entities[K], other: Entities[K]) =>
        assert.deepEqual(
          (await Promise.all([one, one, other, other].map((each) => both.put(kind, each)))).flat(),
          expected,
        );
      const format = { id: 3, name: 'Web', description: '', icon: '', position: 0, isQuick: false, isDefault: false };
      const web = { ...format, categories: [], extensions: [], isResizeable: false, isEditable: false };
      const user = { id: 3, name: 'A', groups: [1], isService: false };
      const relation = { id: 3, key: 'a', name: 'A', isSymmetric: false };
      await told('download_format', web, { ...web, isQuick: true });
      await told('group', { id: 3, name: 'A' }, { id: 3, name: { en: 'A' } });
      await told('user', user, { ...user, groups: [] });
      await told('asset_type', { id: 3, key: 'a', name: 'A' }, { id: 3, key: 'b', name: 'A' });
      await told('relation_type', relation, { ...relation, isSymmetric: true });
      await told('info_field', field(30, 'text'), field(30, 'number'));
    });

    test('values that the tables store equally are not a change', async () => {
      await using both = await opened();
      const url = { id: 1, name: 'a', url: 'https://x.example/', provider: '' };
      const day = { date: '2026-01-01', count: 1 };
      const odd = asset(5, {
        nodes: [1, 1],
        fields: new Map([[4, -0]]),
        relations: Array(2).fill({ type: 1, to: 5 }),
        publicUrls: [url, { ...url, name: 'b' }],
        downloads: [day, { ...day, count: 2 }],
      });
      for (const outcome of ['added', 'unchanged']) {
        assert.deepEqual(await both.put('asset', odd), [outcome]);
        assert.deepEqual(await both.put('node', node(2, { position: -0 })), [outcome]);
      }
      const names = (await (await both.now()).publicUrls(5)).map((each) => each.name);
      assert.deepEqual(names, ['b']);
    });

    test('every difference is a change', async () => {
      await using both = await opened();
      await both.put('asset', asset(5), asset(6));
      const { properties } = version(1);
      const differences: Partial<AssetRecord>[] = [
        { type: 1 },
        { nodes: [] },
        { fields: new Map([[1, 'x']]) },
        { fields: new Map([[1, { en: 'x' }]]) },
        { uploaded: 5 },
        { uploaded: '2023-11-14T22:13:20' },
        { modified: 5 },
        { uploadedBy: 1 },
        { validFrom: 5 },
        { validUntil: 5 },
        { rights: { creator: ['Ada'], copyright: { en: '©\0' } } },
        { focus: { x: 0, y: 1 } },
        ...[{ isTransparent: true }, { marks: { creator: ['Ada'] } }].map((more) => ({
          active: version(1, { properties: { ...version(1).properties, ...more } }),
        })),
        { active: version(2) },
        { active: version(1, { name: 'other' }) },
        { active: version(1, { date: 5 }) },
        { active: version(1, { original: 'b.jpg' }) },
        { active: version(1, { file: { sha256: 'b'.repeat(64), size: 5, crc32: 0xffffffff } }) },
        { olderVersions: [version(0)] },
        { relations: [{ type: 1, to: 6 }] },
        { publicUrls: [{ id: 1, name: 'a', url: 'b', provider: 'c' }] },
        { downloads: [{ date: '2026-01-01', count: 1 }] },
        { source: { root: '/r', path: 'p', stamp: '' } },
        ...Object.entries(properties).map(([key, value]) => ({
          active: version(1, {
            properties: { ...properties, [key]: typeof value === 'number' ? value + 1 : `${value}x` },
          }),
        })),
      ];
      for (const difference of differences) {
        assert.deepEqual(await both.put('asset', asset(5, difference)), ['changed'], JSON.stringify(difference));
        await both.put('asset', asset(5));
      }
    });

    test('what cannot be stored exactly is refused', async () => {
      await using both = await opened();
      const { properties } = version(1);
      const half = { asset: 5, user: 1, date: 1, isAnonymous: false, comment: '\ud800' };
      const inexact: Readonly<Record<string, (c: Changes) => Promise<unknown>>> = {
        name: (c) => c.put('asset', asset(5, { active: version(1, { name: 'a\ud800' }) })),
        path: (c) => c.put('node', node(5, { source: { root: '/r', path: '\udc00' } })),
        comment: async (c) => [await c.put('asset', asset(5)), await c.putReview(half)],
        size: (c) => c.put('asset', asset(5, { active: version(1, { size: 2 ** 60 }) })),
        width: (c) =>
          c.put('asset', asset(5, { active: version(1, { properties: { ...properties, width: Number.NaN } }) })),
        value: (c) => c.put('asset', asset(5, { fields: new Map([[4, Number.POSITIVE_INFINITY]]) })),
      };
      for (const [what, work] of Object.entries(inexact)) {
        await assert.rejects(both.change(work), RangeError, what);
        assert.equal((await both.now()).revision, 1);
        assert.deepEqual(await (await both.now()).assets([5]), []);
      }
    });

    test('an unpaired surrogate in a node name or a field value is stored unchanged', async () => {
      await using both = await opened();
      await both.put('node', node(2, { name: 'a\ud800\0b' }));
      await both.put('asset', asset(5, { fields: new Map([[1, { en: '\udc00' }]]) }));
      assert.equal((await both.model()).trees.get(2)?.name, 'a\ud800\0b');
      assert.deepEqual((await (await both.now()).assets([5]))[0]?.fields.get(1), { en: '\udc00' });
    });

    test('work that throws changes nothing', async () => {
      await using both = await opened();
      const before = await both.model();
      const failing = both.change(async (c) => {
        await c.put('node', node(2));
        throw new Error('stop');
      });
      await assert.rejects(failing, /stop/);
      assert.equal(await both.model(), before);
    });

    test('changes at the same time are all committed, and each knows the revision that it follows', async () => {
      await using both = await opened();
      const followed = Array.from({ length: 20 }, (_, place) =>
        both.change(async (c) => {
          await c.put('node', node(100 + place));
          return await c.revision();
        }),
      );
      const inOrder = Array.from(followed, (_, place) => place + 1);
      assert.deepEqual(await Promise.all(followed), inOrder);
      assert.deepEqual([(await both.now()).revision, (await both.model()).trees.size], [21, 21]);
    });

    test('nextId is above every ID, also of those that were removed, even in a later transaction', async () => {
      await using both = await opened();
      await both.change(async (c) => {
        await c.put('asset', asset(41));
        assert.deepEqual([await c.nextId('asset'), await c.nextId('node'), await c.nextId('info_field')], [42, 2, 5]);
        await c.put('node', node(70));
      });
      await both.change(async (c) => {
        for (const id of [5, 41]) await c.remove('asset', id);
        await c.remove('node', 70);
        assert.deepEqual([await c.nextId('asset'), await c.nextId('node')], [42, 71]);
      });
      await both.change(async (c) => {
        await c.put('asset', asset(6));
        assert.deepEqual([await c.nextId('asset'), await c.nextId('node')], [42, 71]);
      });
    });
  });

  describe(`${name}: references`, () => {
    const review = { asset: 5, user: 1, date: 1, isAnonymous: false, comment: '' };
    const access = (rule: object) => ({ access: [{ group: 1, view: true, download: '*' as const, ...rule }] });
    /** What refers to something with the ID 9, and the key that does. */
    const dangling: readonly [key: string, (changes: Changes) => Promise<unknown>][] = [
      ['type', (c) => c.put('node', node(2, { type: 9 }))],
      ['parent', (c) => c.put('node', node(2, { parent: 9 }))],
      ['access.group', (c) => c.put('node', node(2, access({ group: 9 })))],
      ['access.download', (c) => c.put('node', node(2, access({ download: [9] })))],
      ['infofields.2', (c) => c.put('node', node(2, { fields: new Map([[2, [1, 9]]]) }))],
      ['type', (c) => c.put('asset', asset(5, { type: 9 }))],
      ['uploaded_by', (c) => c.put('asset', asset(5, { uploadedBy: 9 }))],
      ['nodes', (c) => c.put('asset', asset(5, { nodes: [1, 9] }))],
      ['infofields.2', (c) => c.put('asset', asset(5, { fields: new Map([[2, [1, 9]]]) }))],
      ['infofields.3', (c) => c.put('asset', asset(5, { fields: new Map([[3, 9]]) }))],
      ['infofields', (c) => c.put('asset', asset(5, { fields: new Map([[9, 'x']]) }))],
      ['relations.type', (c) => c.put('asset', asset(5, { relations: [{ type: 9, to: 5 }] }))],
      ['relations.to', (c) => c.put('asset', asset(5, { relations: [{ type: 1, to: 9 }] }))],
      ['groups', (c) => c.put('user', { id: 2, name: 'B', groups: [9], isService: false })],
      ['root_node', (c) => c.put('info_field', field(2, 'node_reference', { rootNode: 9 }))],
      ['user', async (c) => [await c.put('asset', asset(5)), await c.putReview({ ...review, user: 9 })]],
      ['asset', (c) => c.putReview({ ...review, asset: 9 })],
    ];

    test('a reference to something that is missing refuses the whole change', async () => {
      await using both = await opened();
      const refused = async (work: (changes: Changes) => Promise<unknown>, key: string, id: number) =>
        await assert.rejects(
          both.change(work),
          (error) => error instanceof DanglingReference && error.key === key && error.to.id === id,
          `${key}: ${work}`,
        );
      for (const [key, work] of dangling) await refused(work, key, 9);
      await refused((c) => c.remove('node', 1), 'root_node', 1);
      assert.equal((await both.now()).revision, 1);
    });

    test('a removed node leaves the fields of nodes and assets, and a removed asset takes its own records along', async () => {
      await using both = await opened();
      const fields = (...ids: readonly number[]) => new Map<number, FieldValue>([[2, ids]]);
      const more = new Map<number, FieldValue>([...fields(1, 2), [1, 'x']]);
      await both.put('node', node(2), node(3, { fields: more }), node(4, { fields: fields(2) }));
      const related = asset(6, { nodes: [2], fields: fields(2), relations: [{ type: 1, to: 5 }] });
      await both.put('asset', asset(5, { nodes: [1, 2], fields: fields(1, 2) }), related);
      await both.change((c) => c.putReview({ ...review, rating: 3, comment: 'x' }));
      await both.change((c) => c.remove('node', 2));
      const { trees } = await both.model();
      assert.deepEqual(Object.fromEntries(trees.get(3)?.fields ?? []), { 1: 'x', 2: [1] });
      assert.deepEqual(trees.get(4)?.fields, new Map());
      const [five, six] = await (await both.now()).assets([5, 6]);
      assert.deepEqual([five?.nodes, five?.fields.get(2), six?.nodes, six?.fields.get(2)], [[1], [1], [], undefined]);
      await both.change((c) => c.remove('asset', 5));
      const left = await both.now();
      const ids = (await left.assets([5, 6])).map(({ id }) => id);
      assert.deepEqual(ids, [6]);
      assert.deepEqual(await left.relations(6), []);
      assert.deepEqual(await reviewsOf(both.catalogue), []);
    });

    test('the files beside an asset are those that the same import found in its folder and below', async () => {
      await using both = await opened();
      const from = (root: string, path: string) => ({ source: { root, path, stamp: '' } });
      const paths = ['m/a.gltf', 'm/parts/a.bin', 'm/Z%_.png', 'm.bin', 'm0/a.bin', 'top.gltf'];
      await both.put('asset', ...paths.map((path, place) => asset(11 + place, from('/in', path))));
      await both.put('asset', asset(17, from('/other', 'm/b.bin')), asset(18));
      const names = async (id: number) => (await (await both.now()).beside(id)).map(({ name }) => name);
      assert.deepEqual(await names(11), ['Z%_.png', 'parts/a.bin']);
      assert.deepEqual(await names(12), []);
      const period = { validFrom: '2026-01-02', validUntil: 5 };
      await both.put('asset', asset(12, { ...from('/in', 'm/parts/a.bin'), ...period }));
      const now = await both.now();
      const [, { validFrom, validUntil } = {}] = await now.beside(11);
      const [outline] = await now.outlines([12]);
      assert.deepEqual({ validFrom, validUntil }, period);
      assert.deepEqual([outline?.validFrom, outline?.validUntil], Object.values(period));
      assert.deepEqual(await names(16), ['m.bin', 'm/Z%_.png', 'm/a.gltf', 'm/parts/a.bin', 'm0/a.bin']);
      assert.deepEqual([await names(18), await names(99)], [[], []]);
    });

    test('a node is in use while an asset or a field names it', async () => {
      await using both = await opened();
      await both.change(async (c) => {
        for (const id of [2, 3, 4]) await c.put('node', node(id));
        await c.put('asset', asset(5, { nodes: [2], fields: new Map([[2, [3]]]) }));
        assert.deepEqual(await Promise.all([1, 2, 3, 4].map(c.isNodeUsed)), [true, true, true, false]);
        await c.remove('asset', 5);
        assert.deepEqual(await Promise.all([1, 2, 3, 4].map(c.isNodeUsed)), [true, false, false, false]);
      });
    });

    test('no node lies below itself, and none deeper than 1,000 levels', async () => {
      await using both = await opened();
      await assert.rejects(both.put('node', node(2, { parent: 3 }), node(3, { parent: 2 })), /below itself/);
      const below = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, place) => node(from + place, { parent: from + place - 1 }));
      await both.put('node', ...below(2, 1000));
      await assert.rejects(both.put('node', node(2, { parent: 1000 })), /below itself/);
      await assert.rejects(both.put('node', ...below(1001, 1003)), /deeper than 1000 levels/);
      assert.equal((await both.now()).revision, 2);
      const removal = both.change((c) => c.remove('node', 500));
      await assert.rejects(removal, DanglingReference, 'it has children');
    });
  });

  describe(`${name}: reading`, () => {
    test('assets and outlines come in the requested order, without unknown ones', async () => {
      await using both = await opened();
      await both.put('node', node(2));
      const drawing = version(7, { name: '"Ä" \u{1f3a8}' });
      const active = { ...drawing, properties: { ...drawing.properties, category: 0 as const } };
      const largest = Number.MAX_SAFE_INTEGER;
      await both.put('asset', asset(5, { nodes: [1, 2], active }), asset(6, { nodes: [] }), asset(largest));
      const snapshot = await both.now();
      const ids = [6, largest, 99, 5, -1, 6];
      const assets = await snapshot.assets(ids);
      const found = assets.map(({ id }) => id);
      assert.deepEqual(found, [6, largest, 5, 6]);
      const outlineOf = ({ id, nodes, active: { properties, name, version } }: (typeof assets)[number]) => {
        return { id, category: properties.category, name, version, nodes };
      };
      assert.deepEqual(await snapshot.outlines(ids), assets.map(outlineOf));
      const most = Array.from({ length: MAX_ASSETS_AT_ONCE }, (_, id) => MAX_ASSETS_AT_ONCE - id);
      for (const read of [snapshot.assets, snapshot.outlines]) {
        assert.deepEqual(await read([]), []);
        const ids = (await read(most)).map(({ id }) => id);
        assert.deepEqual(ids, [6, 5]);
        await assert.rejects(read([...most, 0]), RangeError);
      }
    });

    test('an outline is as new as the last commit', async () => {
      await using both = await opened();
      const name = async () => (await (await both.now()).outlines([5]))[0]?.name;
      await both.put('asset', asset(5));
      assert.equal(await name(), asset(5).active.name);
      await both.put('asset', asset(5, { active: version(8, { name: 'new.jpg' }) }));
      assert.equal(await name(), 'new.jpg');
      await both.change((c) => c.remove('asset', 5));
      assert.equal(await name(), undefined);
    });

    test('versions ascend, the active one last, and relations are visible from both sides', async () => {
      await using both = await opened();
      const olderVersions = [version(2), version(4)];
      await both.put(
        'asset',
        asset(6),
        asset(5, { active: version(7), olderVersions, relations: [{ type: 1, to: 6 }] }),
      );
      const { versions, relations } = await both.now();
      assert.deepEqual(await versions(5), [...olderVersions, version(7)]);
      assert.deepEqual(await versions(99), []);
      assert.deepEqual(await relations(5), [{ type: 1, to: 6, isReverse: false }]);
      assert.deepEqual(await relations(6), [{ type: 1, to: 5, isReverse: true }]);
    });

    test('downloads add up by asset and day, and make no revision', async () => {
      await using both = await opened();
      const top = async (since: string) =>
        (await (await both.now()).topDownloads(since)).map(({ asset, downloads }) => [asset, downloads]);
      await both.put('asset', asset(5, { downloads: [{ date: '2026-01-01', count: 2 }] }), asset(6));
      await both.writer.addDownloads('2026-01-02', new Map([[5, 1], [6, 3], [99, 5]])); // biome-ignore format: pairs
      await both.writer.addDownloads('2026-01-02', new Map([[6, 1]]));
      assert.equal((await both.now()).revision, 2);
      assert.deepEqual(await top('2026-01-01'), [[6, 4], [5, 3]]); // biome-ignore format: pairs
      assert.deepEqual(await top('2026-01-03'), []);
      // A put replaces the dates it names and keeps the others.
      await both.put('asset', asset(5, { downloads: [{ date: '2026-01-01', count: 9 }] }));
      assert.deepEqual(await top('2026-01-01'), [[5, 10], [6, 4]]); // biome-ignore format: pairs
    });

    test('the files in use are those that versions name, read between transactions', async () => {
      await using both = await opened();
      await both.put('asset', asset(5));
      assert.deepEqual([...(await both.writer.filesInUse([SHA, 'b'.repeat(64)]))], [SHA]);
      const former = { sha256: 'c'.repeat(64), size: 5, crc32: 1 };
      const replaced = asset(6, { active: version(2), olderVersions: [version(1, { file: former })] });
      await both.put('asset', replaced);
      assert.deepEqual([...(await both.writer.filesInUse([former.sha256]))], [former.sha256]);
      const removed = Promise.withResolvers<void>();
      const failure = Promise.withResolvers<void>();
      const changed = both.change(async (c) => {
        await c.remove('asset', 5);
        removed.resolve();
        await failure.promise;
      });
      await removed.promise;
      const used = both.writer.filesInUse([SHA]);
      failure.reject(new Error('stop'));
      await assert.rejects(changed, /^Error: stop$/);
      assert.deepEqual([...(await used)], [SHA]);
    });

    test('the changes of a transaction that is over are refused', async () => {
      await using both = await opened();
      const given: Changes[] = [];
      await both.change(async (c) => given.push(c));
      const failing = both.change(async (c) => {
        given.push(c);
        throw new Error('stop');
      });
      await assert.rejects(failing, /^Error: stop$/);
      const before = await both.now();
      const review = { asset: 5, user: 1, date: 1, isAnonymous: false, comment: '' };
      for (const changes of given) {
        const late = [
          changes.put('asset', asset(5)),
          changes.remove('node', 1),
          changes.putReview(review),
          changes.removeReview(review),
          changes.putLanguages(['de'], 'de'),
          changes.nextId('asset'),
          changes.importedFrom('/'),
          changes.putIdentity('/', ''),
          changes.isNodeUsed(1),
          changes.record(5),
          changes.records([5]),
        ];
        for (const each of await Promise.allSettled(late)) assert.equal(each.status, 'rejected');
      }
      assert.deepEqual(await recordsOf(both.catalogue), []);
      assert.equal((await both.now()).revision, before.revision);
    });

    test('the model is the same object until the revision changes, and its parts until they change', async () => {
      await using both = await opened();
      const before = await both.model();
      assert.equal(await both.model(), before);
      await both.put('asset', asset(5));
      const after = await both.model();
      assert.equal(after.revision, before.revision + 1);
      assert.ok(after !== before && after.trees === before.trees && after.infoFields === before.infoFields);
      await both.put('node', node(1, { name: 'Other' }));
      assert.equal((await both.model()).trees.get(1)?.name, 'Other');
    });

    test('records are read within the transaction, one or many at a time', async () => {
      await using both = await opened();
      await both.put('asset', asset(5), asset(6), asset(8));
      await both.change(async (c) => {
        assert.deepEqual([...(await c.records([8, 7, 5])).keys()].toSorted(), [5, 8]);
        assert.equal(await c.put('asset', asset(7)), 'added');
        assert.equal(await c.put('asset', asset(8, { type: 1 })), 'changed');
        await c.remove('asset', 5);
        const within = [...(await c.records([5, 6, 7, 8]))].map(([id, { type }]) => `${id} ${type}`);
        assert.deepEqual(within.toSorted(), ['6 undefined', '7 undefined', '8 1']);
        assert.equal(await c.put('asset', asset(8, { type: 1 })), 'unchanged');
        assert.equal(await c.put('asset', asset(5)), 'added');
        assert.deepEqual((await c.record(6))?.id, 6);
      });
    });

    test('objects of a folder import are found by their paths', async () => {
      await using both = await opened();
      const from = (path: string, stamp: string) => ({ source: { root: '/r', path, stamp } });
      await both.put('node', node(2, from('a', '')));
      await both.put('asset', asset(5, from('a/b.jpg', '1')));
      const found = await both.change((c) => c.importedFrom('/r'));
      assert.deepEqual([...found.nodes], [['a', 2]]);
      assert.deepEqual([...found.assets], [['a/b.jpg', { id: 5, stamp: '1' }]]);
      // Neither a new stamp nor an object without a source is a change.
      assert.deepEqual(await both.put('asset', asset(5, from('a/b.jpg', '2')), asset(5)), ['unchanged', 'unchanged']);
      assert.equal((await both.change((c) => c.importedFrom('/r'))).assets.get('a/b.jpg')?.stamp, '2');
      const { revision } = await both.now();
      const identity = async (root: string) => (await both.change((c) => c.importedFrom(root))).identity;
      for (const each of ['1-2', '3-4']) {
        await both.change((c) => c.putIdentity('/r', each));
        assert.deepEqual([await identity('/r'), await identity('/R')], [each, undefined]);
      }
      assert.equal((await both.now()).revision, revision);
    });

    test('texts of files that are wanted are told once, until they are kept', async () => {
      await using both = await opened();
      const wanted = (work: 'read' | 'recognise', after = '', most = 9) =>
        both.change(async (c) =>
          (await c.wantedTexts(work, { after, most })).map(({ sha256, mediaType, name }) => [
            sha256[0],
            mediaType,
            name,
          ]),
        );
      await both.change(async (c) => {
        for (const [id, sha] of ['a', 'b', 'b', 'c'].entries()) await c.put('asset', withFile(10 + id, sha));
        await c.put('asset', withFile(15, 'd', 'jpg'));
        for (const sha of ['b', 'a', 'c', 'b', 'f']) await c.wantText(shaOf(sha));
        await c.wantText(shaOf('d'), 'recognise');
      });
      const { revision } = await both.now();
      const [a, b, c] = ['a 10', 'b 11', 'c 13'].map((each) => [each[0], 'pdf', `${each.slice(2)}.pdf`]);
      assert.deepEqual(await wanted('read'), [a, b, c]);
      assert.deepEqual(await wanted('read', shaOf('a'), 1), [b]);
      assert.deepEqual(await wanted('recognise'), [['d', 'jpg', '15.jpg']]);
      await both.change(async (c) => {
        await c.putTexts([
          { ...keptText('a', [], true), recognition: 'to do' },
          { ...keptText('b', []), reading: 'failed' },
          { ...keptText('c', ['Sea'], true), reading: 'outdated' },
        ]);
        for (const sha of ['a', 'b', 'c']) await c.wantText(shaOf(sha));
      });
      assert.deepEqual([await wanted('read'), (await wanted('recognise')).length], [[], 2]);
      const now = await both.now();
      assert.equal(now.revision, revision + 1);
      assert.deepEqual(await now.document(13), { pages: ['Sea'], hasPages: true });
      assert.deepEqual(
        [await now.document(11), await now.document(15), await now.document(99)],
        [undefined, undefined, undefined],
      );

      await both.change(async (c) => {
        await c.put('asset', withFile(16, 'e', 'txt'));
        await c.put('asset', withFile(17, '1', 'gif'));
        await c.wantTexts((type) => ['pdf', 'txt'].includes(type), 'read', { isAgain: true });
      });
      assert.deepEqual(await wanted('read'), [b, c, ['e', 'txt', '16.txt']]);
      await both.change((c) => c.wantTexts((type) => ['gif', 'jpg'].includes(type), 'recognise'));
      assert.deepEqual((await wanted('recognise')).map(([sha]) => sha).join(''), '1ad');

      await both.change(async (c) => {
        await c.remove('asset', 13);
        await c.forgetTexts([shaOf('c'), shaOf('b')]);
        await c.put('asset', withFile(13, 'c'));
      });
      assert.equal(await (await both.now()).document(13), undefined);
      assert.deepEqual((await wanted('read')).map(([sha]) => sha).join(''), 'be');
    });

    test('texts of all kinds of characters are read back as they were kept', async () => {
      await using both = await opened();
      const pages = ['"\\ \u2028 \ud83c\udf32\x1a', '', 'ﬁ\u00ad'];
      await both.change(async (c) => {
        await c.put('asset', withFile(10, 'a'));
        await c.putTexts([keptText('a', pages, true)]);
      });
      assert.deepEqual(await (await both.now()).document(10), { pages, hasPages: true });
      await using records = await both.catalogue.openRecords();
      assert.deepEqual((await Array.fromAsync(records.texts())).flat(), [keptText('a', pages, true)]);
    });

    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'; DROP TABLE assets; --", '__proto__', 'a\0b', '🍎'),
    );
    const values: fc.Arbitrary<ReadonlyMap<number, FieldValue>> = fc
      .record(
        { 1: text, 2: fc.constant([1]), 3: fc.constant(7), 4: fc.double({ noNaN: true, noDefaultInfinity: true }) },
        { requiredKeys: [] },
      )
      .map(
        (drawn) =>
          new Map(
            Object.entries(drawn).map(([id, value]): [number, FieldValue] => [
              Number(id),
              Object.is(value, -0) ? 0 : value,
            ]),
          ),
      );

    test('records are read back as they were put', async () => {
      await using both = await opened();
      await forRunsAsync(
        40,
        fc.integer({ min: 10, max: Number.MAX_SAFE_INTEGER }),
        text,
        values,
        fc.boolean(),
        async (id, label, fields, isRecord) => {
          const { file, ...bare } = version(3, { name: label });
          const put = asset(id, {
            fields,
            active: isRecord ? { ...bare, original: '' } : version(3, { name: label, original: label }),
            uploaded: '2024-05-01T10:00:00.007',
            modified: '0000-01-01T00:00:00',
            olderVersions: [version(1, { date: '9999-12-31' })],
            publicUrls: [{ id: 1, name: label, url: 'https://x.example/', provider: label }],
            downloads: [{ date: '2026-02-03', count: 4 }],
            uploadedBy: 1,
            type: 1,
            validUntil: '2030-01-01',
            rights: { creator: [label], usageTerms: { en: label }, licence: label },
            focus: { x: 0.1, y: 1 },
          });
          await both.put('asset', put);
          const back = (await recordsOf(both.catalogue)).find((each) => each.id === id);
          assert.deepEqual(back, put);
        },
      );
    });
  });
}
