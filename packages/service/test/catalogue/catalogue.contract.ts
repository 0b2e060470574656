import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Catalogue, CatalogueWriter, Changes } from '../../src/catalogue/catalogue.ts';
import { DanglingReference } from '../../src/catalogue/catalogue-errors.ts';
import { MAX_ASSETS_AT_ONCE } from '../../src/catalogue/page-limit.ts';
import { FILE_CATEGORIES } from '../../src/domain/file-properties.ts';
import type { AssetRecord, CatalogueNode, FieldValue, InfoField, Version } from '../../src/domain/model.ts';
import fc from '../support/fast-check.ts';
import { recordsOf, reviewsOf } from '../support/records.ts';

/** An empty catalogue and its writer; disposal closes both. */
export interface OpenedCatalogue extends AsyncDisposable {
  readonly writer: CatalogueWriter;
  readonly catalogue: Catalogue;
}

const SHA = 'a'.repeat(64);

function field(id: number, type: InfoField['type'], more: Partial<InfoField> = {}): InfoField {
  return {
    id,
    name: { en: `Field ${id}`, de: `Feld ${id}` },
    description: '',
    type,
    isMultiline: false,
    isLocalized: false,
    onAssets: true,
    onNodes: true,
    items: [],
    showRoot: false,
    maxSelections: -1,
    ...more,
  };
}

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

/** Types, fields, people and one node, for tests that need something to refer to. */
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

/** What every catalogue and its writer must do. `open` makes a new empty one each time. */
export function catalogueContract(name: string, open: () => Promise<OpenedCatalogue>): void {
  const opened = async () => {
    const both = await open();
    await both.writer.change(ground);
    return both;
  };

  describe(`${name}: changes`, () => {
    test('an empty catalogue has revision 0, and a change makes the next one', async () => {
      await using both = await open();
      assert.equal((await both.catalogue.snapshot()).revision, 0);
      await both.writer.change(ground);
      assert.equal((await both.catalogue.snapshot()).revision, 1);
      assert.equal((await both.catalogue.snapshot()).model.nodeTypes.get(101)?.key, 'folder');
    });

    test('a put returns what it did, and a change without effect makes no revision', async () => {
      await using both = await opened();
      const outcomes = (work: (changes: Changes) => Promise<string[]>) => both.writer.change(work);
      assert.deepEqual(await outcomes(async (c) => [await c.put('node', node(2)), await c.put('asset', asset(5))]), [
        'added',
        'added',
      ]);
      assert.deepEqual(await outcomes(async (c) => [await c.put('node', node(2)), await c.put('asset', asset(5))]), [
        'unchanged',
        'unchanged',
      ]);
      assert.equal((await both.catalogue.snapshot()).revision, 2);
      assert.deepEqual(await outcomes(async (c) => [await c.put('node', node(2, { position: 3 }))]), ['changed']);
      assert.equal((await both.catalogue.snapshot()).revision, 3);
      await both.writer.change(async () => undefined);
      assert.equal((await both.catalogue.snapshot()).revision, 3);
    });

    test('a put of a definition returns what it did, too', async () => {
      await using both = await opened();
      const format = {
        id: 3,
        name: 'Web',
        description: '',
        icon: '',
        position: 0,
        isQuick: false,
        isDefault: false,
        categories: [],
        extensions: [],
        isResizeable: false,
        isEditable: false,
      };
      const puts: readonly [(c: Changes) => Promise<string>, (c: Changes) => Promise<string>][] = [
        [(c) => c.put('download_format', format), (c) => c.put('download_format', { ...format, isQuick: true })],
        [(c) => c.put('group', { id: 3, name: 'A' }), (c) => c.put('group', { id: 3, name: { en: 'A' } })],
        [
          (c) => c.put('user', { id: 3, name: 'A', groups: [1], isService: false }),
          (c) => c.put('user', { id: 3, name: 'A', groups: [], isService: false }),
        ],
        [
          (c) => c.put('asset_type', { id: 3, key: 'a', name: 'A' }),
          (c) => c.put('asset_type', { id: 3, key: 'b', name: 'A' }),
        ],
        [
          (c) => c.put('relation_type', { id: 3, key: 'a', name: 'A', isSymmetric: false }),
          (c) => c.put('relation_type', { id: 3, key: 'a', name: 'A', isSymmetric: true }),
        ],
        [(c) => c.put('info_field', field(30, 'text')), (c) => c.put('info_field', field(30, 'number'))],
      ];
      for (const [put, putOther] of puts) {
        const told = [put, put, putOther, putOther].map(async (work) => await both.writer.change(work));
        assert.deepEqual(await Promise.all(told), ['added', 'unchanged', 'changed', 'unchanged']);
      }
    });

    test('values that the tables store equally are not a change', async () => {
      await using both = await opened();
      const url = { id: 1, name: 'a', url: 'https://x.example/', provider: '' };
      const odd = asset(5, {
        nodes: [1, 1],
        fields: new Map([[4, -0]]),
        relations: [
          { type: 1, to: 5 },
          { type: 1, to: 5 },
        ],
        publicUrls: [url, { ...url, name: 'b' }],
        downloads: [
          { date: '2026-01-01', count: 1 },
          { date: '2026-01-01', count: 2 },
        ],
      });
      const put = () =>
        both.writer.change(async (c) => [await c.put('asset', odd), await c.put('node', node(2, { position: -0 }))]);
      assert.deepEqual(await put(), ['added', 'added']);
      assert.deepEqual(await put(), ['unchanged', 'unchanged']);
      assert.deepEqual(
        (await (await both.catalogue.snapshot()).publicUrls(5)).map((each) => each.name),
        ['b'],
      );
    });

    test('every difference is a change', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(5));
        await c.put('asset', asset(6));
      });
      const differences: Partial<AssetRecord>[] = [
        { type: 1 },
        { nodes: [] },
        { fields: new Map([[1, 'x']]) },
        { fields: new Map([[1, { en: 'x' }]]) },
        { uploaded: 5 },
        { modified: 5 },
        { uploadedBy: 1 },
        { validUntil: 5 },
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
        ...Object.entries(version(1).properties).map(([key, value]) => ({
          active: version(1, {
            properties: { ...version(1).properties, [key]: typeof value === 'number' ? value + 1 : `${value}x` },
          }),
        })),
      ];
      for (const difference of differences) {
        assert.equal(
          await both.writer.change((c) => c.put('asset', asset(5, difference))),
          'changed',
          JSON.stringify(difference),
        );
        await both.writer.change((c) => c.put('asset', asset(5)));
      }
    });

    const halves: readonly [string, (c: Changes) => Promise<unknown>][] = [
      ['name', (c) => c.put('asset', asset(5, { active: version(1, { name: 'a\ud800' }) }))],
      ['path', (c) => c.put('node', node(5, { source: { root: '/r', path: '\udc00' } }))],
      [
        'comment',
        async (c) =>
          (await c.put('asset', asset(5))) &&
          (await c.putReview({ asset: 5, user: 1, date: 1, isAnonymous: false, comment: '\ud800' })),
      ],
      ['size beyond safe integers', (c) => c.put('asset', asset(5, { active: version(1, { size: 2 ** 60 }) }))],
      [
        'width that is no number',
        (c) =>
          c.put(
            'asset',
            asset(5, { active: version(1, { properties: { ...version(1).properties, width: Number.NaN } }) }),
          ),
      ],
      ['value that is infinite', (c) => c.put('asset', asset(5, { fields: new Map([[4, Number.POSITIVE_INFINITY]]) }))],
    ];
    for (const [what, work] of halves) {
      test(`a ${what} that cannot be stored exactly is refused`, async () => {
        await using both = await opened();
        await assert.rejects(both.writer.change(work), RangeError);
        assert.equal((await both.catalogue.snapshot()).revision, 1);
        assert.deepEqual(await (await both.catalogue.snapshot()).assets([5]), []);
      });
    }

    test('an unpaired surrogate in a node name or a field value is stored unchanged', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('node', node(2, { name: 'a\ud800\0b' }));
        await c.put('asset', asset(5, { fields: new Map([[1, { en: '\udc00' }]]) }));
      });
      assert.equal((await both.catalogue.snapshot()).model.trees.get(2)?.name, 'a\ud800\0b');
      assert.deepEqual((await (await both.catalogue.snapshot()).assets([5]))[0]?.fields.get(1), { en: '\udc00' });
    });

    test('work that throws changes nothing', async () => {
      await using both = await opened();
      const before = (await both.catalogue.snapshot()).model;
      await assert.rejects(
        both.writer.change(async (c) => {
          await c.put('node', node(2));
          throw new Error('stop');
        }),
        /stop/,
      );
      assert.equal((await both.catalogue.snapshot()).model, before);
    });

    test('sequential changes are all committed', async () => {
      await using both = await opened();
      await Promise.all(
        Array.from({ length: 20 }, (_, place) => both.writer.change((c) => c.put('node', node(100 + place)))),
      );
      assert.equal((await both.catalogue.snapshot()).revision, 21);
      assert.equal((await both.catalogue.snapshot()).model.trees.size, 21);
    });

    test('a transaction knows the revision that it follows', async () => {
      await using both = await opened();
      for (const id of [100, 101, 102]) {
        const { revision } = await both.catalogue.snapshot();
        await both.writer.change(async (c) => {
          await c.put('node', node(id));
          assert.equal(await c.revision(), revision);
        });
      }
    });

    test('nextId is above every ID', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(41));
        assert.equal(await c.nextId('asset'), 42);
        assert.equal(await c.nextId('node'), 2);
        assert.equal(await c.nextId('info_field'), 5);
      });
    });

    test('a removed ID is not reused, even in a later transaction', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(41));
        await c.put('node', node(70));
      });
      await both.writer.change(async (c) => {
        for (const id of [5, 41]) await c.remove('asset', id);
        await c.remove('node', 70);
        assert.deepEqual([await c.nextId('asset'), await c.nextId('node')], [42, 71]);
      });
      await both.writer.change(async (c) => {
        await c.put('asset', asset(6));
        assert.deepEqual([await c.nextId('asset'), await c.nextId('node')], [42, 71]);
      });
    });
  });

  describe(`${name}: references`, () => {
    const faults: readonly [string, (changes: Changes) => Promise<unknown>, string, number][] = [
      ['the type of a node', (c) => c.put('node', node(2, { type: 9 })), 'type', 9],
      ['the parent of a node', (c) => c.put('node', node(2, { parent: 9 })), 'parent', 9],
      [
        'a group of access',
        (c) => c.put('node', node(2, { access: [{ group: 9, view: true, download: '*' }] })),
        'access.group',
        9,
      ],
      [
        'a format of access',
        (c) => c.put('node', node(2, { access: [{ group: 1, view: true, download: [9] }] })),
        'access.download',
        9,
      ],
      ['the type of an asset', (c) => c.put('asset', asset(5, { type: 9 })), 'type', 9],
      ['the uploader', (c) => c.put('asset', asset(5, { uploadedBy: 9 })), 'uploaded_by', 9],
      ['a node of an asset', (c) => c.put('asset', asset(5, { nodes: [1, 9] })), 'nodes', 9],
      ['a referenced node', (c) => c.put('asset', asset(5, { fields: new Map([[2, [1, 9]]]) })), 'infofields.2', 9],
      [
        'a node that a node references',
        (c) => c.put('node', node(2, { fields: new Map([[2, [1, 9]]]) })),
        'infofields.2',
        9,
      ],
      ['the root of a field that is removed', (c) => c.remove('node', 1), 'root_node', 1],
      ['a dropdown item', (c) => c.put('asset', asset(5, { fields: new Map([[3, 9]]) })), 'infofields.3', 9],
      ['an information field', (c) => c.put('asset', asset(5, { fields: new Map([[9, 'x']]) })), 'infofields', 9],
      ['a relation type', (c) => c.put('asset', asset(5, { relations: [{ type: 9, to: 5 }] })), 'relations.type', 9],
      ['a related asset', (c) => c.put('asset', asset(5, { relations: [{ type: 1, to: 9 }] })), 'relations.to', 9],
      ['a group of a user', (c) => c.put('user', { id: 2, name: 'B', groups: [9], isService: false }), 'groups', 9],
      ['the root of a field', (c) => c.put('info_field', field(2, 'node_reference', { rootNode: 9 })), 'root_node', 9],
      [
        'the user of a review',
        async (c) =>
          (await c.put('asset', asset(5))) &&
          (await c.putReview({ asset: 5, user: 9, date: 1, isAnonymous: false, comment: '' })),
        'user',
        9,
      ],
      [
        'the asset of a review',
        (c) => c.putReview({ asset: 9, user: 1, date: 1, isAnonymous: false, comment: '' }),
        'asset',
        9,
      ],
    ];
    for (const [what, work, key, target] of faults) {
      test(`a reference to a missing ${what} refuses the whole change`, async () => {
        await using both = await opened();
        await assert.rejects(
          both.writer.change(work),
          (error) => error instanceof DanglingReference && error.key === key && error.to.id === target,
        );
        assert.equal((await both.catalogue.snapshot()).revision, 1);
      });
    }

    test('a removed node leaves the fields of nodes', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('node', node(2));
        await c.put(
          'node',
          node(3, {
            fields: new Map<number, FieldValue>([
              [1, 'x'],
              [2, [1, 2]],
            ]),
          }),
        );
        await c.put('node', node(4, { fields: new Map([[2, [2]]]) }));
      });
      await both.writer.change((c) => c.remove('node', 2));
      const { trees } = (await both.catalogue.snapshot()).model;
      assert.deepEqual(
        trees.get(3)?.fields,
        new Map<number, FieldValue>([
          [1, 'x'],
          [2, [1]],
        ]),
      );
      assert.deepEqual(trees.get(4)?.fields, new Map());
    });

    test('the files beside an asset are those that the same import found in its folder and below', async () => {
      await using both = await opened();
      const from = (root: string, path: string) => ({ source: { root, path, stamp: '' } });
      await both.writer.change(async (c) => {
        await c.put('asset', asset(11, from('/in', 'm/a.gltf')));
        await c.put('asset', asset(12, from('/in', 'm/parts/a.bin')));
        await c.put('asset', asset(13, from('/in', 'm/Z%_.png')));
        await c.put('asset', asset(14, from('/in', 'm.bin')));
        await c.put('asset', asset(15, from('/in', 'm0/a.bin')));
        await c.put('asset', asset(16, from('/other', 'm/b.bin')));
        await c.put('asset', asset(17, from('/in', 'top.gltf')));
        await c.put('asset', asset(18));
      });
      const names = async (id: number) => (await (await both.catalogue.snapshot()).beside(id)).map(({ name }) => name);
      assert.deepEqual(await names(11), ['Z%_.png', 'parts/a.bin']);
      assert.deepEqual(await names(12), []);
      assert.deepEqual(await names(17), ['m.bin', 'm/Z%_.png', 'm/a.gltf', 'm/parts/a.bin', 'm0/a.bin']);
      assert.deepEqual([await names(18), await names(99)], [[], []]);
    });

    test('a node is in use while an asset or a field names it', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        for (const id of [2, 3, 4]) await c.put('node', node(id));
        await c.put('asset', asset(5, { nodes: [2], fields: new Map([[2, [3]]]) }));
        assert.deepEqual(await Promise.all([1, 2, 3, 4].map(c.isNodeUsed)), [true, true, true, false]);
        await c.remove('asset', 5);
        assert.deepEqual(await Promise.all([1, 2, 3, 4].map(c.isNodeUsed)), [true, false, false, false]);
      });
    });

    test('references may point forward', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(5, { nodes: [3], relations: [{ type: 1, to: 6 }] }));
        await c.put('asset', asset(6));
        await c.put('node', node(3, { parent: 2 }));
        await c.put('node', node(2));
      });
      assert.equal((await both.catalogue.snapshot()).revision, 2);
    });

    test('a node cannot lie below itself', async () => {
      await using both = await opened();
      await assert.rejects(
        both.writer.change(async (c) => {
          await c.put('node', node(2, { parent: 3 }));
          await c.put('node', node(3, { parent: 2 }));
        }),
        /below itself/,
      );
    });

    test('a long chain cannot be closed to a cycle later, and depth is limited to 1,000 levels', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        for (let id = 2; id <= 1000; id++) await c.put('node', node(id, { parent: id - 1 }));
      });
      await assert.rejects(
        both.writer.change((c) => c.put('node', node(2, { parent: 1000 }))),
        /below itself/,
      );
      await assert.rejects(
        both.writer.change(async (c) => {
          for (let id = 1001; id <= 1003; id++) await c.put('node', node(id, { parent: id - 1 }));
        }),
        /deeper than 1000 levels/,
      );
      assert.equal((await both.catalogue.snapshot()).revision, 2);
    });

    test('a node with children cannot be removed alone', async () => {
      await using both = await opened();
      await both.writer.change((c) => c.put('node', node(2, { parent: 1 })));
      await assert.rejects(
        both.writer.change((c) => c.remove('node', 1)),
        DanglingReference,
      );
    });

    test('a removed node is removed from assets, and a removed asset takes its own records along', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('node', node(2));
        await c.put('asset', asset(5, { nodes: [1, 2], fields: new Map([[2, [1, 2]]]) }));
        await c.put('asset', asset(6, { nodes: [2], fields: new Map([[2, [2]]]), relations: [{ type: 1, to: 5 }] }));
        await c.putReview({ asset: 5, user: 1, date: 1, isAnonymous: false, rating: 3, comment: 'x' });
      });
      await both.writer.change((c) => c.remove('node', 2));
      const [five, six] = await (await both.catalogue.snapshot()).assets([5, 6]);
      assert.deepEqual([five?.nodes, five?.fields.get(2), six?.nodes, six?.fields.get(2)], [[1], [1], [], undefined]);
      await both.writer.change((c) => c.remove('asset', 5));
      assert.deepEqual(
        (await (await both.catalogue.snapshot()).assets([5, 6])).map(({ id }) => id),
        [6],
      );
      assert.deepEqual(await (await both.catalogue.snapshot()).relations(6), []);
      assert.deepEqual(await reviewsOf(both.catalogue), []);
    });
  });

  describe(`${name}: reading`, () => {
    test('assets come in the requested order, without unknown ones', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        for (const id of [5, 6, Number.MAX_SAFE_INTEGER]) await c.put('asset', asset(id));
      });
      const found = await (await both.catalogue.snapshot()).assets([Number.MAX_SAFE_INTEGER, 99, 5, -1]);
      assert.deepEqual(
        found.map(({ id }) => id),
        [Number.MAX_SAFE_INTEGER, 5],
      );
      assert.deepEqual(
        (await (await both.catalogue.snapshot()).assets([5, 6, 5])).map(({ id }) => id),
        [5, 6, 5],
      );
      const most = Array.from({ length: MAX_ASSETS_AT_ONCE }, (_, id) => id);
      assert.equal((await (await both.catalogue.snapshot()).assets(most)).length, 2);
      await assert.rejects(
        (await both.catalogue.snapshot()).assets(Array.from({ length: 10_001 }, (_, id) => id)),
        RangeError,
      );
    });

    test('outlines are of the same assets in the same order, with equal values', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('node', node(2));
        const drawing = version(7, { name: '"Ä" \u{1f3a8}' });
        await c.put(
          'asset',
          asset(5, { nodes: [1, 2], active: { ...drawing, properties: { ...drawing.properties, category: 0 } } }),
        );
        await c.put('asset', asset(6, { nodes: [] }));
        await c.put('asset', asset(Number.MAX_SAFE_INTEGER));
      });
      const ids = [6, Number.MAX_SAFE_INTEGER, 99, 5, -1, 6];
      const outlines = await (await both.catalogue.snapshot()).outlines(ids);
      assert.deepEqual(
        outlines.map(({ id }) => id),
        [6, Number.MAX_SAFE_INTEGER, 5, 6],
      );
      assert.deepEqual(
        outlines,
        (await (await both.catalogue.snapshot()).assets(ids)).map(
          ({ id, nodes, active: { properties, name, version } }) => ({
            id,
            category: properties.category,
            name,
            version,
            nodes,
          }),
        ),
      );
      assert.deepEqual(await (await both.catalogue.snapshot()).outlines([]), []);
      const most = Array.from({ length: MAX_ASSETS_AT_ONCE }, (_, id) => MAX_ASSETS_AT_ONCE - id);
      assert.deepEqual(
        (await (await both.catalogue.snapshot()).outlines(most)).map(({ id }) => id),
        [6, 5],
      );
      await assert.rejects((await both.catalogue.snapshot()).outlines([...most, 0]), RangeError);
    });

    test('an outline is as new as the last commit', async () => {
      await using both = await opened();
      await both.writer.change((c) => c.put('asset', asset(5)));
      const name = async () => (await (await both.catalogue.snapshot()).outlines([5]))[0]?.name;
      assert.equal(await name(), asset(5).active.name);
      await both.writer.change((c) => c.put('asset', asset(5, { active: version(8, { name: 'new.jpg' }) })));
      assert.equal(await name(), 'new.jpg');
      await both.writer.change((c) => c.remove('asset', 5));
      assert.equal(await name(), undefined);
    });

    test('versions ascend, the active one last', async () => {
      await using both = await opened();
      await both.writer.change((c) =>
        c.put('asset', asset(5, { active: version(7), olderVersions: [version(2), version(4)] })),
      );
      assert.deepEqual(
        (await (await both.catalogue.snapshot()).versions(5)).map((each) => each.version),
        [2, 4, 7],
      );
      assert.deepEqual(await (await both.catalogue.snapshot()).versions(6), []);
    });

    test('relations are visible from both sides', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(5, { relations: [{ type: 1, to: 6 }] }));
        await c.put('asset', asset(6));
      });
      assert.deepEqual(await (await both.catalogue.snapshot()).relations(5), [{ type: 1, to: 6, isReverse: false }]);
      assert.deepEqual(await (await both.catalogue.snapshot()).relations(6), [{ type: 1, to: 5, isReverse: true }]);
    });

    test('downloads add up by asset and day, and make no revision', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('asset', asset(5, { downloads: [{ date: '2026-01-01', count: 2 }] }));
        await c.put('asset', asset(6));
      });
      await both.writer.addDownloads(
        '2026-01-02',
        new Map([
          [5, 1],
          [6, 3],
          [99, 5],
        ]),
      );
      await both.writer.addDownloads('2026-01-02', new Map([[6, 1]]));
      assert.equal((await both.catalogue.snapshot()).revision, 2);
      assert.deepEqual(await (await both.catalogue.snapshot()).topDownloads('2026-01-01'), [
        { asset: 6, downloads: 4 },
        { asset: 5, downloads: 3 },
      ]);
      assert.deepEqual(await (await both.catalogue.snapshot()).topDownloads('2026-01-03'), []);
      // A put replaces the dates it names and keeps the others.
      await both.writer.change((c) => c.put('asset', asset(5, { downloads: [{ date: '2026-01-01', count: 9 }] })));
      assert.deepEqual(await (await both.catalogue.snapshot()).topDownloads('2026-01-01'), [
        { asset: 5, downloads: 10 },
        { asset: 6, downloads: 4 },
      ]);
    });

    test('the files in use are those that versions name', async () => {
      await using both = await opened();
      await both.writer.change((c) => c.put('asset', asset(5)));
      assert.deepEqual([...(await both.writer.filesInUse([SHA, 'b'.repeat(64)]))], [SHA]);
    });

    test('the files in use are read between transactions', async () => {
      await using both = await opened();
      await both.writer.change((c) => c.put('asset', asset(5)));
      const removed = Promise.withResolvers<void>();
      const failure = Promise.withResolvers<void>();
      const changed = both.writer.change(async (c) => {
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
      await both.writer.change(async (c) => given.push(c));
      await assert.rejects(
        both.writer.change(async (c) => {
          given.push(c);
          throw new Error('stop');
        }),
        /^Error: stop$/,
      );
      const before = await both.catalogue.snapshot();
      for (const changes of given) {
        const late = [
          changes.put('asset', asset(5)),
          changes.remove('node', 1),
          changes.putReview({ asset: 5, user: 1, date: 1, isAnonymous: false, comment: '' }),
          changes.removeReview({ asset: 5, user: 1, date: 1 }),
          changes.putLanguages(['de'], 'de'),
          changes.nextId('asset'),
          changes.importedFrom('/'),
          changes.isNodeUsed(1),
          changes.record(5),
          changes.records([5]),
        ];
        for (const each of await Promise.allSettled(late)) assert.equal(each.status, 'rejected');
      }
      assert.deepEqual(await recordsOf(both.catalogue), []);
      assert.equal((await both.catalogue.snapshot()).revision, before.revision);
    });

    test('a change of assets only leaves every part of the model the same object', async () => {
      await using both = await opened();
      const before = (await both.catalogue.snapshot()).model;
      await both.writer.change((c) => c.put('asset', asset(5)));
      const after = (await both.catalogue.snapshot()).model;
      assert.equal(after.revision, before.revision + 1);
      assert.equal(after.trees, before.trees);
      assert.equal(after.infoFields, before.infoFields);
      await both.writer.change((c) => c.put('node', node(1, { name: 'Other' })));
      assert.equal((await both.catalogue.snapshot()).model.trees.get(1)?.name, 'Other');
    });

    test('the model is the same object until the revision changes', async () => {
      await using both = await opened();
      const model = (await both.catalogue.snapshot()).model;
      assert.equal((await both.catalogue.snapshot()).model, model);
      await both.writer.change((c) => c.put('node', node(2)));
      assert.notEqual((await both.catalogue.snapshot()).model, model);
    });

    test('records are read within the transaction, one or many at a time', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        for (const id of [5, 6, 8]) await c.put('asset', asset(id));
      });
      await both.writer.change(async (c) => {
        assert.deepEqual([...(await c.records([8, 7, 5])).keys()].toSorted(), [5, 8]);
        assert.equal(await c.put('asset', asset(7)), 'added');
        assert.equal(await c.put('asset', asset(8, { type: 1 })), 'changed');
        await c.remove('asset', 5);
        const within = await c.records([5, 6, 7, 8]);
        assert.deepEqual(
          [...within.values()].map(({ id, type }) => [id, type]).toSorted(([a = 0], [b = 0]) => a - b),
          [
            [6, undefined],
            [7, undefined],
            [8, 1],
          ],
        );
        assert.equal(await c.put('asset', asset(8, { type: 1 })), 'unchanged');
        assert.equal(await c.put('asset', asset(5)), 'added');
        assert.deepEqual((await c.record(6))?.id, 6);
      });
    });

    test('objects of a folder import are found by their paths', async () => {
      await using both = await opened();
      await both.writer.change(async (c) => {
        await c.put('node', node(2, { source: { root: '/r', path: 'a' } }));
        await c.put('asset', asset(5, { source: { root: '/r', path: 'a/b.jpg', stamp: '1' } }));
      });
      const found = await both.writer.change((c) => c.importedFrom('/r'));
      assert.deepEqual([...found.nodes], [['a', 2]]);
      assert.deepEqual([...found.assets], [['a/b.jpg', { id: 5, stamp: '1' }]]);
      // Neither a new stamp nor an object without a source is a change.
      const outcome = await both.writer.change(async (c) => [
        await c.put('asset', asset(5, { source: { root: '/r', path: 'a/b.jpg', stamp: '2' } })),
        await c.put('asset', asset(5)),
      ]);
      assert.deepEqual(outcome, ['unchanged', 'unchanged']);
      assert.equal((await both.writer.change((c) => c.importedFrom('/r'))).assets.get('a/b.jpg')?.stamp, '2');
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
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 10, max: Number.MAX_SAFE_INTEGER }),
          text,
          values,
          fc.boolean(),
          async (id, label, fields, isRecord) => {
            const { file, ...bare } = version(3, { name: label });
            const put = asset(id, {
              fields,
              active: isRecord ? { ...bare, original: '' } : version(3, { name: label, original: label }),
              olderVersions: [version(1)],
              publicUrls: [{ id: 1, name: label, url: 'https://x.example/', provider: label }],
              downloads: [{ date: '2026-02-03', count: 4 }],
              uploadedBy: 1,
              type: 1,
              validUntil: 5,
            });
            await both.writer.change((c) => c.put('asset', put));
            const back = (await recordsOf(both.catalogue)).find((each) => each.id === id);
            assert.deepEqual(back, put);
          },
        ),
        { numRuns: 40 },
      );
    });
  });
}
