import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { withoutAlpha } from '../../src/pictures/without-alpha.ts';

test('red, green and blue of any pixels keep their order, wherever they begin in memory', () => {
  forAll(fc.array(fc.nat(255), { maxLength: 200 }), fc.nat(7), (values, offset) => {
    const whole = values.slice(0, values.length - (values.length % 4));
    const rgba = new Uint8Array(new ArrayBuffer(offset + whole.length), offset);
    rgba.set(whole);
    const colours = whole.filter((_, at) => at % 4 < 3);
    assert.deepEqual([...withoutAlpha(rgba)], colours);
  });
});
