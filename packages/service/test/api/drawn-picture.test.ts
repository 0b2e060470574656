import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Version } from '../../../core/src/domain/model.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import { planFor } from '../../../media/test/pictures/pictures.ts';
import type { Context } from '../../src/api/operation.ts';
import { drawnPicture } from '../../src/api/pictures/drawn-picture.ts';

const VERSION = {
  file: { sha256: 'a' },
  properties: { mediaType: 'image/png', category: 1, width: 0, height: 0, pages: 0 },
} as unknown as Version;

test('only a picture that can be read from its file again is delivered with it', async () => {
  const storedPictures = new StoredPictures({ directory: newFolder(), version: '1' });
  const fileOf = async (bytes: number, more = {}) => {
    const rendition = { kind: 'picture', bytes: new Uint8Array(bytes), isPlaceholder: false, ...more };
    const services = { storedPictures, originals: { size: async () => 1 }, renditions: { get: async () => rendition } };
    const context = { services, caller: { address: '127.0.0.1' } } as unknown as Context;
    return (await drawnPicture({ id: 1 }, VERSION, planFor(), context)).rendition.file;
  };
  assert.ok(await fileOf(1_000_000));
  assert.equal(await fileOf(1_100_000), undefined);
  assert.equal(await fileOf(1000, { isPlaceholder: true }), undefined);
});
