import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../core/src/domain/errors.ts';
import { integer, parseText } from '../../../core/src/domain/values.ts';
import fc, { codePoint, forAll } from '../../../core/test/support/fast-check.ts';
import {
  BOOLEAN,
  each,
  ID,
  integerFrom,
  integerUpTo,
  mandatory,
  many,
  NUMBER,
  one,
  oneWord,
  type Param,
  sequence,
  TEXT,
  TRUE,
} from '../../src/api/params.ts';

const INTEGER = integerFrom();
const CODECS = [INTEGER, ID, NUMBER, BOOLEAN, TEXT, TRUE, integer(1, 5), integerUpTo(1, 100), oneWord('asc', 'desc')];
const PARAMS: readonly Param<unknown>[] = CODECS.flatMap((codec) => [
  one<unknown>(codec, ''),
  many<unknown>(codec, ''),
  sequence<unknown>(codec, ''),
  each<unknown>(codec, ''),
  mandatory(one<unknown>(codec, '')),
  mandatory(many<unknown>(codec, '')),
]);

test('every integer of a parameter is parsed from its digits, and those beyond the safe range stay large', () => {
  forAll(fc.maxSafeInteger(), (value) => assert.equal(parseText(INTEGER, String(value)), value + 0));
  for (const sign of ['', '-'])
    assert.equal(parseText(INTEGER, `${sign}9007199254740992`), Number(`${sign}${2 ** 53}`));
  assert.equal(parseText(integerFrom(0), '9'.repeat(400)), 2 ** 62);
  assert.equal(parseText(integerFrom(0), `-${'9'.repeat(20)}`), undefined);
});

test('an ID is a safe integer, or one that is beyond them and within the 64 bits of databases', () => {
  forAll(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (value) => {
    const id = parseText(ID, String(value)) ?? 0;
    if (Number.isSafeInteger(Number(value))) assert.equal(id, Number(value));
    else assert.ok(!Number.isSafeInteger(id) && Math.abs(id) < 2 ** 63 && id > 0 === value > 0, String(id));
  });
  for (const text of ['', '1.5', '1e30', '0x99999999999999999', 'Infinity'])
    assert.equal(parseText(ID, text), undefined);
});

test('a word of a fixed list is accepted in any case and normalised', () => {
  const words = oneWord('asc', 'pdf', '3D');
  const written = fc.constantFrom('asc', 'pdf', '3D');
  forAll(
    written.chain((word) => fc.tuple(fc.constant(word), fc.mixedCase(fc.constant(word)))),
    ([word, cased]) => assert.equal(parseText(words, cased), word),
  );
  assert.equal(parseText(words, 'as'), undefined);
});

test('values outside the bounds are refused, and values above a ceiling are reduced to it', () => {
  forAll(fc.integer({ min: -20, max: 20 }), (value) => {
    assert.equal(parseText(integer(1, 5), String(value)), value >= 1 && value <= 5 ? value : undefined);
    assert.equal(parseText(integerUpTo(1, 5), String(value)), value >= 1 ? Math.min(value, 5) : undefined);
  });
});

test('commas, repeats and both give the same list, without blanks and duplicates', () => {
  const chunks = fc.array(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 5 }), { maxLength: 5 });
  forAll(chunks, fc.constantFrom(',', ' , ', ',,', '\t,'), (given, comma) => {
    const values = given.map((chunk) => chunk.join(comma));
    const items = given.flat();
    assert.deepEqual(many(INTEGER, '').read(values, 'id'), [...new Set(items)]);
    const places = given.map((chunk) =>
      chunk.flatMap((item, i) => (i > 0 && comma === ',,' ? [undefined, item] : item)),
    );
    assert.deepEqual(sequence(INTEGER, '').read(values, 'id'), places.flat());
  });
});

test('any text gives a value or a refusal that names the parameter', () => {
  const pieces = fc.constantFrom('1', '0', '-', ',', ' ', '.', 'e', 'true', 'asc', '__proto__', '\0', '\ud800', '٣');
  const anything = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(pieces).map((parts) => parts.join('')),
  );
  forAll(fc.array(anything, { maxLength: 3 }), fc.constantFrom(...PARAMS), (given, param) => {
    try {
      param.read(given, 'depth');
    } catch (error) {
      assert.ok(error instanceof ApiError);
      assert.equal(error.status, 400);
      assert.match(error.message, /^depth: /);
      assert.ok(error.message.length < 1000, error.message);
    }
  });
});
