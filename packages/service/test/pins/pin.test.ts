import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { makePinCode, PIN_ALPHABET, PIN_LENGTH, readPinCode } from '../../src/pins/store/pin.ts';

test('a code has at least 50 bits, and is accepted in lower case and groups too', () => {
  assert.ok(Math.log2(PIN_ALPHABET.length) * PIN_LENGTH >= 50);
  assert.equal(new Set(PIN_ALPHABET).size, PIN_ALPHABET.length);
  forAll(fc.array(fc.nat(), { minLength: PIN_LENGTH, maxLength: PIN_LENGTH }), (numbers) => {
    const drawn = [...numbers];
    const code = makePinCode((below) => (drawn.shift() ?? 0) % below);
    assert.equal(readPinCode(code), code);
    assert.equal(readPinCode(code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')), code);
  });
});

test('other texts are not codes', () => {
  const wrong = ['', 'AAAAAAAAAAA', 'AAAAAAAAAAAAA', 'AAAAAAAAAAA0', 'AAAAAAAAAAA ', 'AAAAAAAAAAAÄ', 'ſſſſſſſſſſſſ'];
  for (const text of wrong) assert.equal(readPinCode(text), undefined, text);
});
