import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from './elements.ts';

/** Types of a query that the page describes; the one that elements take comes first. */
const NAMES = ['AssetQuery', 'Filter', 'DateRange', 'Sorting'];

const COMMENT = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*`;
const KEY = new RegExp(String.raw`(?:^ {2}${COMMENT})?^ {2}readonly (\w+)(\?)?: ([^;]+);`, 'gm');

/** Makes a section for each type of a query: what it is, and its keys. Throws if a type or a comment is missing. */
export function queryKeys(root: string): string {
  const source = readFileSync(join(root, 'packages/components/src/assets/asset-query.ts'), 'utf8');
  return NAMES.map((name) => {
    const declared = new RegExp(String.raw`^${COMMENT}export interface ${name} \{\n([\s\S]*?)^\}`, 'm').exec(source);
    if (!declared) throw new Error(`asset-query.ts has no interface ${name} with a comment`);
    const [, comment = '', body = ''] = declared;
    const rows = [...body.matchAll(KEY)].map(([, text = '', key = '', mark = '', type = '']) => {
      if (text === '') throw new Error(`asset-query.ts: ${name}.${key} has no comment`);
      const linked = NAMES.find((other) => new RegExp(String.raw`\b${other}\b`).test(type));
      const typed = `\`${key}${mark}: ${type}\``;
      return `- ${linked ? `[${typed}](#${linked.toLowerCase()})` : typed}: ${textOf(text)}`;
    });
    return [`## ${name}`, textOf(comment), rows.join('\n')].join('\n\n');
  }).join('\n\n');
}
