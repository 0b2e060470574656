import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber } from '../../src/domain/field-values.ts';
import fc, { forAll } from '../support/fast-check.ts';

test('a formatted number has every digit of the number, however small', () => {
  assert.equal(formatNumber(1.5e-30, 'de'), '0,0000000000000000000000000000015');
  assert.equal(formatNumber(5e-324, 'de'), '5E-324');
  assert.equal(formatNumber(-1.25e-90, 'de'), '-1,25E-90');
  assert.equal(formatNumber(1e21, 'en'), '1000000000000000000000');
  assert.equal(formatNumber(0, 'en'), '0');
  forAll(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    assert.equal(Number(formatNumber(value, 'en')), value);
    assert.equal(Number(formatNumber(value, 'de').replace(',', '.')), value);
  });
});
