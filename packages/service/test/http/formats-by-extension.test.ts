import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { startApp } from '../support/app.ts';

test('an extension offers no format that its kind of file can never be converted to', async () => {
  await using app = await startApp();
  {
    await using writer = openCatalogueWriter({ directory: app.data });
    const shown = { name: 'F', description: '', icon: '', isQuick: false, isDefault: false, extensions: [] };
    const format = { ...shown, categories: [], isResizeable: false, isEditable: false };
    await writer.change(async (changes) => {
      await changes.put('download_format', { ...format, id: 7, position: 7, conversion: { to: 'jpg' } });
      await changes.put('download_format', { ...format, id: 8, position: 8, conversion: { to: 'mp4' } });
    });
  }
  const formatsOf = async (extensions: string) => {
    const response = await fetch(`${app.url}/asset.do?downloadformats=${extensions}`);
    const { data } = (await response.json()) as { data: readonly { readonly id: number }[] };
    return data.map(({ id }) => id);
  };
  assert.deepEqual(await formatsOf('mp3'), [1]);
  assert.deepEqual(await formatsOf('mov'), [1, 7, 8]);
  assert.deepEqual(await formatsOf('png'), [2, 1, 7]);
  assert.deepEqual(await formatsOf('mov,png'), [1, 7]);
  assert.deepEqual(await formatsOf('mov,png,mp3'), [1]);
});
