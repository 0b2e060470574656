import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../core/src/domain/errors.ts';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import { parseQuery } from '../../src/api/query.ts';

const marks = fc.array(fc.constantFrom(' ', '+', '%', '&', '=', 'a', 'é', '🍎')).map((parts) => parts.join(''));
const text = fc.oneof(
  marks,
  fc.string({ unit: codePoint }).filter((given) => given.isWellFormed()),
);
const pairs = fc.array(fc.tuple(text, text), { maxLength: 8 });

function grouped(given: readonly (readonly [string, string])[]): Map<string, string[]> {
  const expected = new Map<string, string[]>();
  for (const [name, value] of given) expected.set(name, [...(expected.get(name) ?? []), value]);
  return expected;
}

test('encoded parameters are decoded, with every value of a name in order', () => {
  forAll(pairs, (given) => {
    const query = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
    assert.deepEqual(parseQuery(query), grouped(given));
  });
});

test('any text gives a query or a refusal', () => {
  const fragments = fc.constantFrom('%', '%f', '%ff', '%C3', '%A9', '%00', '&', '=', '+', 'a', '[]', '\ud800');
  const anything = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(fragments).map((parts) => parts.join('')),
  );
  forAll(anything, (given) => {
    try {
      parseQuery(given);
    } catch (error) {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'request_malformed');
    }
  });
});

test('the refusal of an invalid token does not show it', () =>
  assert.throws(() => parseQuery('tree=1&token=secret%ZZ'), /^ApiError: token: the value is not percent-encoded/));
