import { lexer, Parser, type Token, type Tokens } from 'marked';
import type { Block } from './block.ts';
import { htmlBlocks } from './html.ts';

/** Converts Markdown to blocks. Throws if the text is too deeply nested for the parser. */
export function markdownBlocks(text: string): Block[] {
  return lexer(text, { gfm: true }).flatMap((token): Block[] => {
    if (token.type === 'table') return [tableOf(token as Tokens.Table)];
    const blocks = htmlBlocks(Parser.parse([token]));
    const isTop = token.type === 'heading' && token['depth'] <= 2;
    return isTop ? [...blocks, { kind: 'rule', before: 2, indent: 0 }] : blocks;
  });
}

function tableOf({ header, rows }: Tokens.Table): Block {
  const cells = [header, ...rows].map((row) => row.map(({ tokens }) => textOf(tokens)));
  return { kind: 'table', rows: cells, before: 10, indent: 0 };
}

function textOf(tokens: Token[]): string {
  const runs = htmlBlocks(Parser.parseInline(tokens)).flatMap((block) => (block.kind === 'text' ? block.runs : []));
  return runs.map(({ text }) => text).join('');
}
