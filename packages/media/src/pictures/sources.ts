import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { MODEL_TYPES, RAW_TYPES, SHEET_TYPES, STILL_TYPES } from './drawn-types.ts';
import { openAvif } from './sources/avif.ts';
import { openDds } from './sources/dds.ts';
import { openBmp } from './sources/dib.ts';
import { openPostScript } from './sources/eps.ts';
import { openEpub } from './sources/epub.ts';
import { openFilm } from './sources/film.ts';
import { openFits } from './sources/fits.ts';
import { openHeif } from './sources/heic.ts';
import { openIcns } from './sources/icns.ts';
import { openIco } from './sources/ico.ts';
import { openLayout } from './sources/indesign.ts';
import { openJp2 } from './sources/jp2.ts';
import { openJxl } from './sources/jxl.ts';
import { openModel } from './sources/model.ts';
import { openOffice } from './sources/office.ts';
import { openPdf } from './sources/pdf.ts';
import type { OpenSource } from './sources/picture.ts';
import { openPng } from './sources/png.ts';
import { openPsd } from './sources/psd.ts';
import { openRadiance } from './sources/radiance.ts';
import { openRaster } from './sources/raster.ts';
import { openRaw } from './sources/raw.ts';
import { openDcx, openStill } from './sources/still.ts';
import { openSvg } from './sources/svg.ts';
import { openHtml, openMarkdown, openTable, openText } from './sources/text.ts';
import { openTiff } from './sources/tiff/tiff.ts';

/** Openers by media type. To add a file format, add a file in `sources/` and its entries here. */
const SOURCES: ReadonlyMap<string, OpenSource> = new Map<string, OpenSource>([
  ...opening(openRaster, 'image/jpeg image/webp image/gif'),
  ...opening(openPng, 'image/png image/apng'),
  ...opening(openAvif, 'image/avif'),
  ...opening(openTiff, 'image/tiff'),
  ...opening(openHeif, 'image/heic image/heif image/heic-sequence image/heif-sequence'),
  ...opening(openSvg, 'image/svg+xml'),
  ...opening(openModel, MODEL_TYPES),
  ...opening(openBmp, 'image/bmp'),
  ...opening(openIco, 'image/x-icon image/x-cursor'),
  ...opening(openJp2, 'image/jp2 image/jpx image/j2c image/x-j2c'),
  ...opening(openJxl, 'image/jxl'),
  ...opening(openPsd, 'image/vnd.adobe.photoshop application/vnd.adobe.photoshop'),
  ...opening(openRaw, RAW_TYPES),
  ...opening(openStill, STILL_TYPES),
  ...opening(openFits, 'image/fits'),
  ...opening(openDds, 'image/vnd-ms.dds'),
  ...opening(openDcx, 'image/x-dcx'),
  ...opening(openIcns, 'image/icns'),
  ...opening(openRadiance, 'image/vnd.radiance'),
  ...opening(openPdf, 'application/pdf'),
  ...opening(openPostScript, 'application/vnd.adobe.illustrator application/eps application/postscript'),
  ...opening(openLayout, 'application/x-indesign'),
  ...opening(openEpub, 'application/epub+zip'),
  ...opening(openOffice, OFFICE_TYPES.keys()),
  ...opening(openText, SHEET_TYPES),
  ...opening(openMarkdown, 'text/markdown'),
  ...opening(openTable, 'text/csv text/tab-separated-values'),
  ...opening(openHtml, 'text/html application/xhtml+xml'),
  ...opening(openFilm, 'image/mj2 application/mxf application/ogg application/vnd.ms-asf'),
  ...opening(openFilm, 'application/vnd.rn-realaudio application/vnd.rn-realmedia application/vnd.rn-realmedia-vbr'),
]);
/** Audio and video have too many media types to list; ffmpeg detects the actual format from the content. */
const FILMS = /^(?:audio|video)\//;

/** Returns the opener for a media type; undefined for files that can't be drawn. */
export function sourceOpener(mediaType: string): OpenSource | undefined {
  return SOURCES.get(mediaType) ?? (FILMS.test(mediaType) ? openFilm : undefined);
}

function opening(open: OpenSource, types: string | Iterable<string>): [string, OpenSource][] {
  return Array.from(typeof types === 'string' ? types.split(' ') : types, (type) => [type, open]);
}
