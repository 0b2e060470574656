import { OFFICE_TYPES } from '../../domain/office-types.ts';
import { MODEL_TYPES } from './drawn-types.ts';
import { openAvif } from './sources/avif.ts';
import { openDds } from './sources/dds.ts';
import { openBmp } from './sources/dib.ts';
import { openPostScript } from './sources/eps.ts';
import { openEpub } from './sources/epub.ts';
import { openFilm } from './sources/film.ts';
import { openHeif } from './sources/heic.ts';
import { openIcns } from './sources/icns.ts';
import { openIco } from './sources/ico.ts';
import { openJp2 } from './sources/jp2.ts';
import { openJxl } from './sources/jxl.ts';
import { openLayout } from './sources/layout.ts';
import { openModel } from './sources/model.ts';
import { openOffice } from './sources/office.ts';
import { openPdf } from './sources/pdf.ts';
import type { OpenSource } from './sources/picture.ts';
import { openPsd } from './sources/psd.ts';
import { openRadiance } from './sources/radiance.ts';
import { openRaster } from './sources/raster.ts';
import { openRaw, RAW_TYPES } from './sources/raw.ts';
import { openDcx, openStill, STILL_TYPES } from './sources/still.ts';
import { openSvg } from './sources/svg.ts';
import { openHtml, openMarkdown, openTable, openText } from './sources/text.ts';
import { openTiff } from './sources/tiff/tiff.ts';

/** Openers by media type. To add a file format, add a file in `sources/` and its entries here. */
const SOURCES: ReadonlyMap<string, OpenSource> = new Map<string, OpenSource>([
  ['image/jpeg', openRaster],
  ['image/png', openRaster],
  ['image/apng', openRaster],
  ['image/webp', openRaster],
  ['image/gif', openRaster],
  ['image/avif', openAvif],
  ['image/tiff', openTiff],
  ['image/heic', openHeif],
  ['image/heif', openHeif],
  ['image/heic-sequence', openHeif],
  ['image/heif-sequence', openHeif],
  ['image/svg+xml', openSvg],
  ...MODEL_TYPES.map((type): [string, OpenSource] => [type, openModel]),
  ['image/bmp', openBmp],
  ['image/x-icon', openIco],
  ['image/x-cursor', openIco],
  ['image/jp2', openJp2],
  ['image/jpx', openJp2],
  ['image/j2c', openJp2],
  ['image/x-j2c', openJp2],
  ['image/jxl', openJxl],
  ['image/vnd.adobe.photoshop', openPsd],
  ['application/vnd.adobe.photoshop', openPsd],
  ...RAW_TYPES.map((type): [string, OpenSource] => [type, openRaw]),
  ...STILL_TYPES.map((type): [string, OpenSource] => [type, openStill]),
  ['image/vnd-ms.dds', openDds],
  ['image/x-dcx', openDcx],
  ['image/icns', openIcns],
  ['image/vnd.radiance', openRadiance],
  ['application/pdf', openPdf],
  ['application/vnd.adobe.illustrator', openPostScript],
  ['application/eps', openPostScript],
  ['application/postscript', openPostScript],
  ['application/x-indesign', openLayout],
  ['application/epub+zip', openEpub],
  ...[...OFFICE_TYPES.keys()].map((type) => [type, openOffice] as const),
  ['text/markdown', openMarkdown],
  ['text/csv', openTable],
  ['text/tab-separated-values', openTable],
  ['text/plain', openText],
  ['text/html', openHtml],
  ['text/css', openText],
  ['text/javascript', openText],
  ['text/vtt', openText],
  ['text/calendar', openText],
  ['text/vcard', openText],
  ['application/xml', openText],
  ['application/xhtml+xml', openHtml],
  ['application/json', openText],
  ['application/geo+json', openText],
  ['application/yaml', openText],
  ['application/x-subrip', openText],
  ['message/rfc822', openText],
  ['image/mj2', openFilm],
  ['application/mxf', openFilm],
  ['application/ogg', openFilm],
  ['application/vnd.ms-asf', openFilm],
  ['application/vnd.rn-realaudio', openFilm],
  ['application/vnd.rn-realmedia', openFilm],
  ['application/vnd.rn-realmedia-vbr', openFilm],
]);
/** Audio and video have too many media types to list; ffmpeg detects the actual format from the content. */
const FILMS = /^(?:audio|video)\//;

/** Returns the opener for a media type; undefined for files that can't be drawn. */
export function sourceOpener(mediaType: string): OpenSource | undefined {
  return SOURCES.get(mediaType) ?? (FILMS.test(mediaType) ? openFilm : undefined);
}
