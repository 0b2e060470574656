import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { MAX_TEXT_BYTES } from '../../../../core/src/domain/formats.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { type Measure, openMeasure } from '../../inspect/fonts.ts';
import { SHEET } from '../../inspect/table-shape.ts';
import { withWholeLines } from '../../inspect/text-content.ts';
import { type PdfPart, pdfOf, pdfStream } from '../write-pdf.ts';
import { VERBATIM_SIZE, verbatim } from './block.ts';
import { FONT_OBJECTS, openPdfFont, type PdfFont } from './pdf-font.ts';
import { readText } from './read-text.ts';
import { drawSheet, VERBATIM } from './sheet.ts';
import { wrapVerbatim } from './wrap.ts';

const DPI = 150;
const POINTS_PER_INCH = 72;
/** More pages than a text of `MAX_TEXT_BYTES` has unless most of its lines are empty. */
const MAX_PAGES = 50_000;
/** Number of the font's first object. Before it are the PDF catalogue and the list of pages. */
const FONT = 3;
const LIST_OF_PAGES = 2;

type PdfObject = readonly PdfPart[];

/**
 * Makes a PDF of a whole text file, unchanged, in a monospaced font. Pages with characters that the font lacks, or that
 * have to be shaped, are pictures. Rejects with CannotMake.
 */
export async function textToPdf(path: string): Promise<{ readonly bytes: Buffer; readonly pages: number }> {
  const { text, isWhole } = await readText(path, MAX_TEXT_BYTES);
  if (!isWhole) throw new CannotMake('too_large', `a text of more than ${MAX_TEXT_BYTES} bytes`);
  const font = await openPdfFont();
  const objects: PdfObject[] = [];
  const pages: number[] = [];
  for (const sheet of sheetsOf(text, await openMeasure())) {
    if (pages.length === MAX_PAGES) throw new CannotMake('too_large', `a text of more than ${MAX_PAGES} pages`);
    const number = FONT + FONT_OBJECTS + objects.length;
    const content = contentOf(sheet, font);
    const [page, ...others] = await (content === undefined ? picturePage(sheet, number) : textPage(content, number));
    pages.push(number);
    objects.push([`<</Type/Page/Parent ${LIST_OF_PAGES} 0 R/MediaBox[0 0 ${SHEET.width} ${SHEET.height}]${page}>>`]);
    objects.push(...others);
  }
  const bytes = pdfOf([
    [`<</Type/Catalog/Pages ${LIST_OF_PAGES} 0 R>>`],
    [`<</Type/Pages/Kids[${pages.map((number) => `${number} 0 R`).join(' ')}]/Count ${pages.length}>>`],
    ...(await font.objects(FONT)),
    ...objects,
  ]);
  return { bytes, pages: pages.length };
}

/** Yields the lines of each sheet; at least one sheet. */
function* sheetsOf(text: string, measure: Measure): Generator<readonly string[]> {
  let lines: string[] = [];
  const run = { text: withWholeLines(text, false).trimEnd().normalize('NFC'), isMono: true };
  for (const line of wrapVerbatim(run, VERBATIM.across, measure)) {
    if (lines.length === VERBATIM.lines) {
      yield lines;
      lines = [];
    }
    lines.push(line.map((part) => part.text).join(''));
  }
  yield lines;
}

/** Returns the text of a sheet as operators of PDF; undefined if the font can't show it. */
function contentOf(lines: readonly string[], font: PdfFont): string | undefined {
  const { left, leading, baseline } = VERBATIM;
  let content = `BT /F ${VERBATIM_SIZE} Tf ${leading} TL ${left} ${SHEET.height - baseline} Td`;
  for (const line of lines) {
    const glyphs = font.glyphsOf(line);
    if (glyphs === undefined) return undefined;
    content += glyphs === '' ? ' T*' : `<${glyphs}>Tj T*`;
  }
  return `${content} ET`;
}

/** What a page's dictionary says of its content, and the objects after the page. */
type Page = readonly [string, ...PdfObject[]];

async function textPage(content: string, number: number): Promise<Page> {
  const stream = pdfStream('/Filter/FlateDecode', await promisify(deflate)(content));
  return [`/Resources<</Font<</F ${FONT} 0 R>>>>/Contents ${number + 1} 0 R`, stream];
}

async function picturePage(lines: readonly string[], number: number): Promise<Page> {
  const { width, height } = SHEET;
  const box = Math.round((height * DPI) / POINTS_PER_INCH);
  const { pixels } = await drawSheet([verbatim(lines.join('\n'))], { box });
  const { data, info } = await pixels.greyscale().raw().toBuffer({ resolveWithObject: true });
  const image = [
    `/Type/XObject/Subtype/Image/Width ${info.width}/Height ${info.height}/BitsPerComponent 8`,
    '/ColorSpace/DeviceGray/Filter/FlateDecode',
  ].join('');
  return [
    `/Resources<</XObject<</I ${number + 2} 0 R>>>>/Contents ${number + 1} 0 R`,
    pdfStream('', Buffer.from(`${width} 0 0 ${height} 0 0 cm /I Do`)),
    pdfStream(image, await promisify(deflate)(data)),
  ];
}
