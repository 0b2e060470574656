import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPinQueue } from '../../src/pins/pin-queue.ts';
import { PIN_ALPHABET, type Pin, readPinCode } from '../../src/pins/store/pin.ts';

const ORDER = { title: '', endpoint: '', node: 1, assets: [1], formats: [], created: 0, expires: 1, isAnonymous: true };

/** Opens a queue whose writer refuses everything that often first. */
function openQueue(refusals = 0) {
  const codes = new Set<string>();
  const sizes: number[] = [];
  const addPins = async (pins: readonly Pin[]) => {
    sizes.push(pins.length);
    return pins.map(({ code }) => sizes.length > refusals && codes.size < codes.add(code).size);
  };
  return { queue: openPinQueue({ addPins, endPin: async () => true }), codes, sizes };
}

test('PINs that are ordered during a write are written together, each with its own code', async () => {
  const { queue, codes, sizes } = openQueue();
  const pins = await Promise.all(Array.from({ length: 700 }, () => queue.create(ORDER)));
  assert.deepEqual(new Set(pins.map(({ code }) => code)), codes);
  assert.deepEqual(sizes, [1, 500, 199]);
});

test('a PIN code that exists is drawn again, and every code can be read back', async () => {
  const { queue, codes } = openQueue(3);
  for (let count = 0; count < 500; count += 1) {
    const { code } = await queue.create(ORDER);
    assert.equal(readPinCode(code), code);
  }
  assert.equal(codes.size, 500);
  assert.deepEqual([...new Set([...codes].join(''))].sort().join(''), [...PIN_ALPHABET].sort().join(''));
});
