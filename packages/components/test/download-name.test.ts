import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutPart, fileName, zipName } from '../src/download/download-name.ts';

test('a file is named after its title, and a crop after its ratio and size; without a title, only a crop has a name', () => {
  const whole = { width: 4000, height: 3000 };
  const size = { width: 1920, height: 0, unit: 'px', density: undefined } as const;
  const crop = { ...whole, height: 2250, left: 0, top: 375 };
  const format = { conversion: undefined, density: undefined };
  const part = cutPart({ crop, size }, '16:9', format);
  const [titled, plain] = [
    { name: 'DSC_1.tif', alt_name: 'Old town' },
    { name: 'DSC_1.tif', alt_name: 'DSC_1.tif' },
  ];
  assert.equal(fileName(titled, undefined), 'Old town');
  assert.equal(fileName(plain, undefined), undefined);
  assert.equal(fileName(titled, part), 'Old town 16x9 1920x1080');
  assert.equal(fileName(plain, cutPart({ crop, size: undefined }, 'free', format)), 'DSC_1 4000x2250');
  assert.equal(cutPart({ crop: undefined, size }, 'free', format), undefined);
});

test('a ZIP is named after what is in it, and the day', () => {
  assert.equal(zipName(' Lakes ', new Date(2026, 0, 5, 23, 59).getTime()), 'Lakes 2026-01-05');
  assert.equal([...zipName('🏔'.repeat(500), 0)].length, 120 + ' 1970-01-01'.length);
});
