import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { appendFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { TILE_SIDE, type TileLevel, tileLevels, tileNumber, tilePlaces } from '../../../core/src/domain/tiles.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { planTiles } from '../../src/conversions/conversion-plan.ts';
import { convertPicture } from '../../src/conversions/convert-picture.ts';
import { GrowingTiles, GrowingZip } from '../../src/conversions/growing-tiles.ts';
import { entryOf, readTile, zipOf } from '../../src/conversions/tile-file.ts';
import { openFileLeases } from '../../src/derived/file-leases.ts';
import { sourceAt } from '../pictures/pictures.ts';

/** Greatest mean difference of grey between a tile and its part of the picture; another part differs by about 40. */
const LOSS = { whole: 3, scaled: 15 };

describe('the tiles of a picture in a file', () => {
  const folder = newFolder();

  // Each pixel differs from its neighbours, so that a tile at another place would be noticed.
  const gradient = ({ width, height }: Size) => {
    const pixels = Buffer.alloc(width * height);
    for (let at = 0; at < pixels.length; at++) pixels[at] = (((at % width) + 3 * Math.floor(at / width)) % 251) >> 1;
    return sharp(pixels, { raw: { width, height, channels: 1 } });
  };

  async function cut(path: string, properties: Partial<FileProperties>): Promise<string> {
    const plan = planTiles(propertiesOf(properties));
    assert.ok(plan);
    const target = join(folder, 'made.tiles');
    await rm(target, { force: true });
    assert.equal(typeof (await convertPicture({ path, properties: propertiesOf(properties) }, plan, target)), 'number');
    const made = (await readdir(folder)).filter((name) => name.startsWith('made'));
    assert.deepEqual(made, ['made.tiles'], 'nothing else remains');
    return target;
  }

  // Sides at and beside multiples of a tile and powers of two, where the number of tiles and levels changes.
  for (const [width, height] of [
    [1, 1],
    [513, 512],
    [1024, 1024],
    [1, 2049],
    [1537, 700],
    [2047, 1536],
  ] as const) {
    test(`every tile of ${width} × ${height} pixels is its part of the picture`, async () => {
      const path = join(folder, 'source.png');
      const picture = await gradient({ width, height }).png().toBuffer();
      await writeFile(path, picture);
      const target = await cut(path, { mediaType: 'image/png', width, height });
      const levels = tileLevels({ width, height });
      for (const place of tilePlaces(levels)) {
        const level = levels[place.level];
        assert.ok(level);
        const area = {
          left: place.column * TILE_SIDE,
          top: place.row * TILE_SIDE,
          width: Math.min(TILE_SIDE, level.width - place.column * TILE_SIDE),
          height: Math.min(TILE_SIDE, level.height - place.row * TILE_SIDE),
        };
        const tile = sharp(await tileOf(target, levels, tileNumber(levels, place)));
        const metadata = await tile.metadata();
        assert.deepEqual([metadata.format, metadata.width, metadata.height], ['jpeg', area.width, area.height]);
        const scaled = await sharp(picture).resize(level.width, level.height, { fit: 'fill' }).png().toBuffer();
        const expected = await sharp(scaled).extract(area).removeAlpha().greyscale().raw().toBuffer();
        const found = await tile.greyscale().raw().toBuffer();
        const loss = expected.reduce((sum, value, at) => sum + Math.abs(value - (found[at] ?? 255)), 0);
        const most = place.level === levels.length - 1 ? LOSS.whole : LOSS.scaled;
        assert.ok(loss / expected.length < most, `${JSON.stringify(place)}: ${loss / expected.length}`);
      }
    });
  }

  test('tiles are upright, and without the metadata of the file', async () => {
    const path = join(folder, 'turned.jpg');
    const { data } = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c83232' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ann' } })
      .withMetadata({ orientation: 6 })
      .toBuffer({ resolveWithObject: true });
    await writeFile(path, data);
    const target = await cut(path, { mediaType: 'image/jpeg', width: 600, height: 900 });
    const levels = tileLevels({ width: 600, height: 900 });
    const bytes = await tileOf(target, levels, tileNumber(levels, { level: 1, column: 1, row: 1 }));
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    const header = { width, height, exif, orientation };
    assert.deepEqual(header, { width: 88, height: 388, exif: undefined, orientation: undefined });
  });

  test('a picture of another size than its properties say has no tiles', async () => {
    const path = join(folder, 'other.png');
    await writeFile(path, await gradient({ width: 900, height: 900 }).png().toBuffer());
    await assert.rejects(cut(path, { mediaType: 'image/png', width: 9000, height: 9000 }), /900 × 900 pixels/);
  });

  test('a picture that ends too early has no tiles, and leaves no file', async () => {
    const path = join(folder, 'broken.jpg');
    const whole = await gradient({ width: 900, height: 900 }).jpeg().toBuffer();
    await writeFile(path, whole.subarray(0, whole.length / 2));
    await assert.rejects(cut(path, { mediaType: 'image/jpeg', width: 900, height: 900 }));
    const left = (await readdir(folder)).filter((name) => name.startsWith('made'));
    assert.deepEqual(left, []);
  });

  test('each tile is read as soon as it is whole, while later ones are written', async () => {
    const size = { width: 1537, height: 700 };
    const path = join(folder, 'growing.png');
    await writeFile(path, await gradient(size).png().toBuffer());
    const target = await cut(path, { mediaType: 'image/png', ...size });
    const file = await readFile(target);
    const levels = tileLevels(size);
    const tiles = await Promise.all(
      tilePlaces(levels).map(async (place) => {
        const bytes = Buffer.from(await tileOf(target, levels, tileNumber(levels, place)));
        return { place, bytes, end: file.indexOf(bytes) + bytes.length };
      }),
    );
    const zipPath = join(folder, 'growing.zip');
    const zip = new GrowingZip(zipPath);
    assert.equal(await zip.read(entryOf(tilePlaces(levels)[0] ?? assert.fail())), undefined);
    let written = 0;
    for (const { place, bytes, end } of tiles.sort((one, other) => one.end - other.end)) {
      // All of the tile, but not what says where it ends.
      await appendFile(zipPath, file.subarray(written, end + 15));
      assert.equal(await zip.read(entryOf(place)), undefined);
      await appendFile(zipPath, file.subarray(end + 15, end + 16));
      assert.deepEqual(await zip.read(entryOf(place)), bytes);
      written = end + 16;
    }
    await appendFile(zipPath, file.subarray(written));
    for (const { place, bytes } of tiles) assert.deepEqual(await zip.read(entryOf(place)), bytes);
    await truncate(zipPath, tiles[0]?.end);
    assert.equal(await zip.read(entryOf(tiles[1]?.place ?? assert.fail())), undefined);
  });

  test('a tile whose bytes look like their own end is read whole', async () => {
    const bytes = Buffer.concat([Buffer.from('PK\x07\x08', 'latin1'), Buffer.alloc(30, 7)]);
    const name = 'all_files/0/0_0.jpeg';
    const header = Buffer.alloc(30);
    header.write('PK\x03\x04', 'latin1');
    header.writeUInt16LE(name.length, 26);
    const end = Buffer.alloc(16);
    end.write('PK\x07\x08', 'latin1');
    end.writeUInt32LE(bytes.length, 8);
    const target = join(folder, 'alike.tiles');
    await writeFile(zipOf(target), Buffer.concat([header, Buffer.from(name), bytes, end]));
    const growing = new GrowingTiles();
    const never = Promise.withResolvers<string>().promise;
    const read = await growing.during('name', target, () =>
      growing.first('name', { level: 0, column: 0, row: 0 }, never),
    );
    assert.deepEqual(read, bytes);
    const later = await growing.first('name', { level: 0, column: 0, row: 0 }, Promise.resolve('whole'));
    assert.equal(later, 'whole');
  });

  test('only pictures with pixels of their own and of known size have tiles', () => {
    assert.ok(planTiles(propertiesOf({ mediaType: 'image/jpeg' })));
    for (const properties of [
      { mediaType: 'image/svg+xml', width: 8000, height: 6000 },
      { mediaType: 'application/pdf', width: 8000, height: 6000, category: FILE_CATEGORIES.document },
      { mediaType: 'video/mp4', width: 8000, height: 6000, category: FILE_CATEGORIES.video },
      { mediaType: 'image/x-canon-cr2', width: 8000, height: 6000 },
      { mediaType: 'image/jpeg', width: 0, height: 0 },
    ])
      assert.equal(planTiles(propertiesOf(properties)), undefined, properties.mediaType);
  });
});

const propertiesOf = (properties: Partial<FileProperties>) =>
  sourceAt('a.jpg', { width: 60, height: 40, ...properties }).properties;

/** Reads a tile as the service does. */
async function tileOf(path: string, levels: readonly TileLevel[], number = Number.NaN): Promise<Uint8Array> {
  const { size } = statSync(path);
  await using lease = await openFileLeases()({ path, size });
  assert.ok(lease);
  return await readTile(lease, { size, levels, number }, new AbortController().signal);
}
