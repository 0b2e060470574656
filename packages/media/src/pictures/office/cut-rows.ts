/**
 * Cuts the XML of tables after their first rows, as text of one byte per character, because all that it looks for is
 * ASCII. Nothing is parsed that is left out, so a table of millions of rows costs little more than unpacking it.
 */
import { attribute } from '../../inspect/zipped-xml.ts';

/** Limit of what is kept of one part. */
const MAX_CHARACTERS = 32 * 2 ** 20;
/** Height of a usual row, in points. */
const USUAL_HEIGHT = 15;

/** How a format names its tables and rows. */
interface TableFormat {
  readonly table: string;
  readonly row: string;
  /** What may be between a table and its rows. */
  readonly groups: readonly string[];
  /** Returns how many usual rows a row takes. */
  space(tag: string): number;
}

export const EXCEL: TableFormat = {
  table: 'sheetData',
  row: 'row',
  groups: [],
  space(tag) {
    if (/^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')) return 0;
    return Math.min(1, Number(attribute(tag, 'ht') ?? USUAL_HEIGHT) / USUAL_HEIGHT);
  },
};

export const OPEN_DOCUMENT: TableFormat = {
  table: 'table',
  row: 'table-row',
  groups: ['table-row-group', 'table-header-rows', 'table-rows'],
  space: (tag) =>
    /^(?:collapse|filter)$/.test(attribute(tag, 'visibility') ?? '')
      ? 0
      : Number(attribute(tag, 'number-rows-repeated') ?? 1),
};

/**
 * Returns the XML with only the first rows of each table, as many as `maxRows` returns for the text before its first
 * table. Undefined if the tables are nested or not closed, or if too much remains.
 */
export async function cutRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { table, row, groups, space }: TableFormat,
  maxRows: (before: string) => number,
): Promise<{ readonly text: string; readonly isCut: boolean } | undefined> {
  const names = [table, row, ...groups].join('|');
  const tags = new RegExp(`<(/?)((?:[\\w-]+:)?(${names}))(?=[\\s/>])[^<>]*>`, 'g');
  let kept = '';
  let text = '';
  /** The names of the table and the groups that are open. */
  let open: string[] = [];
  let rows = 0;
  let most: number | undefined;
  let isCut = false;
  /** The name of the rows that are being left out. */
  let dropped: string | undefined;

  /** Leaves out rows until the end of the table. What follows the last row remains. Returns false without an end. */
  function drop(name: string): boolean {
    const end = text.indexOf(`</${open[0]}>`);
    const rowEnd = `</${name}>`;
    const last = text.lastIndexOf(rowEnd, end < 0 ? text.length : end);
    const from = last < 0 ? 0 : last + rowEnd.length;
    if (end >= 0) {
      const groupEnds = open.slice(1).reverse();
      kept += groupEnds.map((each) => `</${each}>`).join('') + text.slice(from, end).replace(tags, '');
      open = open.slice(0, 1);
      dropped = undefined;
    }
    text = text.slice(end < 0 ? from : end);
    return end >= 0;
  }

  /** Keeps complete tags until rows have to be dropped. Returns false for nested tables. */
  function keep(): boolean {
    const upTo = text.lastIndexOf('<');
    tags.lastIndex = 0;
    for (let tag = tags.exec(text); tag !== null && tag.index < upTo; tag = tags.exec(text)) {
      const [whole, slash, name = '', local] = tag;
      if (local === row) {
        if (slash !== '' || open.length === 0) continue;
        most ??= maxRows(kept + text.slice(0, tag.index));
        if (rows >= most) {
          kept += text.slice(0, tag.index);
          text = text.slice(tag.index);
          dropped = name;
          isCut = true;
          return true;
        }
        rows += space(whole);
      } else if (slash !== '') {
        open.pop();
      } else if (!whole.endsWith('/>')) {
        if (local === table && open.length > 0) return false;
        if (local === table) rows = 0;
        open.push(name);
      }
    }
    kept += text.slice(0, Math.max(0, upTo));
    text = text.slice(Math.max(0, upTo));
    return true;
  }

  for await (const chunk of chunks) {
    text += latin1(chunk);
    do {
      if (dropped !== undefined && !drop(dropped)) break;
      if (!keep()) return undefined;
    } while (dropped !== undefined);
    if (kept.length + text.length > MAX_CHARACTERS) return undefined;
  }
  return dropped === undefined && open.length === 0 ? { text: kept + text, isCut } : undefined;
}

/** Returns the list of shared texts with only the first ones. */
export async function cutTexts(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<string | undefined> {
  const starts = /<((?:[\w-]+:)?)si(?=[\s/>])/g;
  let text = '';
  let seen = 0;
  /** Where the part begins that may hold more starts. */
  let from = 0;
  for await (const chunk of chunks) {
    text += latin1(chunk);
    starts.lastIndex = from;
    for (let start = starts.exec(text); start !== null; start = starts.exec(text)) {
      seen += 1;
      if (seen > most) return `${text.slice(0, start.index)}</${start[1]}sst>`;
      from = starts.lastIndex;
    }
    from = Math.max(from, text.lastIndexOf('<'));
    if (text.length > MAX_CHARACTERS) return undefined;
  }
  return text;
}

function latin1(chunk: Uint8Array): string {
  return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
}
