/** The calls of the process that recognises text in pictures. */

import { OFFICE_TYPES } from '../../../core/src/domain/office-types.ts';
import { type PageWords, type Run, WHOLE } from '../../../core/src/domain/page-words.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { outputOf } from '../ffmpeg/run.ts';
import type { DrawableFile } from '../pictures/renderer.ts';
import type { Picture } from '../pictures/sources/picture.ts';
import { tidyText } from './tidy-text.ts';

/** A page, and how to recognise what stands on it. */
export interface RecogniseJob {
  readonly path: string;
  /** The PDF of an Office file, if it is there. */
  readonly pdf?: Uint8Array | undefined;
  readonly mediaType: string;
  readonly page: number;
  /** Absolute path of the program. */
  readonly program: string;
  /** Languages as the program names them, at least one. */
  readonly languages: readonly string[];
  readonly seconds: number;
}

export interface Recognised {
  readonly text: string;
  /** Number of pages of the file. */
  readonly pages: number;
}

export const recogniseCalls = { recognise };

/** Longer side in pixels: a page of A4 at 250 dots per inch. */
const SIDE = 2900;
/** Pictures below this are enlarged, because their letters are smaller than the program expects. */
const SMALL_SIDE = 1000;
const MAX_BYTES = 16 * 2 ** 20;
/** Words of which the program is less sure, in percent, are mostly no words. */
const SURE = 60;

async function recognise(job: RecogniseJob): Promise<Recognised> {
  const { table, pages } = await recognisedTable(job);
  return { text: tidyText(sureWords(table)), pages };
}

/** Returns the words of a page with their places. Rejects with CannotMake. */
export async function recogniseWords(job: RecogniseJob): Promise<PageWords> {
  const { table, width, height } = await recognisedTable(job);
  let text = '';
  const runs: Run[] = [];
  const share = (at: number, length: number) => Math.min(WHOLE, Math.max(0, Math.round((at * WHOLE) / length)));
  for (const { word, isNewLine, left, top, right, bottom } of wordsIn(table)) {
    if (text !== '') text += isNewLine ? '\n' : ' ';
    runs.push([
      ...([text.length, text.length + word.length] as const),
      ...([share(left, width), share(top, height), share(right, width), share(bottom, height)] as const),
    ]);
    text += word;
  }
  return { text, runs };
}

/** Has the program recognise a page, and returns what it says of the picture that it got. */
async function recognisedTable({ program, languages, seconds, ...wanted }: RecogniseJob): Promise<{
  readonly table: string;
  readonly width: number;
  readonly height: number;
  readonly pages: number;
}> {
  const { pixels, width, height, pages } = await openPage(wanted).catch((error: unknown) => {
    if (error instanceof CannotMake) throw error;
    throw new CannotMake('corrupt', error instanceof Error ? error.message : String(error));
  });
  const longer = Math.max(width, height);
  const side = longer < SMALL_SIDE ? longer * 2 : Math.min(longer, SIDE);
  const { data: input, info } = await pixels
    .clone()
    .autoOrient()
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: side, height: side, fit: 'inside' })
    .png({ compressionLevel: 1 })
    .toBuffer({ resolveWithObject: true });
  const options = [
    '-l',
    languages.join('+'),
    '--psm',
    '3',
    '-c',
    'tessedit_create_tsv=1',
    '-c',
    'debug_file=/dev/null',
  ];
  const table = await outputOf(program, ['stdin', 'stdout', ...options], {
    input,
    seconds,
    maxBytes: MAX_BYTES,
    // One page is recognised per processor already.
    env: { OMP_THREAD_LIMIT: '1' },
  });
  return { table: table.toString('utf8'), width: info.width, height: info.height, pages };
}

/** The last Office file that was converted, of which other pages may follow. */
let converted: { readonly path: string; readonly pdf: Promise<Uint8Array> } | undefined;

async function openPage({
  path,
  pdf,
  mediaType,
  page,
}: Pick<RecogniseJob, 'path' | 'pdf' | 'mediaType' | 'page'>): Promise<Picture> {
  const { confineImageLibrary } = await import('../inspect/image-library.ts');
  confineImageLibrary();
  const source = { path, properties: { mediaType } } as DrawableFile;
  if (pdf ?? OFFICE_TYPES.has(mediaType)) {
    const { openPdfBytes } = await import('../pictures/sources/pdf.ts');
    if (pdf) return await openPdfBytes(pdf, { page, box: SIDE });
    const { officeToPdf } = await import('../pictures/sources/office.ts');
    if (converted?.path !== path) converted = { path, pdf: officeToPdf(source, true).then(({ bytes }) => bytes) };
    return await openPdfBytes(await converted.pdf, { page, box: SIDE });
  }
  const { sourceOpener } = await import('../pictures/sources.ts');
  const open = sourceOpener(mediaType);
  if (open === undefined) throw new CannotMake('unsupported', mediaType);
  return await open({ ...source, page, box: SIDE });
}

/** Returns the words of a table of the program, by lines; of an old program, which makes no table, all that it says. */
export function sureWords(table: string): string {
  if (!table.startsWith('level\t')) return table;
  let text = '';
  for (const { word, isNewLine } of wordsIn(table)) {
    if (text !== '') text += isNewLine ? '\n' : ' ';
    text += word;
  }
  return text;
}

/** A word of a table, with its place in pixels. */
interface TableWord {
  readonly word: string;
  readonly isNewLine: boolean;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function* wordsIn(table: string): Generator<TableWord> {
  let line = '';
  for (const row of table.split('\n').slice(1)) {
    const [level, page, block, paragraph, row_, , x, y, across, down, confidence, ...word] = row.split('\t');
    if (level !== '5' || Number(confidence) < SURE) continue;
    const place = [page, block, paragraph, row_].join(' ');
    const [left, top] = [Number(x), Number(y)];
    yield {
      word: word.join(' ').trim(),
      isNewLine: place !== line,
      ...{ left, top, right: left + Number(across), bottom: top + Number(down) },
    };
    line = place;
  }
}
