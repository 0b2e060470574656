/** Near words of a list of which the viewer may see a part. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { packWords } from '../src/build-words.ts';
import { bitsFor, setBits } from '../src/docs.ts';
import { openLabels } from '../src/labels.ts';
import { nearWords } from '../src/near-words.ts';
import type { NodeTree } from '../src/node-tree.ts';

test('hidden words are hardly read, because the time for it would tell how many are near', () => {
  const shown = ['harbor', 'harbour', 'lake'];
  const hidden = Array.from({ length: 1000 }, (_, i) => `harbo${String.fromCodePoint(0x3b1 + i)}r`);

  function look(words: readonly string[]) {
    const sorted = words.toSorted();
    const { bytes, offsets } = packWords(sorted).vocabulary;
    const seen = bitsFor(sorted.length);
    setBits(
      seen,
      Uint32Array.from(shown, (word) => sorted.indexOf(word)),
    );
    let reads = 0;
    const counted = new Proxy(bytes, {
      get: (all, at) => {
        reads += 1;
        return Reflect.get(all, at);
      },
    });
    const found = Array.from(
      nearWords({ bytes: counted, offsets }, 'harbogr', 2, seen),
      ({ number }) => sorted[number],
    );
    return { found, reads };
  }

  const [few, many] = [look(shown), look([...shown, ...hidden])];
  assert.deepEqual(many.found, ['harbor', 'harbour']);
  assert.deepEqual(few.found, many.found);
  assert.ok(many.reads < few.reads + 200, `${many.reads} bytes instead of ${few.reads}`);
});

test('so are the names of hidden nodes', () => {
  const nodes = ['harbour', 'harbsecret', 'harbsecret lake'].map((name, id) => ({ id, name }));
  const model = { trees: { nodes: () => nodes }, infoFields: new Map() } as unknown as CatalogueModel;
  const { labels } = openLabels(model, new Map());
  const shown = { tree: { numberOf: (id) => id } as NodeTree, skipped: Uint8Array.of(0, 1, 1) };
  const named = (word: string) => labels.nodes({ words: [word], isPrefix: true, isExcluded: false }, shown);
  assert.deepEqual([named('harb'), named('lake')], [[0], []]);
  assert.deepEqual([...labels.near('harbsecrex', 2, shown)], []);
});
