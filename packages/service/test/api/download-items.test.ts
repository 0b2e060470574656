import assert from 'node:assert/strict';
import { test } from 'node:test';
import { downloadItems } from '../../src/api/download-items.ts';

test('items that differ in an option are different files, and equal ones are one', () => {
  const read = (...given: readonly string[]) => downloadItems.read(given, 'download')?.length;
  assert.equal(read('7:3:crop=10x10,7:3:crop=20x20', '7:3', '7:2', '7:3:version=1', '8:3'), 6);
  assert.equal(read('7:3:width=5;height=6,7:3:height=6;width=5', '7:3:height=6;width=5'), 1);
});
