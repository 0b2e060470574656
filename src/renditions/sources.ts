import { openHeif } from './sources/heic.ts';
import { openModel } from './sources/model.ts';
import type { OpenSource } from './sources/picture.ts';
import { openRaster, openTiff } from './sources/raster.ts';
import { openSvg } from './sources/svg.ts';

/** What opens a file, by its media type. A new kind of source is a file in `sources/` and its lines here. */
const SOURCES: ReadonlyMap<string, OpenSource> = new Map<string, OpenSource>([
  ['image/jpeg', openRaster],
  ['image/png', openRaster],
  ['image/apng', openRaster],
  ['image/webp', openRaster],
  ['image/gif', openRaster],
  ['image/avif', openRaster],
  ['image/tiff', openTiff],
  ['image/heic', openHeif],
  ['image/heif', openHeif],
  ['image/heic-sequence', openHeif],
  ['image/heif-sequence', openHeif],
  ['image/svg+xml', openSvg],
  ['model/gltf-binary', openModel],
  ['model/gltf+json', openModel],
  ['model/obj', openModel],
  ['model/stl', openModel],
]);

/** The opener for a media type; undefined for files that can't be drawn. */
export function sourceOpener(mediaType: string): OpenSource | undefined {
  return SOURCES.get(mediaType);
}
