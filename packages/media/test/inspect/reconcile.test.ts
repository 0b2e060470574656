import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reconciler } from '../../src/inspect/reconcile.ts';

const stated = (xmp: readonly string[], iptc: readonly string[], iptcBytes = 8) => ({ xmp, iptc, iptcBytes });
const tagsWith = (stored: string | undefined, current: string | undefined) =>
  new Map([
    ...(stored === undefined ? [] : ([['Photoshop:IPTCDigest', stored]] as const)),
    ...(current === undefined ? [] : ([['File:CurrentIPTCDigest', current]] as const)),
  ]);

for (const [title, stored, current] of [
  ['without checksums', undefined, undefined],
  ['without a stored checksum', undefined, 'aa'],
  ['with equal checksums', 'aa', 'aa'],
] as const) {
  test(`${title} XMP takes precedence, and IPTC fills its gaps`, () => {
    const reconcile = reconciler(tagsWith(stored, current));
    assert.deepEqual(reconcile(stated(['x'], ['i'])), ['x']);
    assert.deepEqual(reconcile(stated([], ['i'])), ['i']);
    assert.deepEqual(reconcile(stated(['x'], [])), ['x']);
    assert.deepEqual(reconcile(stated([], [])), []);
  });
}

test('if checksums differ, IPTC takes precedence, and XMP fills its gaps', () => {
  const reconcile = reconciler(tagsWith('aa', 'bb'));
  assert.deepEqual(reconcile(stated(['x'], ['i'])), ['i']);
  assert.deepEqual(reconcile(stated(['x'], [])), ['x']);
});

test('a text truncated in IPTC is taken whole from XMP', () => {
  const reconcile = reconciler(tagsWith('aa', 'bb'));
  assert.deepEqual(reconcile(stated(['mountains of snow'], ['mountain'])), ['mountains of snow']);
  assert.deepEqual(reconcile(stated(['mountains of snow'], ['mount'])), ['mountains of snow']);
  assert.deepEqual(reconcile(stated(['mountains of snow'], ['moun'])), ['moun']);
});
