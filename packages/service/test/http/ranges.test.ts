import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { namesTag, namesTagStrongly, readRange } from '../../src/http/conditions.ts';

const sizes = fc.integer({ min: 0, max: 40 });
const place = fc.integer({ min: 0, max: 50 });

/** The bytes of a file that a range names, found by checking each position. */
function placesOf(size: number, names: (place: number) => boolean): number[] {
  return Array.from({ length: size }, (_, index) => index).filter(names);
}

function assertPart(header: string, size: number, expected: readonly number[]): void {
  const answer = readRange(header, size);
  const [start] = expected;
  if (start === undefined) assert.deepEqual(answer, { kind: 'unsatisfiable' }, header);
  else assert.deepEqual(answer, { kind: 'part', range: { start, end: expected.at(-1) } }, header);
}

test('a range from first to last covers the bytes between them, and is unsatisfiable if there are none', () => {
  fc.assert(
    fc.property(sizes, place, place, (size, one, other) => {
      const [first, last] = one < other ? [one, other] : [other, one];
      assertPart(
        `bytes=${first}-${last}`,
        size,
        placesOf(size, (each) => each >= first && each <= last),
      );
    }),
  );
});

test('an open range extends to the end', () => {
  fc.assert(
    fc.property(sizes, place, (size, first) => {
      assertPart(
        `bytes=${first}-`,
        size,
        placesOf(size, (each) => each >= first),
      );
    }),
  );
});

test('a suffix covers the last bytes, or all of a file that is shorter', () => {
  fc.assert(
    fc.property(sizes, place, (size, length) => {
      assertPart(
        `bytes=-${length}`,
        size,
        placesOf(size, (each) => each >= size - length),
      );
    }),
  );
});

test('a range that ends before it begins is ignored', () => {
  fc.assert(
    fc.property(sizes, place, fc.integer({ min: 1, max: 20 }), (size, last, more) => {
      assert.deepEqual(readRange(`bytes=${last + more}-${last}`, size), { kind: 'whole' });
    }),
  );
});

test('any header yields the whole file, a range inside it, or a refusal', () => {
  const parts = fc.constantFrom('bytes', 'items', '=', '-', ',', ' ', '0', '5', '99999999999999999999999', 'x');
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(parts).map((each) => each.join('')),
  );
  fc.assert(
    fc.property(anything, sizes, (header, size) => {
      const answer = readRange(header, size);
      if (answer.kind !== 'part') return;
      const { start, end } = answer.range;
      assert.ok(start >= 0 && start <= end && end < size, `${header}: ${start}-${end} of ${size}`);
    }),
  );
  assert.deepEqual(readRange(undefined, 10), { kind: 'whole' });
});

test('a weak tag matches If-None-Match, but not If-Match', () => {
  assert.ok(namesTag('"b", W/"a"', 'a'));
  assert.ok(!namesTagStrongly('"b", W/"a"', 'a'));
  assert.ok(namesTagStrongly('W/"a", "a"', 'a'));
  assert.ok(namesTagStrongly('*', 'a'));
});
