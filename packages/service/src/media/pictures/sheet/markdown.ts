import { lexer, type Token, type Tokens } from 'marked';
import type { Block, Run } from './block.ts';
import type { Style } from './fonts.ts';

/** Font size of the text in points, as are the headings and indents below. */
const BODY = 10.5;
const HEADINGS = [22, 17, 14, 12, 11, 10.5];
const LIST_INDENT = 20;
const QUOTE_INDENT = 4;
/** Maximum nesting depth. Deeper content is left out, because it is unreadable in a small picture. */
const MOST_LEVELS = 6;

/** Converts Markdown to blocks. Throws if the text is too deeply nested for the parser. */
export function markdownBlocks(text: string): Block[] {
  return blocksOf(lexer(text, { gfm: true }), { indent: 0, level: 0 });
}

interface Place {
  readonly indent: number;
  readonly level: number;
  readonly isQuote?: boolean;
}

function blocksOf(tokens: readonly Token[], place: Place): Block[] {
  return place.level > MOST_LEVELS ? [] : tokens.flatMap((token) => blockOf(token as Tokens.Generic, place));
}

function blockOf(token: Tokens.Generic, place: Place): Block[] {
  const { indent } = place;
  switch (token.type) {
    case 'heading': {
      const size = HEADINGS[token['depth'] - 1] ?? BODY;
      const isTop = token['depth'] <= 2;
      const runs = runsOf(token.tokens, { isBold: true });
      const heading: Block = { kind: 'text', runs, size, before: size * 0.9, indent };
      return isTop ? [heading, { kind: 'rule', before: 2, indent }] : [heading];
    }
    case 'paragraph':
    case 'text':
      return [paragraph(token.tokens ? runsOf(token.tokens, {}) : [{ text: plain(token.raw) }], place)];
    case 'html': {
      const text = plain(token.raw.replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, '')).trim();
      return text === '' ? [] : [paragraph([{ text }], place)];
    }
    case 'code':
      return [
        { kind: 'text', runs: [{ text: token['text'], isMono: true }], size: 8.5, look: 'code', before: 9, indent },
      ];
    case 'blockquote':
      return blocksOf(token.tokens ?? [], { indent: indent + QUOTE_INDENT, level: place.level + 1, isQuote: true });
    case 'list':
      return listBlocks(token as Tokens.List, place);
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = [header, ...rows].map((row) => row.map((cell) => textOf(cell.tokens)));
      return [{ kind: 'table', rows: cells, before: 10, indent }];
    }
    case 'hr':
      return [{ kind: 'rule', before: 12, indent }];
    default:
      return [];
  }
}

function listBlocks({ items, ordered, start }: Tokens.List, place: Place): Block[] {
  return items.flatMap((item, n) => {
    const inside = { ...place, indent: place.indent + LIST_INDENT, level: place.level + 1 };
    const [first, ...rest] = blocksOf(item.tokens, inside);
    if (first === undefined) return [];
    const number = `${Number(start || 1) + n}.`;
    const marker = item.task ? (item.checked ? '☑' : '☐') : ordered ? number : '•';
    const marked: Block = first.kind === 'text' && first.marker === undefined ? { ...first, marker } : first;
    return [{ ...marked, before: n === 0 ? 6 : 3 }, ...rest];
  });
}

function paragraph(runs: readonly Run[], { indent, isQuote }: Place): Block {
  return { kind: 'text', runs, size: BODY, before: 7, indent, ...(isQuote ? { look: 'quote' } : {}) };
}

function runsOf(tokens: readonly Token[] | undefined, style: Style & Pick<Run, 'look'>, level = 0): Run[] {
  if (level > MOST_LEVELS) return [];
  return (tokens ?? []).flatMap((each): Run[] => {
    const token = each as Tokens.Generic;
    const inside = (more: Style & Pick<Run, 'look'>) => runsOf(token.tokens, { ...style, ...more }, level + 1);
    switch (token.type) {
      case 'strong':
        return inside({ isBold: true });
      case 'em':
        return inside({ isItalic: true });
      case 'del':
        return inside({ look: 'struck' });
      case 'link':
        return inside({ look: 'link' });
      case 'image':
        return [{ ...style, text: plain(token['text']) || 'image', isItalic: true, look: 'faint' }];
      case 'codespan':
        return [{ ...style, text: plain(token['text']), isMono: true, look: 'code' }];
      case 'br':
        return [{ ...style, text: '\n' }];
      case 'html':
        return /^<br\b/i.test(token.raw) ? [{ ...style, text: '\n' }] : [];
      default:
        if (token.tokens) return inside({});
        // A line end within a paragraph becomes a blank.
        return [{ ...style, text: plain(token.raw).replaceAll(/\s*\n\s*/g, ' ') }];
    }
  });
}

function textOf(tokens: readonly Token[]): string {
  return runsOf(tokens, {})
    .map(({ text }) => text)
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  mdash: '—',
  ndash: '–',
  hellip: '…',
};

function plain(text: string): string {
  return text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&(\w{2,8});/g, (whole, name: string) =>
      Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole,
    )
    .replaceAll(/&#(\d{1,7});/g, (whole, code: string) =>
      Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole,
    );
}
