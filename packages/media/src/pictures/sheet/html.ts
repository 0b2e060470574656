import { Parser } from 'htmlparser2';
import type { Block, Run } from './block.ts';

/** Font size of the text in points, as are the headings and indents below. */
const BODY = 10.5;
const HEADINGS: Readonly<Record<string, number>> = { h1: 22, h2: 17, h3: 14, h4: 12, h5: 11, h6: BODY };
const INDENT = 20;
/** A quotation has a bar, so it needs less. */
const QUOTE_INDENT = 4;
/** Maximum indentation level; deeper content is not indented further. */
const MAX_INDENTS = 6;
/** Maximum nesting depth; deeper content is left out. */
const MAX_LEVELS = 200;
/** More blocks than a sheet can show. */
const MAX_BLOCKS = 400;
/** Elements whose content visitors of a page don't read. */
const UNREAD = new Set(['script', 'style', 'template', 'noscript', 'svg', 'iframe', 'object', 'select', 'textarea']);
/** Elements that continue the current line; all others start a new one. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark nobr output q rp rt ruby s
   br samp small span strike strong sub sup td th time tt u var wbr`.split(/\s+/),
);

/** Converts the text of an HTML page to blocks, without its styling. Loads nothing that the page refers to. */
export function htmlBlocks(html: string): Block[] {
  const blocks: Block[] = [];
  const open: string[] = [];
  let leftOut = 0;
  let runs: Run[] = [];
  let marker: string | undefined;
  /** Items so far of each open list. */
  const items: number[] = [];
  const isIn = (...names: string[]) => names.some((name) => open.includes(name));

  function endBlock(): void {
    const isPre = isIn('pre');
    const ended = isPre ? asOne(runs) : withoutBlanksAround(runs);
    runs = [];
    if (ended.every(({ text }) => text.trim() === '') || blocks.length >= MAX_BLOCKS) return;
    const heading = open.findLast((name) => Object.hasOwn(HEADINGS, name));
    const count = (...names: string[]) => Math.min(MAX_INDENTS, open.filter((name) => names.includes(name)).length);
    const size = isIn('title') ? 9 : (HEADINGS[heading ?? ''] ?? BODY);
    blocks.push({
      kind: 'text',
      runs: ended,
      size: isPre ? 8.5 : size,
      before: heading === undefined ? (marker === undefined ? 7 : 3) : size * 0.9,
      indent: count('ul', 'ol', 'dd') * INDENT + count('blockquote') * QUOTE_INDENT,
      ...(marker === undefined ? {} : { marker }),
      ...(isPre ? { look: 'code' as const } : isIn('blockquote') ? { look: 'quote' as const } : {}),
    });
    marker = undefined;
  }

  function say(text: string): void {
    if (text === '' || leftOut > 0 || isIn(...UNREAD)) return;
    const isHeading = Object.keys(HEADINGS).some((name) => open.includes(name));
    const isPre = isIn('pre');
    // Collapses blanks, because a page has invisible ones between the rows and cells of its source.
    const words = isPre ? text : text.replaceAll(/\s+/g, ' ');
    const before = runs.at(-1)?.text ?? ' ';
    const shown = !isPre && /\s$/.test(before) ? words.trimStart() : words;
    if (shown === '') return;
    runs.push({
      text: shown,
      isMono: isPre || isIn('code', 'kbd', 'samp', 'tt'),
      isBold: isHeading || isIn('b', 'strong', 'th', 'dt'),
      isItalic: isIn('i', 'em', 'cite', 'var'),
      ...lookOf(isIn),
    });
  }

  const parser = new Parser({
    onopentag(name, { alt, start, type, checked }) {
      if (open.length === MAX_LEVELS) {
        leftOut += 1;
        return;
      }
      if (!INLINE.has(name)) endBlock();
      open.push(name);
      if (name === 'br') runs.push({ text: '\n' });
      else if (name === 'img') say(alt ?? '');
      else if (name === 'td' || name === 'th') say(' ');
      else if (name === 'ul' || name === 'ol') items.push(Number.parseInt(start ?? '1', 10) - 1 || 0);
      else if (name === 'li') marker = markerOf(open, items);
      else if (type === 'checkbox') marker = checked === undefined ? '☐' : '☑';
      else if (name === 'hr') blocks.push({ kind: 'rule', before: 10, indent: 0 });
    },
    ontext: say,
    onclosetag(name) {
      if (leftOut > 0) {
        leftOut -= 1;
        return;
      }
      if (!INLINE.has(name)) endBlock();
      if (name === 'ul' || name === 'ol') items.pop();
      // The parser balances tags, however many a page leaves open or closes too often.
      open.pop();
    },
    onend: endBlock,
  });
  parser.end(html);
  return blocks;
}

function withoutBlanksAround(runs: readonly Run[]): readonly Run[] {
  const [first, ...rest] = runs;
  const trimmed = first ? [{ ...first, text: first.text.trimStart() }, ...rest] : [];
  const last = trimmed.pop();
  return last ? [...trimmed, { ...last, text: last.text.trimEnd() }] : [];
}

/** Joins the runs of preformatted text, which keeps its blanks. */
function asOne(runs: readonly Run[]): readonly Run[] {
  return [
    {
      text: runs
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
      isMono: true,
    },
  ];
}

function lookOf(isIn: (...names: string[]) => boolean): Pick<Run, 'look'> {
  if (isIn('title')) return { look: 'faint' };
  if (isIn('a')) return { look: 'link' };
  if (isIn('del', 's', 'strike')) return { look: 'struck' };
  return isIn('code') && !isIn('pre') ? { look: 'code' } : {};
}

/** Returns the bullet or number of the next item of the innermost list, and counts the item. */
function markerOf(open: readonly string[], items: number[]): string {
  const number = (items.pop() ?? 0) + 1;
  items.push(number);
  return open.findLast((name) => name === 'ul' || name === 'ol') === 'ol' ? `${number}.` : '•';
}
