import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildNodeTrees } from '../../../../core/src/domain/node-trees.ts';
import { KEYWORD } from '../../../src/transfer/built-in.ts';
import { openKeywords } from '../../../src/transfer/folder/keyword-nodes.ts';
import { pairSidecars } from '../../../src/transfer/folder/sidecars.ts';

const pairs = (...names: string[]) => {
  const { names: all, of } = pairSidecars(names);
  return { sidecars: [...all].sort(), of: Object.fromEntries([...of].sort()) };
};

test('a sidecar has the name of its file, with or without the extension', () => {
  assert.deepEqual(pairs('a.jpg', 'a.xmp', 'b.jpg', 'b.jpg.xmp', 'c.JPG', 'c.XMP', 'd', 'd.xmp'), {
    sidecars: ['a.xmp', 'b.jpg.xmp', 'c.XMP', 'd.xmp'],
    of: { 'a.jpg': 'a.xmp', 'b.jpg': 'b.jpg.xmp', 'c.JPG': 'c.XMP', d: 'd.xmp' },
  });
});

test('a sidecar may differ from the name in case or Unicode form, unless another file or sidecar has exactly it', () => {
  assert.deepEqual(
    pairs('A.JPG', 'a.jpg.xmp', 'B.jpg', 'b.XMP', 'caf\u00e9.tif', 'cafe\u0301.xmp', 'D.jpg', 'd_01.jpg.xmp'),
    {
      sidecars: ['a.jpg.xmp', 'b.XMP', 'cafe\u0301.xmp', 'd_01.jpg.xmp'],
      of: { 'A.JPG': 'a.jpg.xmp', 'B.jpg': 'b.XMP', 'caf\u00e9.tif': 'cafe\u0301.xmp' },
    },
  );
  assert.deepEqual(pairs('A.jpg', 'a.jpg', 'a.xmp', 'A.xmp').of, { 'A.jpg': 'A.xmp', 'a.jpg': 'a.xmp' });
  for (const order of [
    ['a.jpg.xmp', 'A.JPG.xmp'],
    ['A.JPG.xmp', 'a.jpg.xmp'],
  ])
    assert.deepEqual(pairs('A.JPG', ...order).of, { 'A.JPG': 'A.JPG.xmp' });
});

test('an .xmp for several files belongs to the raw ones, and one with the full file name takes precedence', () => {
  assert.deepEqual(pairs('a.cr2', 'a.jpg', 'a.jpg.xmp', 'a.xmp'), {
    sidecars: ['a.jpg.xmp', 'a.xmp'],
    of: { 'a.cr2': 'a.xmp', 'a.jpg': 'a.jpg.xmp' },
  });
  assert.deepEqual(pairs('a.zip.xmp', 'a.xmp', 'a.zip').of, { 'a.zip': 'a.zip.xmp' });
  assert.deepEqual(pairs('a.NEF', 'a.arw', 'a.jpg', 'a.dng', 'a.xmp').of, { 'a.NEF': 'a.xmp', 'a.arw': 'a.xmp' });
});

test('without raw files it belongs to the only picture, else the only film, sound or document', () => {
  assert.deepEqual(pairs('a.heic', 'a.mov', 'a.txt', 'a.xmp').of, { 'a.heic': 'a.xmp' });
  assert.deepEqual(pairs('a.mp4', 'a.srt', 'a.xmp').of, { 'a.mp4': 'a.xmp' });
  assert.deepEqual(pairs('a.jpg', 'a.tif', 'a.jpg.xmp', 'a.xmp').of, { 'a.jpg': 'a.jpg.xmp', 'a.tif': 'a.xmp' });
});

test('an ambiguous .xmp belongs to no file', () => {
  const { names, of, unclear } = pairSidecars(['a.jpg', 'a.png', 'a.tif', 'a.xmp']);
  assert.deepEqual([[...names], [...of], [...unclear]], [['a.xmp'], [], ['a.xmp']]);
  assert.deepEqual([...pairSidecars(['A.JPG', 'a.JPG', 'a.jpg.xmp']).unclear], ['a.jpg.xmp']);
});

test("a duplicate's of darktable is a sidecar of no file", () => {
  const files = ['a.jpg', 'a.jpg.xmp', 'a_01.jpg.xmp', 'b_02.jpg', 'b.jpg', 'b_02.jpg.xmp', 'c_01.jpg.xmp'];
  assert.deepEqual(pairs(...files), {
    sidecars: ['a.jpg.xmp', 'a_01.jpg.xmp', 'b_02.jpg.xmp'],
    of: { 'a.jpg': 'a.jpg.xmp', 'b_02.jpg': 'b_02.jpg.xmp' },
  });
});

test('the sidecar of a file that is left out is no file either, and says nothing of another', () => {
  const xmp = ['a.jpg.xmp', 'a_01.jpg.xmp', 'b.xmp', 'c.xmp', 'd.xmp'];
  const { names, of } = pairSidecars(['a.jpg.txt', 'c.jpg', ...xmp], ['a.jpg', 'b.tif', 'c.cr2', 'd']);
  assert.deepEqual([[...names], [...of]], [xmp, [['c.jpg', 'c.xmp']]]);
});

test('an .xmp without a file is not a sidecar', () =>
  assert.deepEqual(pairs('alone.xmp', 'b.jpg.xmp', 'x.xmp', 'x.xmp.xmp'), { sidecars: [], of: {} }));

test('a keyword is the node of its own spelling, else the first that differs in case or Unicode form alone', () => {
  const node = (id: number, name: string) => ({ id, type: KEYWORD, name, position: 0, fields: new Map() });
  const nodes = [node(1, 'Café'), node(2, 'LAKE'), node(3, 'lake')];
  const trees = buildNodeTrees(nodes, { languages: ['en'], defaultLanguage: 'en' });
  const { idOf, added } = openKeywords({ trees }, () => 4);
  const names = ['cafe\u0301', 'lake', 'Lake', 'Straße', 'STRASSE'];
  const ids = names.map((name) => idOf([name]));
  assert.deepEqual(ids, [1, 3, 2, 4, 4]);
  const made = added.map(({ name }) => name);
  assert.deepEqual(made, ['Straße']);
});
