/** A base that is merged from the segments of an index is the one that is built from the catalogue. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Base, buildBase, mergeBase } from '../../../columnar/src/build-base.ts';
import { attach, type Codes } from '../../../columnar/src/columns.ts';
import { Indexer } from '../../../columnar/src/indexer.ts';
import { type LinkColumn, noneOf, segmentOf } from '../../../columnar/src/segment.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { SEED } from '../../../core/test/support/seed.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { change, fill } from './random-catalogue.ts';
import { ASSETS } from './random-world.ts';

const ROUNDS = 12;

for (const [name, deltas] of [
  ['deltas that are seldom merged', [1000]],
  ['deltas that are often merged', [4, 10, 20]],
] as const) {
  test(`a merged base has what a built one has, after ${name}`, async () => {
    await using opened = await openSqlite();
    const { writer, source } = opened;
    const random = seeded(SEED);
    const world = await fill(writer, random, ASSETS);
    // Always full, so that what it has can be merged at any time.
    const limits = { deltas, batch: 7, full: -1, fullTexts: 1e6, rebuild: 1e6 };
    const indexer = new Indexer(source, { limits });
    indexer.adopt(await buildBase(source));
    for (let round = 0; round < ROUNDS; round++) {
      await change(writer, random, ASSETS, world);
      if (!(await indexer.follow())) indexer.adopt(await buildBase(source));
      const from = indexer.full();
      if (!from) continue;
      const merged = mergeBase(from);
      assert.deepEqual(
        meaningOf(merged),
        meaningOf(await buildBase(source)),
        `SEED=${SEED} repeats it; round ${round}`,
      );
      if (random.chance(0.3)) indexer.adopt(merged);
    }
  });
}

/** Codes and numbers of nodes depend on the order in which they were given, so their values stand for them. */
function meaningOf({ packed, documents, dictionaries, nodeIds, nodeParents, ...rest }: Base) {
  const { extensions, types, users, licences, sourceTypes, items, nodes, references, ...columns } = segmentOf(
    attach(packed),
  );
  const valuesOf = (codes: Codes, values: readonly (string | number)[]) =>
    Array.from(codes, (code) => values[code - 1]);
  const linksOf = ({ offsets, nodes: numbers, docsOf, commonAncestors }: LinkColumn) => {
    const none = noneOf(commonAncestors);
    return {
      offsets,
      nodes: Array.from(numbers, (number) => nodeIds[number]),
      // The common ancestors of a doc are the same in any order of the tree, but not always in the same order.
      commonAncestors: Array.from(offsets.subarray(1), (end, doc) =>
        Array.from(commonAncestors.subarray(offsets[doc], end), (number) =>
          number === none ? 0 : (nodeIds[number] ?? 0),
        ).sort(),
      ),
      docsOf: new Map(
        Array.from(nodeIds, (id, number): [number, Uint32Array] => [
          id,
          docsOf.docs.slice(docsOf.offsets[number], docsOf.offsets[number + 1]),
        ]).sort(([a], [b]) => a - b),
      ),
    };
  };
  return {
    ...rest,
    ...columns,
    extensions: valuesOf(extensions, dictionaries.extensions),
    types: valuesOf(types, dictionaries.types),
    users: valuesOf(users, dictionaries.users),
    licences: valuesOf(licences, dictionaries.licences),
    sourceTypes: valuesOf(sourceTypes, dictionaries.sourceTypes),
    items: Object.fromEntries(
      Object.entries(items).map(([id, codes]) => [id, valuesOf(codes, dictionaries.items[id] ?? [])]),
    ),
    nodes: linksOf(nodes),
    references: Object.fromEntries(Object.entries(references).map(([id, column]) => [id, linksOf(column)])),
    documents: documents.map((part) => attach(part)),
    nodeParents: new Map(
      Array.from(nodeIds, (id, number): [number, number | undefined] => [
        id,
        nodeIds[nodeParents[number] as number],
      ]).sort(([a], [b]) => a - b),
    ),
  };
}
