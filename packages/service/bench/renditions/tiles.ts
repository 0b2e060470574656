/** The tiles of a photograph of 96 megapixels: cutting them beside encoding it once, and reading one beside cropping it. */
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { TILE_SIDE, tileLevels, tileNumber } from '../../../core/src/domain/tiles.ts';
import { planTiles } from '../../../media/src/conversions/conversion-plan.ts';
import { convertPicture } from '../../../media/src/conversions/convert-picture.ts';
import { readTile } from '../../../media/src/conversions/tile-file.ts';
import { openFileLeases } from '../../../media/src/derived/file-leases.ts';
import { confineImageLibrary } from '../../../media/src/inspect/image-library.ts';
import { median, ms, time } from '../report.ts';
import { figure } from './figures.ts';
import { makePhotos } from './photos.ts';

const SIZE = { width: 12_000, height: 8000 };
/** All levels together have a third more pixels than the photograph; they are scaled, and every tile is encoded by itself. */
const ASKED_CUT = 3.5;
const ASKED_READ = 0.01;

export async function benchTiles(folder: string, { rounds }: { rounds: number }): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const [path = ''] = await makePhotos(join(folder, 'huge-photos'), { count: 1, ...SIZE });
  confineImageLibrary();
  const properties = {
    ...{
      category: FILE_CATEGORIES.image,
      extension: 'jpg',
      mediaType: 'image/jpeg',
      ...SIZE,
      pages: 0,
      durationSeconds: 0,
    },
    ...{ colorSpace: '', colorProfile: '', dpi: 0, bitDepth: 8 },
  } as const;
  const plan = planTiles(properties);
  if (!plan) throw new Error('the photograph has no tiles');
  const target = join(folder, 'photo.tiles');
  const cut: number[] = [];
  const encoded: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(target, { force: true });
    cut.push(await time(() => convertPicture({ path, properties }, plan, target)));
    encoded.push(await time(() => sharp(path).jpeg({ quality: plan.quality, optimiseCoding: false }).toBuffer()));
  }
  const ratio = median(cut) / median(encoded);
  figure({
    name: 'all tiles of 96 megapixels',
    asked: `at most ${ASKED_CUT} of decoding and encoding it`,
    measured: `${ratio.toFixed(2)} (${ms(median(cut))})`,
    peer: ms(median(encoded)),
    isReached: ratio <= ASKED_CUT,
  });

  const levels = tileLevels(SIZE);
  const place = { level: levels.length - 1, column: 12, row: 8 };
  const number = tileNumber(levels, place) ?? Number.NaN;
  const { size } = statSync(target);
  await using lease = await openFileLeases()({ path: target, size });
  if (!lease) throw new Error('the tiles are gone');
  const { signal } = new AbortController();
  const reads: number[] = [];
  const crops: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    reads.push(await time(() => readTile(lease, { size, levels, number }, signal)));
    const area = { left: place.column * TILE_SIDE, top: place.row * TILE_SIDE, width: TILE_SIDE, height: TILE_SIDE };
    crops.push(
      await time(() => sharp(path).extract(area).jpeg({ quality: plan.quality, optimiseCoding: false }).toBuffer()),
    );
  }
  const share = median(reads) / median(crops);
  figure({
    name: 'one of these tiles from the store',
    asked: `at most ${ASKED_READ} of a crop`,
    measured: `${share.toFixed(4)} (${ms(median(reads))})`,
    peer: ms(median(crops)),
    isReached: share <= ASKED_READ,
  });
}
