import { Parser } from 'htmlparser2';
import type { Block, Run } from './block.ts';

/** Font size of the text in points, as are the headings and indents below. */
const BODY = 10.5;
const HEADINGS: Readonly<Record<string, number>> = { h1: 22, h2: 17, h3: 14, h4: 12, h5: 11, h6: BODY };
const INDENT = 20;
/** Maximum indentation level; deeper content is not indented further. */
const MOST_INDENTS = 6;
/** Maximum nesting depth; deeper content is left out. */
const MOST_LEVELS = 200;
/** More blocks than a sheet can show. */
const MOST_BLOCKS = 400;
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
  const isIn = (...names: string[]) => names.some((name) => open.includes(name));

  function endBlock(): void {
    const ended = isIn('pre') ? runs : withoutBlanksAround(runs);
    runs = [];
    if (ended.every(({ text }) => text.trim() === '') || blocks.length >= MOST_BLOCKS) return;
    const heading = open.findLast((name) => Object.hasOwn(HEADINGS, name));
    const depth = open.filter((name) => ['ul', 'ol', 'blockquote', 'dd'].includes(name)).length;
    const size = isIn('title') ? 9 : (HEADINGS[heading ?? ''] ?? BODY);
    blocks.push({
      kind: 'text',
      runs: ended,
      size: isIn('pre') ? 8.5 : size,
      before: heading === undefined ? (marker === undefined ? 7 : 3) : size * 0.9,
      indent: Math.min(depth, MOST_INDENTS) * INDENT,
      ...(marker === undefined ? {} : { marker }),
      ...(isIn('pre') ? { look: 'code' as const } : {}),
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
      ...(isIn('title') ? { look: 'faint' as const } : isIn('a') ? { look: 'link' as const } : {}),
    });
  }

  const parser = new Parser({
    onopentag(name, { alt }) {
      if (open.length === MOST_LEVELS) {
        leftOut += 1;
        return;
      }
      if (!INLINE.has(name)) endBlock();
      open.push(name);
      if (name === 'br') runs.push({ text: '\n' });
      else if (name === 'img') say(alt ?? '');
      else if (name === 'td' || name === 'th') say(' ');
      else if (name === 'li') marker = '•';
      else if (name === 'hr') blocks.push({ kind: 'rule', before: 10, indent: 0 });
    },
    ontext: say,
    onclosetag(name) {
      if (leftOut > 0) {
        leftOut -= 1;
        return;
      }
      if (!INLINE.has(name)) endBlock();
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
