import { CannotMake } from '../../derived/cannot-make.ts';
import { tableRows, tableSheet } from '../../inspect/table-shape.ts';
import { withWholeLines } from '../../inspect/text-content.ts';
import { type Block, verbatim } from '../sheet/block.ts';
import { readText } from '../sheet/read-text.ts';
import { drawSheet } from '../sheet/sheet.ts';
import type { OpenSource, Picture } from './picture.ts';

/** More bytes of text than a sheet can show. */
const MAX_BYTES = 64 * 1024;

/** Opens a text file: its beginning on a sheet of paper, in a monospaced font. */
export const openText: OpenSource = async (source) => drawPlain(await beginningOf(source), source.box);

/** Opens an HTML page as formatted text. A page that only scripts fill is shown as source text. */
export const openHtml: OpenSource = async (source) => {
  const text = await beginningOf(source);
  const { htmlBlocks } = await import('../sheet/html.ts');
  const blocks = htmlBlocks(text);
  return blocks.length === 0 ? await drawPlain(text, source.box) : await drawSheet(blocks, { box: source.box });
};

export const openMarkdown: OpenSource = async (source) => {
  const text = await beginningOf(source);
  const { markdownBlocks } = await import('../sheet/markdown.ts');
  let blocks: readonly Block[];
  try {
    blocks = markdownBlocks(text);
  } catch {
    return await drawPlain(text, source.box);
  }
  return await drawSheet(blocks, { box: source.box });
};

/** Opens separated values as a table; a wide one is drawn in landscape. */
export const openTable: OpenSource = async (source) => {
  const rows = await tableRows(await beginningOf(source));
  const table: Block = { kind: 'table', rows, before: 0, indent: 0 };
  return await drawSheet([table], { box: source.box, sheet: tableSheet(rows) });
};

async function drawPlain(text: string, box: number): Promise<Picture> {
  return await drawSheet([verbatim(text)], { box });
}

/**
 * Reads the beginning of a text with unified line ends. The beginning of a longer file ends with its last whole line.
 */
async function beginningOf({ path, page }: { readonly path: string; readonly page: number }): Promise<string> {
  if (page > 0) throw new CannotMake('no_such_page', `page ${page} of 1`);
  const { text, isWhole } = await readText(path, MAX_BYTES);
  return withWholeLines(text, !isWhole);
}
