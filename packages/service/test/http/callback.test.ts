import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../core/src/domain/errors.ts';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import { readCallback } from '../../src/http/callback.ts';
import { jsonResult, withCallback } from '../../src/http/response-cache/results.ts';

const queryOf = (...values: string[]) => new Map([['callback', values]]);

const name = fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/);
const step = fc.oneof(
  name.map((each) => `.${each}`),
  fc.integer({ min: 0, max: 999_999 }).map((index) => `[${index}]`),
);

test('every path of names and indexes up to 128 characters is a valid callback', () => {
  forAll(name, fc.array(step, { maxLength: 20 }), (first, steps) => {
    const path = first + steps.join('');
    if (path.length <= 128) assert.equal(readCallback(queryOf(path)), path);
    else assert.throws(() => readCallback(queryOf(path)), ApiError);
  });
  assert.equal(readCallback(queryOf('a'.repeat(128)))?.length, 128);
  assert.throws(() => readCallback(queryOf('a'.repeat(129))), ApiError);
});

test('an accepted callback contains only names, dots and indexes', () => {
  const pieces = fc.constantFrom('a', '$', '_', '.', '[', ']', '0', '(', ')', ';', '<', '\n', '\u2028', 'é', '\0', ' ');
  const anything = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(pieces).map((each) => each.join('')),
  );
  forAll(anything, (given) => {
    let callback: string | undefined;
    try {
      callback = readCallback(queryOf(given));
    } catch (error) {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'parameter_invalid');
      return;
    }
    if (given === '') assert.equal(callback, undefined);
    else assert.ok(callback === given && [...given].every((each) => /[A-Za-z0-9_$.[\]]/.test(each)));
  });
});

test('a missing callback is accepted, and two are refused', () => {
  assert.equal(readCallback(new Map()), undefined);
  assert.throws(() => readCallback(queryOf('a', 'a')), ApiError);
});

test('a script with a callback has another entity tag than the JSON in it, and than one with another callback', () => {
  const json = jsonResult({ data: [1] });
  const tags = [json, withCallback(json, 'one'), withCallback(json, 'two')].map(({ etag }) => etag);
  assert.equal(new Set(tags).size, 3);
});
