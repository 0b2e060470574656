import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CachedTerm } from '../../src/search/columnar/cached-term.ts';
import { openTermStore } from '../../src/search/columnar/term-store.ts';

const MOST = 1000;
const SIZE = 300;

/** Asks so many times; tells whether the term is known in the end. */
function asker() {
  const store = openTermStore({ leastTimes: 2, bytes: MOST });
  const charges = new Map<string, (bytes: number) => void>();
  let made = 0;
  const ask = (key: string, times = 1, size = SIZE, viewer = 0): boolean => {
    let known: CachedTerm | undefined;
    for (let i = 0; i < times; i++) {
      known = store.ask({ key: `${viewer} ${key}`, viewer, least: size }, (charge) => {
        made += 1;
        if (size === 0) return undefined;
        charge(size);
        charges.set(key, charge);
        return {} as CachedTerm;
      });
    }
    return known !== undefined;
  };
  return { ask, charges, made: () => made };
}

test('a term is known when it was asked for often enough, and made once', () => {
  const { ask, made } = asker();
  assert.deepEqual([ask('a'), ask('a'), ask('a')], [false, true, true]);
  assert.equal(made(), 1);
});

test('what is not worth knowing is looked at once', () => {
  const { ask, made } = asker();
  assert.equal(ask('rare', 5, 0), false);
  assert.equal(made(), 1);
});

test('a crowd of terms drives out none that is asked for more often', () => {
  const { ask } = asker();
  for (const key of ['a', 'b', 'c']) ask(key, 10);
  for (let i = 0; i < 20; i++) {
    ask(`crowd ${i}`, 2);
    for (const key of ['a', 'b', 'c']) assert.equal(ask(key), true, `${key} after ${i}`);
  }
});

test('a viewer who comes later has his share, however often the others have asked', () => {
  const { ask } = asker();
  for (const key of ['a', 'b', 'c']) ask(key, 100);
  assert.equal(ask('a', 2, SIZE, 1), true);
  // Now both have the same, and how often counts.
  assert.equal(ask('b', 2, SIZE, 1), false);
});

test('what nobody asks for any more has to go', () => {
  const { ask } = asker();
  for (const key of ['a', 'b', 'c']) ask(key, 4);
  ask('d', 20);
  assert.equal(ask('d'), true);
});

test('a term that grows drives out others, never itself', () => {
  const { ask, charges } = asker();
  for (const key of ['a', 'b', 'c']) ask(key, 2);
  charges.get('c')?.(MOST - SIZE);
  assert.equal(ask('c'), true);
  assert.equal(ask('a'), false);
});

test('a term that outgrows all there is room for goes itself', () => {
  const { ask, charges } = asker();
  ask('a', 2);
  charges.get('a')?.(MOST);
  assert.equal(ask('b', 2), true);
});

test('what is larger than all there is room for is never known', () => {
  const { ask, made } = asker();
  assert.equal(ask('huge', 5, MOST + 1), false);
  assert.equal(made(), 0);
});

test('memory stays within the bound and is that of what is kept, whatever is charged and when', () => {
  const step = fc.record({
    key: fc.nat(8),
    size: fc.nat(400),
    later: fc.nat(700),
    times: fc.integer({ min: 1, max: 4 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = openTermStore({ leastTimes: 2, bytes: MOST });
      const bytes = new Map<CachedTerm, number>();
      const charges: (() => void)[] = [];
      const isKept = (key: number) => {
        let kept: CachedTerm | undefined;
        kept = store.ask({ key: String(key), viewer: key % 3, least: Number.POSITIVE_INFINITY }, () =>
          assert.fail('there is no such room'),
        );
        return kept;
      };
      for (const { key, size, later, times } of steps) {
        for (let i = 0; i < times; i++) {
          store.ask({ key: String(key), viewer: key % 3, least: size }, (charge) => {
            const term = {} as CachedTerm;
            const add = (more: number) => {
              bytes.set(term, (bytes.get(term) ?? 0) + more);
              charge(more);
            };
            add(size);
            charges.push(() => add(later));
            return term;
          });
        }
        // Some of what is charged late is of terms that had to go.
        if (later % 2 === 0) charges.at(later % charges.length)?.();
        assert.ok(store.total() <= MOST, `${store.total()} bytes are kept`);
      }
      const kept = Array.from({ length: 9 }, (_, key) => isKept(key)).filter((term) => term !== undefined);
      assert.equal(
        store.total(),
        kept.reduce((sum, term) => sum + (bytes.get(term) ?? 0), 0),
      );
    }),
  );
});
