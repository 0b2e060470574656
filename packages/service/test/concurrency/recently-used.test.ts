import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openRecentlyUsed } from '../../src/concurrency/recently-used.ts';

test('of more values than are kept, those used least recently go', () => {
  const values = openRecentlyUsed<string, number>({ most: 3 });
  for (const [number, key] of ['a', 'b', 'c'].entries()) values.set(key, number);
  values.get('a');
  values.peek('b');
  values.set('d', 3);
  assert.deepEqual(keysOf(values), ['c', 'a', 'd']);
  assert.equal(values.getOrInsertComputed('c', assert.fail), 2);
  assert.equal(
    values.getOrInsertComputed('e', () => 4),
    4,
  );
  assert.deepEqual(keysOf(values), ['d', 'c', 'e']);
});

test('a value that is undefined is kept like others', () => {
  const values = openRecentlyUsed<string, undefined>({ most: 1 });
  let made = 0;
  const make = () => {
    made += 1;
    return undefined;
  };
  for (let times = 0; times < 3; times++) values.getOrInsertComputed('a', make);
  assert.equal(made, 1);
});

test('a value larger than all that may be kept takes the place of its former one alone', () => {
  const values = openRecentlyUsed<string, string>({ most: 10, sizeOf: (value) => value.length });
  for (const key of ['a', 'b']) values.set(key, 'four');
  values.set('a', 'eleven long');
  assert.deepEqual([keysOf(values), values.total], [['b'], 4]);
});

test('whatever is done, no more is kept than may be, and what is kept was used last', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), key: fc.nat(9), size: fc.nat(12) }),
    fc.record({ do: fc.constantFrom('get' as const, 'peek' as const, 'delete' as const), key: fc.nat(9) }),
    fc.record({ do: fc.constant('clear' as const), key: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const values = openRecentlyUsed<number, { readonly size: number }>({ most: 20, sizeOf: ({ size }) => size });
      // The same by hand: a list, and all sums anew each time.
      let list: (readonly [number, { readonly size: number }])[] = [];
      const sum = () => list.reduce((total, [, { size }]) => total + size, 0);
      const without = (key: number) => list.filter(([other]) => other !== key);
      for (const each of steps) {
        const { key } = each;
        const known = list.find(([other]) => other === key);
        if (each.do === 'set') {
          const value = { size: each.size };
          values.set(key, value);
          list = each.size > 20 ? without(key) : [...without(key), [key, value]];
          while (sum() > 20) list.shift();
        } else if (each.do === 'clear') {
          values.clear();
          list = [];
        } else if (each.do === 'delete') {
          values.delete(key);
          list = without(key);
        } else {
          assert.equal(values[each.do](key), known?.[1]);
          if (known && each.do === 'get') list = [...without(key), known];
        }
        assert.deepEqual([...values.entries()], list);
        assert.deepEqual([values.size, values.total], [list.length, sum()]);
      }
    }),
  );
});

function keysOf(values: { entries(): Iterable<[string, unknown]> }): readonly string[] {
  return [...values.entries()].map(([key]) => key);
}
