// Shows an example of an operation, which its case file has.
import type { Case } from '../../packages/service/test/support/case-files.ts';
import { bestCase, siblingsOf } from '../case-examples.ts';

/** The best exchange of the case file of `/node.do/search` and the like, as Markdown; undefined without one. */
export function exampleOf(path: string): string | undefined {
  const chosen = bestCase(path);
  return chosen && `\`\`\`http\nGET ${chosen.path}\n\`\`\`\n\n${answerOf(chosen)}`;
}

function answerOf(chosen: Case): string {
  const { expected, headers } = chosen;
  if (expected === '' || expected === '…') {
    const lines = headers.map(([name, value]) => `${name}: ${value}`);
    return `\`\`\`http answer\nHTTP/1.1 200 OK\n${lines.join('\n')}\n\`\`\``;
  }
  const envelope = { version: 2, status: 200, data: parsed(expected), ...siblingsOf(chosen) };
  return `\`\`\`json answer\n${compact(envelope)}\n\`\`\``;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** JSON with a line for each member of the envelope and each entry of a list. */
function compact(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length < 100 ? text : JSON.stringify(value, undefined, 2);
}
