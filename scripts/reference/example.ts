// Shows an example of an operation, which its case file has.
import type { Case } from '../../packages/service/test/support/case-files.ts';
import { bestCase, siblingsOf } from '../case-examples.ts';

/** The best exchange of the case file of `/node.do/search` and the like, as Markdown; undefined without one. */
export function exampleOf(path: string): string | undefined {
  const chosen = bestCase(path);
  return chosen && `\`\`\`http\nGET ${chosen.path}\n\`\`\`${answerOf(chosen)}`;
}

function answerOf(chosen: Case): string {
  const { expected, headers } = chosen;
  if (expected === '' || expected === '…') {
    if (headers.length === 0) return '';
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    return `\n\n\`\`\`http answer\nHTTP/1.1 200 OK\n${lines.join('\n')}\n\`\`\``;
  }
  const envelope = { version: 2, status: 200, data: parsed(expected), ...siblingsOf(chosen) };
  return `\n\n\`\`\`json answer\n${compact(envelope)}\n\`\`\``;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Items of a list that an example shows. */
const SHOWN_ITEMS = 2;

/** JSON in lines of at most 100 characters, where what it holds allows that. `"…"` stands for further items. */
function compact(value: unknown, indent = ''): string {
  const text = JSON.stringify(value);
  if (text.length + indent.length < 100 || typeof value !== 'object' || value === null) return text;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? [...value.slice(0, SHOWN_ITEMS), ...(value.length > SHOWN_ITEMS ? ['…'] : [])].map((item) => compact(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${compact(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}
