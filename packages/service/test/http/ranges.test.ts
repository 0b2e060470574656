import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import { namesTag, namesTagStrongly, readRange } from '../../src/http/conditions.ts';

const sizes = fc.integer({ min: 0, max: 40 });
const place = fc.integer({ min: 0, max: 50 });

/** Compares the answer to a header with the bytes of a file that it names, found by checking each position. */
function assertPart(header: string, size: number, names: (place: number) => boolean): void {
  const expected = Array.from({ length: size }, (_, index) => index).filter(names);
  const answer = readRange(header, size);
  const [start] = expected;
  if (start === undefined) assert.deepEqual(answer, { kind: 'unsatisfiable' }, header);
  else assert.deepEqual(answer, { kind: 'part', range: { start, end: expected.at(-1) } }, header);
}

test('a range covers the bytes that it names, and is unsatisfiable if there are none', () => {
  forAll(sizes, place, place, (size, one, other) => {
    const [first, last] = one < other ? [one, other] : [other, one];
    assertPart(`bytes=${first}-${last}`, size, (each) => each >= first && each <= last);
    assertPart(`bytes=${first}-`, size, (each) => each >= first);
    assertPart(`bytes=-${last}`, size, (each) => each >= size - last);
    assert.deepEqual(readRange(`bytes=${last + 1}-${last}`, size), { kind: 'whole' }, 'ends before it begins');
  });
});

test('any header yields the whole file, a range inside it, or a refusal', () => {
  const parts = fc.constantFrom('bytes', 'items', '=', '-', ',', ' ', '0', '5', '99999999999999999999999', 'x');
  const anything = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(parts).map((each) => each.join('')),
  );
  forAll(anything, sizes, (header, size) => {
    const answer = readRange(header, size);
    if (answer.kind !== 'part') return;
    const { start, end } = answer.range;
    assert.ok(start >= 0 && start <= end && end < size, `${header}: ${start}-${end} of ${size}`);
  });
  assert.deepEqual(readRange(undefined, 10), { kind: 'whole' });
});

test('a weak tag matches If-None-Match, but not If-Match', () => {
  assert.ok(namesTag('"b", W/"a"', 'a'));
  assert.ok(!namesTagStrongly('"b", W/"a"', 'a'));
  assert.ok(namesTagStrongly('W/"a", "a"', 'a'));
  assert.ok(namesTagStrongly('*', 'a'));
});
