import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { CannotMake } from '../../derived/cannot-make.ts';
import { type Measure, openMeasure } from '../../inspect/fonts.ts';
import { SHEET } from '../../inspect/table-shape.ts';
import { withWholeLines } from '../../inspect/text-content.ts';
import { type PdfPart, pdfOf, pdfStream } from '../pdf.ts';
import { verbatim } from './block.ts';
import { readText } from './read-text.ts';
import { drawSheet, VERBATIM_LINES, VERBATIM_WIDTH } from './sheet.ts';
import { wrapVerbatim } from './wrap.ts';

/**
 * About 2,000 lines. A page takes at most a quarter of a second, and a render process has ten seconds
 * (`render.seconds`).
 */
const MOST_PAGES = 30;
/** A page contains fewer bytes than 32 KiB even with the longest lines. */
const MOST_BYTES = MOST_PAGES * 32 * 1024;
const DPI = 150;
const POINTS_PER_INCH = 72;
/** PDF objects before the pages: the PDF catalogue and the list of pages. */
const OBJECTS_BEFORE = 2;
/** PDF objects per page: the page, its content and its picture. */
const OBJECTS_OF_PAGE = 3;

/** Makes a PDF of a whole text file, unchanged, in a monospaced font. Rejects with CannotMake. */
export async function textToPdf(path: string): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const { text, isWhole } = await readText(path, MOST_BYTES);
  if (!isWhole) throw tooLong();
  const pages: (readonly PdfPart[])[][] = [];
  for (const sheet of sheetsOf(text, await openMeasure())) {
    if (pages.length === MOST_PAGES) throw tooLong();
    pages.push(await pageOf(sheet, numberOf(pages.length)));
  }
  const kids = pages.map((_, place) => `${numberOf(place)} 0 R`).join(' ');
  const bytes = pdfOf([
    ['<</Type/Catalog/Pages 2 0 R>>'],
    [`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`],
    ...pages.flat(),
  ]);
  return { bytes, pages: pages.length };
}

function tooLong(): CannotMake {
  return new CannotMake('too_large', `a text of more than ${MOST_PAGES} pages`);
}

/** Yields the lines of each sheet; at least one sheet. */
function* sheetsOf(text: string, measure: Measure): Generator<string> {
  let lines: string[] = [];
  const run = { text: withWholeLines(text, false).trimEnd(), isMono: true };
  for (const line of wrapVerbatim(run, VERBATIM_WIDTH, measure)) {
    if (lines.length === VERBATIM_LINES) {
      yield lines.join('\n');
      lines = [];
    }
    lines.push(line.map((part) => part.text).join(''));
  }
  yield lines.join('\n');
}

/** Returns the object number of a page; the page's other objects follow it. */
function numberOf(place: number): number {
  return 1 + OBJECTS_BEFORE + OBJECTS_OF_PAGE * place;
}

async function pageOf(sheet: string, number: number): Promise<(readonly PdfPart[])[]> {
  const { width, height } = SHEET;
  const { pixels } = await drawSheet([verbatim(sheet)], { box: Math.round((height * DPI) / POINTS_PER_INCH) });
  const { data, info } = await pixels.greyscale().raw().toBuffer({ resolveWithObject: true });
  const image = [
    `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/BitsPerComponent 8`,
    '/ColorSpace/DeviceGray/Filter/FlateDecode',
  ].join('');
  const resources = `/Resources<</XObject<</I ${number + 2} 0 R>>>>`;
  return [
    [`<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]${resources}/Contents ${number + 1} 0 R>>`],
    pdfStream('', Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`)),
    pdfStream(image, await promisify(deflate)(data)),
  ];
}
