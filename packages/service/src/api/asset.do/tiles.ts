import Type from 'typebox';
import { ApiError, type ErrorCode, invalidParameter } from '../../../../core/src/domain/errors.ts';
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import {
  TILE_SIDE,
  type TileLevel,
  type TilePlace,
  tileLevels,
  tileNumber,
} from '../../../../core/src/domain/tiles.ts';
import { type PicturePlan, planTiles } from '../../../../media/src/conversions/conversion-plan.ts';
import { readTile } from '../../../../media/src/conversions/tile-file.ts';
import type { EndpointSettings } from '../../config/endpoint-settings.ts';
import { withExtension } from '../../downloads/file-names.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { convertedFile, notReady } from '../converted-file.ts';
import { damaged, noFile } from '../delivery.ts';
import { forbidden, mayDownloadOriginal } from '../formats.ts';
import { type Context, fileOperation, jsonOperation } from '../operation.ts';
import { ID, integerFrom, mandatory, one } from '../params.ts';
import { type FileReply, openBytes } from '../replies.ts';

/** How long a request waits for tiles that are being cut, in seconds: a viewer asks for many at once. */
const WAIT_SECONDS = { tiles: 15, tile: 2 } as const;
/** Seconds for which caches keep the answer that there are no tiles, if the reason is temporary. */
const NONE_SECONDS = 60;
/** Errors for which there are no tiles for now. */
const NONE_FOR_NOW: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['file_not_found', 'overloaded']);

const VERSION = one(ID, 'Number of a version; without it, the current one');

const TilesEntry = Type.Object(
  {
    width: Type.Integer({ description: 'Width of the upright picture; 0 if there are no tiles' }),
    height: Type.Integer({ description: 'Its height; 0 if there are no tiles' }),
    side: Type.Integer({ description: 'Width and height of a tile; those at the edges may be smaller' }),
    levels: Type.Integer({
      description:
        'Number of levels; 0 if there are no tiles. The last one has the full size, each other half the ' +
        'sides of the next, rounded up',
    }),
  },
  { title: 'Tiles' },
);

/** GET /asset.do?tiles=<asset>: describes the tiles in which a viewer loads a large picture, and cuts them. */
export const tiles = jsonOperation({
  // Each request makes sure that the tiles are in the store.
  isLive: true,
  summary: 'Tiles of a large picture',
  description:
    'Returns the size of the picture and of its tiles, for a viewer that zooms further than the largest ' +
    'preview: request the tiles on the screen with `tile`, from the first level that is as large as the ' +
    'picture on the screen.\n\nThere are tiles of pictures that are larger than the preview with `big=true`, ' +
    'for callers who may download the original; else `levels` is 0. The first request cuts the tiles; if ' +
    'that takes long, the response is 503 with the code `not_ready` and `Retry-After`. In the example, ' +
    '`preview.big` is 600.',
  errors: ['asset_not_found', 'version_not_found'],
  params: { tiles: mandatory(one(ID, 'ID of an asset')), version: VERSION },
  result: TilesEntry,
  handle: async (context) => {
    const { params, settings } = context;
    const asset = await requireAsset('tiles', params.tiles, context);
    const version = await requireVersion(asset, params.version, context);
    const none = { width: 0, height: 0, side: TILE_SIDE, levels: 0 };
    const cutting = cuttingOf(version, settings);
    if (!cutting || !mayDownloadOriginal(asset, context)) return { data: none };
    try {
      if (await fileOfTiles('tiles', asset, version, cutting.plan, context)) {
        return { data: { ...cutting.plan.picture, side: TILE_SIDE, levels: cutting.levels.length } };
      }
    } catch (error) {
      if (!(error instanceof ApiError && NONE_FOR_NOW.has(error.code))) throw error;
    }
    return { data: none, maxAgeSeconds: NONE_SECONDS };
  },
});

/** GET /asset.do?tile=<asset>: returns a tile of a large picture. */
export const tile = fileOperation({
  summary: 'One tile of a large picture',
  description:
    'Returns a part of the picture as JPEG, as `tiles` describes it. A caller who may not download the ' +
    'original gets status 403, and a tile that does not exist is a 400. Tiles are revalidated on each use, ' +
    'because rights may change.',
  errors: ['asset_not_found', 'version_not_found', 'not_permitted', 'file_not_found'],
  mediaTypes: ['image/jpeg'],
  params: {
    tile: mandatory(one(ID, 'ID of an asset')),
    level: mandatory(one(integerFrom(0), 'Level, from 0, the smallest')),
    column: mandatory(one(integerFrom(0), 'Column, from 0, the left one')),
    row: mandatory(one(integerFrom(0), 'Row, from 0, the upper one')),
    version: VERSION,
  },
  handle: async (context): Promise<FileReply> => {
    const { params, settings, services, signal } = context;
    const asset = await requireAsset('tile', params.tile, context);
    const version = await requireVersion(asset, params.version, context);
    if (!version.file) throw noFile({ parameter: 'tile', asset });
    if (!mayDownloadOriginal(asset, context)) {
      throw forbidden(`tile: asset ${asset.id} may not be downloaded, and so has no tiles`, context);
    }
    const cutting = cuttingOf(version, settings);
    if (!cutting) {
      const why = `only pictures made of pixels, with a side of more than ${settings.preview.big}, have them`;
      throw invalidParameter(`tile: asset ${asset.id} has no tiles: ${why}`);
    }
    const number = requireTile(asset, cutting.levels, params);
    const file = await fileOfTiles('tile', asset, version, cutting.plan, context);
    if (!file) throw damaged({ parameter: 'tile', asset });
    await using lease = await services.leaseDerived(file);
    // The tiles were evicted since the lookup; a retry cuts them again.
    if (!lease) throw notReady('tile', 'the picture', 1);
    const bytes = await readTile(lease, { size: file.size, levels: cutting.levels, number }, signal);
    return {
      mediaType: 'image/jpeg',
      disposition: { type: 'inline', fileName: withExtension(version.name, 'jpg') },
      etag: `${file.etag}-${number}`,
      size: bytes.length,
      maxAge: 'no-cache',
      open: openBytes(bytes),
    };
  },
});

/** How a picture is cut. */
interface Cutting {
  readonly plan: NonNullable<ReturnType<typeof planTiles>>;
  readonly levels: readonly TileLevel[];
}

/** Returns how a picture is cut; undefined if it is not, because its largest preview shows all there is. */
function cuttingOf({ file, properties }: Version, { preview }: EndpointSettings): Cutting | undefined {
  const plan = planTiles(properties);
  if (!file || !plan || Math.max(plan.picture.width, plan.picture.height) <= preview.big) return;
  return { plan, levels: tileLevels(plan.picture) };
}

/** Returns the number of a tile. Throws 400 if there is no such tile, naming what there is. */
function requireTile({ id }: Asset, levels: readonly TileLevel[], place: TilePlace): number {
  const number = tileNumber(levels, place);
  if (number !== undefined) return number;
  const { level, column } = place;
  const own = levels[level];
  if (!own) throw invalidParameter(`level: asset ${id} has levels 0 to ${levels.length - 1}`);
  if (column >= own.columns) throw invalidParameter(`column: level ${level} has columns 0 to ${own.columns - 1}`);
  throw invalidParameter(`row: level ${level} has rows 0 to ${own.rows - 1}`);
}

/** Finds the tiles of a picture, or cuts them. Undefined if it cannot be read; rejects like `convertedFile`. */
async function fileOfTiles(
  parameter: 'tiles' | 'tile',
  asset: Asset,
  version: Version,
  plan: PicturePlan,
  context: Context,
) {
  const wanted = { parameter, asset, version, what: 'the picture', seconds: WAIT_SECONDS[parameter] };
  const file = await convertedFile(wanted, plan, context);
  return typeof file === 'string' ? undefined : file;
}
