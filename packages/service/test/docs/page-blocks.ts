/** The fenced blocks of a page. The words behind the three backquotes say what a test does with a block. */
import { readFileSync } from 'node:fs';
import type { Printed } from './terminal.ts';

const patternOf = (text: string): string => text.split('…').map(RegExp.escape).join('[\\s\\S]*');

/**
 * - `sh`: runs, and must succeed. `sh server` runs until the next one, and has to listen; `sh background` runs to the end.
 * - `json answer`, `text answer`: what the block before has to print. `…` stands for anything, in an object for more keys,
 *   in a text for a part of it.
 * - `json settings`: a configuration file.
 */
export interface Block {
  readonly language: string;
  /** The second word; '' without one. */
  readonly use: string;
  readonly text: string;
}

/** A page with what has to be done before it, which its first comment names: `<!-- after: start/own-bundle.md -->`. */
export interface ExecutablePage {
  readonly path: string;
  readonly after: string | undefined;
  readonly blocks: readonly Block[];
}

export function readExecutable(path: string): ExecutablePage {
  const text = readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)?(?: (.*))?\n([\s\S]*?)^```$/gm)];
  return {
    path,
    after: /^<!-- after: (\S+) -->/.exec(text)?.[1],
    blocks: blocks.map(([, language = '', use = '', text = '']) => ({ language, use, text })),
  };
}

/** Compares an answer with the expected one. Returns what is wrong; undefined if nothing is. */
export function faultIn({ stdout, stderr }: Printed, { language, text }: Block): string | undefined {
  if (language === 'json') {
    // A block may print something before its last answer.
    const answer = stdout.trim().split('\n').at(-1) ?? '';
    return differs(parsed(answer), JSON.parse(text), 'answer');
  }
  const output = stdout + stderr;
  return new RegExp(patternOf(text.trim())).test(output) ? undefined : `${JSON.stringify(output)} does not match`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function differs(actual: unknown, expected: unknown, where: string): string | undefined {
  if (expected === '…') return actual === undefined ? `${where} is missing` : undefined;
  if (typeof expected === 'string' && expected.includes('…') && typeof actual === 'string')
    return new RegExp(`^${patternOf(expected)}$`).test(actual) ? undefined : `${where} is ${JSON.stringify(actual)}`;
  if (typeof expected !== 'object' || expected === null)
    return actual === expected ? undefined : `${where} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
  if (typeof actual !== 'object' || actual === null) return `${where} is ${JSON.stringify(actual)}`;
  const wanted = Object.entries(expected).filter(([key]) => key !== '…');
  const more = '…' in expected ? [] : Object.keys(actual).filter((key) => !Object.hasOwn(expected, key));
  if (more.length > 0) return `${where} has ${more.join(', ')}, too`;
  return wanted
    .map(([key, value]) => differs((actual as Record<string, unknown>)[key], value, `${where}.${key}`))
    .find((fault) => fault !== undefined);
}
