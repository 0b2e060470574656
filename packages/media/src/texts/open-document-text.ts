import type { ZipParts } from '../../../core/src/platform/zip-file.ts';
import { GrowingText } from './growing-text.ts';
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
  const masters: Masters = new Map();
  await readMarkup(zip.stream('styles.xml'), mastersReader(masters));
  const { reader, hasPages, end } = documentReader(text, masters);
  await readMarkup(zip.stream('content.xml'), reader);
  end();
  return hasPages();
}

/** The same of a file that is one XML document. */
export async function readFlatDocument(chunks: AsyncIterable<Uint8Array>, text: GrowingText): Promise<boolean> {
  const masters: Masters = new Map();
  const { reader, hasPages, end } = documentReader(text, masters);
  const readers = [within('master-styles', mastersReader(masters)), within('body', reader)];
  await readMarkup(chunks, {
    open: (name, attributes) => {
      for (const each of readers) each.open?.(name, attributes);
    },
    text: (part) => {
      for (const each of readers) each.text?.(part);
    },
    close: (name) => {
      for (const each of readers) each.close?.(name);
    },
    isDone: () => text.isFull,
  });
  end();
  return hasPages();
}

/** What stands on all pages of a master, such as headers and footers, by its name. */
type Masters = Map<string, string>;
/** Characters of it that are kept. */
const MAX_MASTER = 10_000;

/** Fields whose values in a master are samples. */
const SAMPLES = new Set(['page-number', 'page-count', 'sheet-name', 'file-name']);

/** Reads what stands on all pages of each master, without the places that each page fills itself. */
function mastersReader(masters: Masters): MarkupReader {
  let text = new GrowingText(MAX_MASTER);
  const { reader } = documentReader(
    { add: (part) => text.add(part), addLast: (part) => text.add(part), nextPage() {}, isFull: false },
    new Map(),
  );
  let current: string | undefined;
  let skipped = 0;
  const open: boolean[] = [];
  return {
    open: (name, attributes) => {
      if (name === 'master-page') {
        current = attributeOf(attributes, 'name') ?? '';
        text = new GrowingText(MAX_MASTER);
      }
      const skips = SAMPLES.has(name) || attributeOf(attributes, 'placeholder') === 'true';
      open.push(skips);
      if (skips) skipped += 1;
      reader.open?.(name, attributes);
    },
    text: (part) => {
      if (skipped === 0) reader.text?.(part);
    },
    close: (name) => {
      if (open.pop()) skipped -= 1;
      reader.close?.(name);
      if (name !== 'master-page' || current === undefined) return;
      masters.set(current, text.pages().join('').trim());
      current = undefined;
    },
  };
}

type Growing = Pick<GrowingText, 'add' | 'addLast' | 'nextPage' | 'isFull'>;

function documentReader(
  text: Growing,
  masters: Masters,
): {
  readonly reader: MarkupReader;
  hasPages(): boolean;
  /** Adds what stands on the pages of texts and tables. */
  end(): void;
} {
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
  /** Styles of pages that show nothing of their master. */
  const bare = new Set<string>();
  /** Names of masters by the styles of tables, and of those that a shown table has. */
  const masterOf = new Map<string, string>();
  const used = new Set<string>();
  /** What the master of the current page shows. */
  let around = '';
  /** The value of a cell, until a text says how it is shown. */
  let unwritten: string | undefined;
  const open: boolean[] = [];
  const isHidden = (name: string, attributes: Readonly<Record<string, string>>) =>
    SKIPPED.has(name) ||
    attributeOf(attributes, 'is-hidden') === 'true' ||
    (name === 'section' && attributeOf(attributes, 'display') === 'none') ||
    (/^(?:header|footer)/.test(name) && attributeOf(attributes, 'display') === 'false') ||
    (STYLED.has(name) && hidden.has(`${STYLED.get(name)} ${attributeOf(attributes, 'style-name') ?? ''}`));
  const reader: MarkupReader = {
    open: (name, attributes) => {
      if (name === 'style') {
        style = attributeOf(attributes, 'name') ?? '';
        masterOf.set(style, attributeOf(attributes, 'master-page-name') ?? '');
      }
      if (name === 'drawing-page-properties' && attributeOf(attributes, 'background-objects-visible') === 'false')
        bare.add(style);
      const shown = attributeOf(attributes, 'display') ?? attributeOf(attributes, 'visibility') ?? '';
      const hiding = HIDING.get(`${name} ${shown}`);
      if (hiding) hidden.add(`${hiding} ${style}`);
      const hides = isHidden(name, attributes);
      open.push(hides);
      if (hides) skipped += 1;
      if (skipped > 0) return;
      if (name === 'text') isText = true;
      if (name === 'note') notes += 1;
      const ofStyle = attributeOf(attributes, 'style-name') ?? '';
      if (name === 'table' && !isText) used.add(masterOf.get(ofStyle) ?? '');
      if (name === 'table') add(`${isText ? '' : (attributeOf(attributes, 'name') ?? '')}\n`);
      if (name === 'page') {
        if (pages > 0) text.nextPage();
        pages += 1;
        around = bare.has(ofStyle) ? '' : (masters.get(attributeOf(attributes, 'master-page-name') ?? '') ?? '');
      } else if (name === 'p' || name === 'h') {
        // It may be in the middle of another.
        if (paragraphs > 0) add('\n');
        paragraphs += 1;
        unwritten = undefined;
      } else if (name === 'table-cell') {
        cells += 1;
        unwritten = attributeOf(attributes, 'date-value') ?? attributeOf(attributes, 'value');
      }
      if (name === 'tab') add('\t');
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
      } else if (name === 'table-cell') {
        cells -= 1;
        if (unwritten !== undefined) add(`${unwritten}\t`);
        unwritten = undefined;
      } else if (name === 'page') text.add(`\n${around}`);
      else if (name === 'table-row') add('\n');
      else if (name === 'note') notes -= 1;
    },
    isDone: () => text.isFull,
  };
  const end = () => {
    for (const [name, master] of pages > 0 ? [] : masters) if (isText || used.has(name)) text.add(`\n${master}\n`);
  };
  return { reader, hasPages: () => pages > 0, end };
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
