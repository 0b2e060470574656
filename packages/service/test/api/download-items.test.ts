import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_CATEGORIES, NO_FILE_PROPERTIES } from '../../../core/src/domain/file-properties.ts';
import { formatSuits, MOST_TEXT_BYTES } from '../../../core/src/domain/formats.ts';
import { planConversion } from '../../src/api/conversion.ts';
import { downloadItems } from '../../src/api/download-items.ts';

test('items that differ in an option are different files, and equal ones are one', () => {
  const read = (...given: readonly string[]) => downloadItems.read(given, 'download')?.length;
  assert.equal(read('7:3:crop=10x10,7:3:crop=20x20', '7:3', '7:2', '7:3:version=1', '8:3'), 6);
  assert.equal(read('7:3:width=5;height=6,7:3:height=6;width=5', '7:3:height=6;width=5'), 1);
});

const { image, text } = FILE_CATEGORIES;
const format = (to: 'jpg' | 'pdf') => ({ id: 2, categories: [], extensions: [], conversion: { to } }) as never;
const plan = (to: 'jpg' | 'pdf', file: object, size = 9) => {
  const version = { properties: { ...NO_FILE_PROPERTIES, ...file }, size };
  return planConversion({ parameter: 'download', asset: { id: 7 }, version, format: format(to) } as never);
};

test('a damaged original does not stand for its own conversion', () => {
  const file = { category: image, mediaType: 'image/jpeg' };
  assert.equal(plan('jpg', file), undefined);
  assert.throws(() => plan('jpg', { ...file, isDamaged: true }), /the file of asset 7 is damaged/);
});

test('a text that is too long for a PDF is neither offered nor made as one', () => {
  const file = { ...NO_FILE_PROPERTIES, category: text, mediaType: 'text/csv' };
  for (const [size, isOffered] of [
    [MOST_TEXT_BYTES, true],
    [MOST_TEXT_BYTES + 1, false],
  ] as const) {
    assert.equal(formatSuits(format('pdf'), file, size), isOffered);
    if (isOffered) assert.ok(plan('pdf', file, size));
    else
      assert.throws(() => plan('pdf', file, size), /download: .* asset 7: a text of more than 32 MB can't become pdf/);
  }
});
