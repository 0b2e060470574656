// Takes an example of an operation from its case file, which the tests send to the service.
import { existsSync, readFileSync } from 'node:fs';

interface Exchange {
  readonly request: string;
  readonly lines: readonly string[];
}

/** The longest answer that still reads as an example, in characters. */
const LONGEST = 1500;

/** The first complete exchange of the case file of `/node.do/search` and the like, as Markdown; undefined without one. */
export function exampleOf(path: string): string | undefined {
  const file = new URL(`../../packages/service/test/cases${path}.case`, import.meta.url);
  if (!existsSync(file)) return undefined;
  const succeeded = readFileSync(file, 'utf8').trim().split(/\n\n+/).flatMap(exchangeIn);
  const isComplete = ({ lines: [first = ''] }: Exchange) => !first.includes('…') && first.length < LONGEST;
  const isTelling = ({ lines: [first = ''] }: Exchange) => first.length > 12;
  const best = succeeded.find((each) => isComplete(each) && isTelling(each)) ?? succeeded.find(isComplete);
  const chosen = best ?? succeeded[0];
  if (chosen === undefined) return undefined;
  return `\`\`\`http\n${chosen.request}\n\`\`\`\n\n${answerOf(chosen.lines)}`;
}

function exchangeIn(block: string): readonly Exchange[] {
  const [, request = '', ...rest] = block.split('\n').filter((line) => line.trim() !== '');
  const [mark, ...lines] = rest;
  // Requests with headers of their own are about those.
  return mark === '--' && request.startsWith('GET /') && lines[0]?.startsWith('200') ? [{ request, lines }] : [];
}

function answerOf([first = '', ...more]: readonly string[]): string {
  const data = first.slice(4);
  if (data === '' || data === '…') {
    const headers = more.filter((line) => /^[a-z-]+:/.test(line));
    return `\`\`\`http answer\nHTTP/1.1 200 OK\n${headers.join('\n')}\n\`\`\``;
  }
  const siblings = Object.fromEntries(
    more.filter((line) => /^[a-z]+ /.test(line)).map((line) => [line.split(' ')[0], parsed(line.replace(/^\S+ /, ''))]),
  );
  const envelope = { version: 2, status: 200, data: parsed(data), ...siblings };
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
