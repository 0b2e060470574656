import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_CATEGORIES, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { planConversion } from '../../src/api/conversion.ts';
import { downloadItems } from '../../src/api/download-items.ts';

test('items that differ in an option are different files, and equal ones are one', () => {
  const read = (...given: readonly string[]) => downloadItems.read(given, 'download')?.length;
  assert.equal(read('7:3:crop=10x10,7:3:crop=20x20', '7:3', '7:2', '7:3:version=1', '8:3'), 6);
  assert.equal(read('7:3:width=5;height=6,7:3:height=6;width=5', '7:3:height=6;width=5'), 1);
});

test('a damaged original does not stand for its own conversion', () => {
  const file = { ...NO_FILE_PROPERTIES, category: FILE_CATEGORIES.image, mediaType: 'image/jpeg' };
  const plan = (properties: object) =>
    planConversion({
      ...{
        parameter: 'download',
        asset: { id: 7 },
        version: { properties },
        format: { id: 2, conversion: { to: 'jpg' } },
      },
    } as never);
  assert.equal(plan(file), undefined);
  assert.throws(() => plan({ ...file, isDamaged: true }), /the file of asset 7 is damaged/);
});
