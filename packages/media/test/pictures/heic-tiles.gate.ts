import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { findMediaTools, toolsEnvironment } from '../../src/ffmpeg/tools.ts';
import { contentOf, primaryPicture } from '../../src/inspect/heif.ts';
import { openHeif } from '../../src/pictures/sources/heic.ts';
import { decodeTiles } from '../../src/pictures/sources/heic-tiles.ts';
import { fixture } from './sources-of-drawing.ts';
import { codePoints, cut, type HeicLook, heicOf } from './writers/heic.ts';

const tools = await findMediaTools();
const folder = mkdtempSync(join(tmpdir(), 'heic-tiles-'));
after(() => rmSync(folder, { recursive: true }));

const stream = await fixture('four.hevc');
const tile = { width: 128, height: 96 };
/** Ends within the tiles. */
const grid = { columns: 2, width: 244, height: 180 };
const turned = (quarters: number) => ['irot', [quarters]] as const;
const mirrored = (axis: number) => ['imir', [axis]] as const;

/** What the library decodes, which opens all small pictures. */
async function byLibrary(file: Buffer): Promise<Awaited<ReturnType<typeof openHeif>>> {
  const path = join(folder, 'a.heic');
  writeFileSync(path, file);
  return await openHeif({ path, box: 1024, isAsStored: true });
}

async function byTiles(file: Buffer, profile?: Buffer): ReturnType<typeof decodeTiles> {
  const meta = contentOf(file, 'meta');
  const picture = meta && primaryPicture(meta);
  assert.ok(meta && picture !== undefined);
  return await decodeTiles(file, meta, picture, profile);
}

suite('an HEIC photograph decoded by ffmpeg', { skip: tools ? false : 'needs ffmpeg' }, () => {
  Object.assign(process.env, toolsEnvironment(tools));

  const looks: Record<string, HeicLook> = {
    'one picture': { tile },
    'a grid': { tile, grid },
    'a grid of whole tiles': { tile, grid: { columns: 2, width: 256, height: 192 } },
    'a grid in a column': { tile, grid: { columns: 1, width: 128, height: 384 } },
    'cut and turned': { tile, grid, changes: [cut(140, 120, 6, 8), turned(1)] },
    'cut and mirrored': { tile, grid, changes: [cut(140, 120, -6, 8), mirrored(0), turned(2)] },
    'of other colours': { tile, grid, changes: [codePoints(1, 13, 1, false)] },
    'of colours in the full range': { tile, changes: [codePoints(1, 13, 6, true)] },
  };
  for (const quarters of [1, 2, 3]) looks[`turned ${quarters}`] = { tile, grid, changes: [turned(quarters)] };
  for (const axis of [0, 1]) {
    looks[`mirrored ${axis}`] = { tile, grid, changes: [mirrored(axis)] };
    looks[`mirrored ${axis}, then turned`] = { tile, grid, changes: [mirrored(axis), turned(1)] };
    looks[`turned, then mirrored ${axis}`] = { tile, grid, changes: [turned(3), mirrored(axis)] };
  }
  for (const [name, look] of Object.entries(looks)) {
    test(`is that of the library: ${name}`, async () => {
      const file = heicOf(stream, look);
      const library = await byLibrary(file);
      const pixels = await byTiles(file);
      assert.ok(pixels);
      const read = async (picture: typeof pixels) =>
        await picture.clone().autoOrient().raw().toBuffer({ resolveWithObject: true });
      const [ours, theirs] = [await read(pixels), await read(library.pixels)];
      assert.deepEqual([ours.info.width, ours.info.height], [library.width, library.height]);
      assert.equal(ours.data.length, theirs.data.length);
      const squares = ours.data.reduce((sum, value, index) => sum + (value - (theirs.data[index] ?? 0)) ** 2, 0);
      assert.ok(Math.sqrt(squares / ours.data.length) < 1, `${Math.sqrt(squares / ours.data.length)}`);
    });
  }

  test('is left to the library if it is unusual or damaged', async () => {
    const file = heicOf(stream, { tile, grid });
    const damaged = Buffer.from(file);
    damaged.fill(0xff, damaged.length - 600);
    const unusual: Record<string, Buffer> = {
      'cut once it is turned': heicOf(stream, { tile, grid, changes: [turned(1), cut(120, 120, 0, 0)] }),
      'of rare colours': heicOf(stream, { tile, changes: [codePoints(1, 13, 0, true)] }),
      'larger than its tiles': heicOf(stream, { tile, grid: { columns: 2, width: 260, height: 180 } }),
      'of tiles of another size than is stated': heicOf(stream, { tile: { width: 126, height: 96 }, grid }),
      'of more than the file has': heicOf(stream, { tile, grid: { columns: 8, width: 1024, height: 768, times: 16 } }),
      cut: file.subarray(0, -100),
      damaged,
    };
    for (const [name, each] of Object.entries(unusual)) assert.ok(!(await byTiles(each)), name);
  });

  test('is decoded so if it is large, and keeps its profile', async () => {
    const [columns, rows] = [14, 16];
    const many = Buffer.concat(Array.from({ length: (columns * rows) / 4 }, () => stream));
    const [width, height] = [columns * tile.width, rows * tile.height];
    const file = heicOf(many, { tile, grid: { columns, width, height } });
    const picture = await byLibrary(file);
    assert.deepEqual([picture.width, picture.height], [width, height]);
    const profile = Buffer.from('a profile');
    const kept = (await (await byTiles(file, profile))?.metadata())?.icc;
    assert.deepEqual(kept, profile);
  });
});
