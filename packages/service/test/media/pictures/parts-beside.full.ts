import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { Extractor } from '../../../../media/src/inspect/extractor.ts';
import { gltfCube } from '../../../../media/test/pictures/models.ts';
import { appForAll } from '../../support/app.ts';
import { importInto, named, place } from '../../transfer/folder/imported.ts';

/** A cube whose geometry and texture are in other files. */
async function cube(shape: string, skin: string) {
  let bytes = Buffer.alloc(0);
  const gltf = await gltfCube({ texture: await colour('red') }).gltf((json) => {
    bytes = Buffer.from(json.buffers[0].uri.split(',')[1], 'base64');
    json.buffers[0].uri = shape;
    json.images[0].uri = skin;
  });
  return { gltf, bytes };
}

function colour(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
}

describe('a glTF file with external parts', () => {
  const at = place();
  const app = appForAll();
  after(() => at[Symbol.dispose]());

  async function importAll() {
    await using extractor = new Extractor({ processes: 1, secondsPerFile: 120 });
    return await importInto({ ...at, data: app.data }, extractor);
  }

  async function thumb(id: number, more = '') {
    const answer = await fetch(`${app.url}/asset.do?thumb=${id}${more}`);
    assert.equal(answer.status, 200);
    const { headers } = answer;
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { data } = await sharp(bytes).resize(1, 1, { fit: 'fill' }).raw().toBuffer({ resolveWithObject: true });
    return {
      isPlaceholder: headers.get('x-placeholder') === 'true',
      etag: headers.get('etag'),
      cache: headers.get('cache-control') ?? '',
      isRed: (data[0] ?? 0) > (data[2] ?? 0) + 20,
      isBlue: (data[2] ?? 0) > (data[0] ?? 0) + 20,
      bytes,
    };
  }

  test('is drawn with them as if it contained them, and again when one of them changes', async () => {
    const { gltf, bytes } = await cube('./the%20parts/shape.bin', 'skin%C3%A9.png');
    at.write('models/cube.gltf', gltf);
    at.write('models/the parts/shape.bin', bytes);
    at.write('models/skine\u0301.png', await colour('red'));
    at.write('models/whole.gltf', await gltfCube({ texture: await colour('red') }).gltf());
    const first = await importAll();
    const { id } = named(first, 'cube.gltf');
    const red = await thumb(id);
    assert.deepEqual([red.isPlaceholder, red.isRed], [false, true]);
    assert.deepEqual(red.bytes, (await thumb(named(first, 'whole.gltf').id)).bytes);
    assert.doesNotMatch((await thumb(id, '&version=1')).cache, /immutable/);

    at.write('models/skine\u0301.png', await colour('blue'));
    await importAll();
    const blue = await thumb(id);
    assert.deepEqual([blue.isPlaceholder, blue.isBlue], [false, true]);
    assert.notEqual(blue.etag, red.etag);

    rmSync(join(at.source, 'models/the parts'), { recursive: true });
    assert.equal((await thumb(id)).isPlaceholder, false, 'what has vanished stays until it is pruned');
  });

  test('has a placeholder if they are elsewhere', async () => {
    const { bytes } = await cube('', '');
    at.write('shape.bin', bytes);
    at.write('other/shape.bin', bytes);
    const addresses = [
      ...['../shape.bin', '../other/shape.bin', 'x/../../other/shape.bin', '%2e%2e/shape.bin'],
      ...[join(at.source, 'shape.bin'), `file://${join(at.source, 'shape.bin')}`, 'http://localhost:9/shape.bin'],
      ...['/etc/passwd', '__proto__', 'missing.bin', 'toString'],
    ];
    for (const [index, address] of addresses.entries())
      at.write(`closed/${index}.gltf`, (await cube(address, 'skin.png')).gltf);
    at.write('closed/some.bin', Buffer.alloc(100));
    const result = await importAll();
    for (const [index, address] of addresses.entries())
      assert.ok((await thumb(named(result, `${index}.gltf`).id)).isPlaceholder, address);
  });
});
