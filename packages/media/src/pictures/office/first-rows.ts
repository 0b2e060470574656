/** Copies large spreadsheets with their first rows, because LibreOffice loads all rows even if it prints few pages. */
import { withZip, type ZipParts } from '../../../../core/src/platform/zip-file.ts';
import { zipOf } from '../../../../core/src/platform/zip-of.ts';
import { attribute, startTags } from '../../inspect/zipped-xml.ts';
import { cutXlsb, firstRowsOfXls } from './binary-rows.ts';
import { cutRows, cutTexts, EXCEL, OPEN_DOCUMENT } from './cut-rows.ts';

/** Smaller tables load about as fast as LibreOffice starts. */
const LARGE_BYTES = 2 ** 20;
/** Limit of the copy before it is packed. */
const MAX_BYTES = 64 * 2 ** 20;
/** Enough for 50 pages of A3, so that the pages are those of the whole spreadsheet. */
export const FIRST_ROWS = 5000;
/** Enough for 50 pages of A4 if they are scaled to 25 %, as when wide tables have to fit the width of a page. */
const FIRST_SCALED_ROWS = 15_000;
/** Smaller pages would need more rows yet. */
const SMALLEST_PERCENT = 60;

/** What shows or sums up other rows than those of its page: charts, pivot tables and objects. */
const NEEDS_ALL_ROWS = /^xl\/(?:charts|chartsheets|pivotTables)\/|^Object [^/]*\//;

const XLS = 'application/vnd.ms-excel';

type Parts = Record<string, string | Uint8Array>;

/**
 * Returns a copy of a spreadsheet of Excel or OpenDocument with the first rows of its tables; of formulas only
 * their results. Undefined if it isn't large, if other rows than the first matter to its first pages, if it is damaged,
 * and if the copy would take longer than `seconds`.
 */
export async function withFirstRows(path: string, mediaType: string, seconds: number): Promise<Buffer | undefined> {
  const until = performance.now() + seconds * 1000;
  try {
    if (mediaType === XLS) return await firstRowsOfXls(path);
    return await withZip(path, async (zip) => {
      if (zip.names.some((name) => NEEDS_ALL_ROWS.test(name))) return undefined;
      const inTime = {
        ...zip,
        async *stream(name: string) {
          for await (const chunk of zip.stream(name)) {
            if (performance.now() > until) throw new Error('takes too long');
            yield chunk;
          }
        },
      };
      const isBinary = zip.names.some((name) => /^xl\/workbook\.bin$/i.test(name));
      const cutExcel = isBinary ? cutBinaryExcel : cutExcelXml;
      const cut = zip.names.includes('content.xml') ? await cutOpenDocument(inTime) : await cutExcel(inTime);
      return cut && (await copyWith(zip, cut));
    });
  } catch {
    return undefined; // too slow or damaged, of which LibreOffice may make something
  }
}

/** Returns the names of the parts of a type, by the end of its name. */
async function partsOf(zip: ZipParts, type: string): Promise<readonly string[]> {
  return startTags(await zip.text('[Content_Types].xml'), 'Override')
    .filter((tag) => attribute(tag, 'ContentType')?.endsWith(type))
    .map((tag) => attribute(tag, 'PartName')?.slice(1) ?? '');
}

async function cutBinaryExcel(zip: ZipParts): Promise<Parts | undefined> {
  const sheets = await partsOf(zip, 'ms-excel.worksheet');
  if (!sheets.some((name) => zip.size(name) > LARGE_BYTES)) return undefined;
  const parts: Parts = {};
  let isCut = false;
  for (const name of sheets) {
    const sheet = await cutXlsb(zip.stream(name));
    if (sheet === undefined) return undefined;
    isCut ||= sheet.isCut;
    parts[name] = sheet.bytes;
  }
  return isCut ? parts : undefined;
}

async function cutExcelXml(zip: ZipParts): Promise<Parts | undefined> {
  const sheets = await partsOf(zip, '.spreadsheetml.worksheet+xml');
  if (!sheets.some((name) => zip.size(name) > LARGE_BYTES)) return undefined;
  const parts: Parts = {};
  let isCut = false;
  let texts = 0;
  for (const name of sheets) {
    let isScaled = false;
    const sheet = await cutRows(zip.stream(name), EXCEL, (before) => {
      isScaled = /\sfitToPage="(?:1|true)"/.test(before);
      return isScaled ? FIRST_SCALED_ROWS : FIRST_ROWS;
    });
    const text = sheet && withoutFormulas(sheet.text);
    if (text === undefined || (!isScaled && isSmall(/pageSetup\s[^<>]*?\sscale="(\d+)"/.exec(text)))) return undefined;
    isCut ||= sheet?.isCut === true;
    parts[name] = bytes(text);
    const places = text.matchAll(/\st="s"[^<>]*><(?:[\w-]+:)?v>(\d+)</g);
    for (const [, place] of places) texts = Math.max(texts, Number(place) + 1);
  }
  for (const name of await partsOf(zip, '.spreadsheetml.sharedStrings+xml')) {
    const text = zip.size(name) > LARGE_BYTES ? await cutTexts(zip.stream(name), texts) : undefined;
    if (text !== undefined) parts[name] = bytes(text);
  }
  return isCut ? parts : undefined;
}

/**
 * Returns a sheet with the results of its formulas, because LibreOffice may calculate them anew without the rows left
 * out; undefined if a formula has no result.
 */
function withoutFormulas(text: string): string | undefined {
  const formula =
    /(<([\w-]+:)?c(?=[\s>])[^<>]*>)\s*<\2f(?=[\s/>])(?:[^<>]*\/>|[^<>]*>[^<]*<\/\2f>)\s*(?=(<\2v[^<>]*>[^<])?)/g;
  const results = text.replace(formula, (whole, cell: string, _prefix: unknown, result: string | undefined) =>
    result !== undefined || cell.includes(' t="str"') ? cell : whole,
  );
  return /<(?:[\w-]+:)?f[\s/>]/.test(results) ? undefined : results;
}

async function cutOpenDocument(zip: ZipParts): Promise<Parts | undefined> {
  if (zip.size('content.xml') <= LARGE_BYTES) return undefined;
  const styles = await zip.text('styles.xml');
  if (isSmall(/:scale-to="(\d+)%"/.exec(styles))) return undefined;
  const most = /:scale-to-(?:pages|X|Y)=/.test(styles) ? FIRST_SCALED_ROWS : FIRST_ROWS;
  const content = await cutRows(zip.stream('content.xml'), OPEN_DOCUMENT, () => most);
  if (content === undefined || !content.isCut || /:data-pilot-table[\s>]/.test(content.text)) return undefined;
  const text = content.text.replace(/<(?:[\w-]+:)?table-cell\s[^<>]*>(?:<[\w-]+:p\/>)?/g, (cell) =>
    // An empty text has no type.
    /:value-type=|p\/>$/.test(cell) ? cell.replace(/\s[\w-]+:formula="[^"]*"/, '') : cell,
  );
  return /\s[\w-]+:formula=/.test(text) ? undefined : { 'content.xml': bytes(text) };
}

function isSmall(scale: RegExpExecArray | null): boolean {
  return scale !== null && Number(scale[1]) < SMALLEST_PERCENT;
}

async function copyWith(zip: ZipParts, cut: Parts): Promise<Buffer | undefined> {
  const parts: Parts = {};
  let room = MAX_BYTES;
  for (const name of zip.names.filter((each) => !each.endsWith('/'))) {
    const part = cut[name] ?? (await zip.read(name, room));
    if (part === undefined || part.length > room) return undefined;
    room -= part.length;
    parts[name] = part;
  }
  return zipOf(parts);
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}
