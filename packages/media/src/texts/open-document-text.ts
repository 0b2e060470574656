import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import type { GrowingText } from './growing-text.ts';
import { attributeOf, type MarkupReader, readMarkup } from './markup-text.ts';

/** Content that isn't part of what is shown: formats, remarks, what was deleted, and what only the speaker sees. */
const SKIPPED = new Set([
  'automatic-styles',
  'note-citation',
  'annotation',
  'tracked-changes',
  'notes',
  'forms',
  'script',
  'binary-data',
  'ruby-text',
  'meta',
]);
const MAX_BLANKS = 100;
/** Properties of styles that hide, and whose. */
const HIDING: ReadonlyMap<string, string> = new Map([
  ['drawing-page-properties hidden', 'page'],
  ['table-properties false', 'table'],
  ['text-properties none', 'text'],
]);
const STYLED: ReadonlyMap<string, string> = new Map([
  ['page', 'page'],
  ['table', 'table'],
  ...['span', 'p', 'h'].map((name) => [name, 'text'] as const),
]);

/** Reads a file of OpenDocument. Returns true if the parts of `text` are the pages of its PDF. */
export async function readOpenDocument(zip: ZipParts, text: GrowingText): Promise<boolean> {
  const { reader, hasPages, isText } = documentReader(text);
  await readMarkup(zip.stream('content.xml'), reader);
  // Headers and footers; the styles of other documents hold samples.
  if (isText()) await readMarkup(zip.stream('styles.xml'), within('master-styles', documentReader(text).reader));
  return hasPages();
}

/** The same of a file that is one XML document. */
export async function readFlatDocument(chunks: AsyncIterable<Uint8Array>, text: GrowingText): Promise<boolean> {
  const { reader, hasPages } = documentReader(text);
  await readMarkup(chunks, within('body', reader));
  return hasPages();
}

function documentReader(text: GrowingText): { readonly reader: MarkupReader; hasPages(): boolean; isText(): boolean } {
  let paragraphs = 0;
  let cells = 0;
  let skipped = 0;
  let pages = 0;
  let style = '';
  let isText = false;
  let notes = 0;
  // Notes divide no phrase.
  const add = (part: string) => (notes > 0 ? text.addLast(part) : text.add(part));
  /** Styles of pages, tables and texts that are not shown. */
  const hidden = new Set<string>();
  const open: boolean[] = [];
  const isHidden = (name: string, attributes: Readonly<Record<string, string>>) =>
    SKIPPED.has(name) ||
    attributeOf(attributes, 'is-hidden') === 'true' ||
    (name === 'section' && attributeOf(attributes, 'display') === 'none') ||
    (STYLED.has(name) && hidden.has(`${STYLED.get(name)} ${attributeOf(attributes, 'style-name') ?? ''}`));
  const reader: MarkupReader = {
    open: (name, attributes) => {
      if (name === 'style') style = attributeOf(attributes, 'name') ?? '';
      const shown = attributeOf(attributes, 'display') ?? attributeOf(attributes, 'visibility') ?? '';
      const hiding = HIDING.get(`${name} ${shown}`);
      if (hiding) hidden.add(`${hiding} ${style}`);
      const hides = isHidden(name, attributes);
      open.push(hides);
      if (hides) skipped += 1;
      if (skipped > 0) return;
      if (name === 'text') isText = true;
      if (name === 'note') notes += 1;
      if (name === 'table') add(`${isText ? '' : (attributeOf(attributes, 'name') ?? '')}\n`);
      if (name === 'page') {
        if (pages > 0) text.nextPage();
        pages += 1;
      } else if (name === 'p' || name === 'h') {
        // It may be in the middle of another.
        if (paragraphs > 0) add('\n');
        paragraphs += 1;
      } else if (name === 'table-cell') cells += 1;
      else if (name === 'tab') add('\t');
      else if (name === 'line-break') add('\n');
      else if (name === 's') add(' '.repeat(Math.min(MAX_BLANKS, Number(attributeOf(attributes, 'c') ?? 1) || 1)));
    },
    text: (part) => {
      if (paragraphs > 0 && skipped === 0) add(part);
    },
    close: (name) => {
      const wasSkipped = skipped > 0;
      if (open.pop()) skipped -= 1;
      if (wasSkipped) return;
      if (name === 'p' || name === 'h') {
        paragraphs -= 1;
        add(cells > 0 ? '\t' : '\n');
      } else if (name === 'table-cell') cells -= 1;
      else if (name === 'table-row') add('\n');
      else if (name === 'note') notes -= 1;
    },
    isDone: () => text.isFull,
  };
  return { reader, hasPages: () => pages > 0, isText: () => isText };
}

/** Passes on only what is within elements of a name, and the styles before. */
function within(element: string, reader: MarkupReader): MarkupReader {
  let depth = 0;
  const isStyle = (name: string) => /^(?:style|.*-properties)$/.test(name);
  return {
    ...reader,
    open: (name, attributes) => {
      if (depth > 0 || isStyle(name)) reader.open?.(name, attributes);
      if (name === element) depth += 1;
    },
    text: (part) => {
      if (depth > 0) reader.text?.(part);
    },
    close: (name) => {
      if (name === element) depth -= 1;
      if (depth > 0 || isStyle(name)) reader.close?.(name);
    },
  };
}
