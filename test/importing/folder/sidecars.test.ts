import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairSidecars } from '../../../src/importing/folder/sidecars.ts';

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

test('one sidecar may speak for several files, and the longer name goes first', () => {
  assert.deepEqual(pairs('a.cr2', 'a.jpg', 'a.jpg.xmp', 'a.xmp'), {
    sidecars: ['a.jpg.xmp', 'a.xmp'],
    of: { 'a.cr2': 'a.xmp', 'a.jpg': 'a.jpg.xmp' },
  });
  assert.deepEqual(pairs('a.zip.xmp', 'a.xmp', 'a.zip').of, { 'a.zip': 'a.zip.xmp' });
});

test('an .xmp of no file is no sidecar', () => {
  assert.deepEqual(pairs('alone.xmp', 'b.jpg.xmp', 'x.xmp', 'x.xmp.xmp'), { sidecars: [], of: {} });
});
