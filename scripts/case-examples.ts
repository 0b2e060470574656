// Takes examples for the documentation from the case files, which the tests send to the service.
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { type Case, readCases } from '../packages/service/test/support/case-files.ts';
import type { OperationExample } from './openapi/examples.ts';

const CASES = new URL('../packages/service/test/cases/', import.meta.url);

/** The longest answer that still reads as an example, in characters. */
const LONGEST = 1500;

/** The examples of each operation, by its path such as `/node.do/search`. */
export function caseExamples(): ReadonlyMap<string, OperationExample> {
  return new Map(
    globSync('*/*.case', { cwd: CASES })
      .toSorted()
      .map((file) => `/${file.replace('.case', '').replaceAll('\\', '/')}`)
      .map((path) => [path, exampleIn(path)]),
  );
}

/**
 * The exchange that shows best what the operation of a path such as `/node.do/search` answers: the one that its case
 * file marks, else the first that is complete and says something; undefined without any.
 */
export function bestCase(path: string): Case | undefined {
  const answered = plainCases(path).filter(({ status }) => status === 200);
  const isComplete = ({ expected }: Case) => !expected.includes('…') && expected.length < LONGEST;
  return (
    answered.find(({ title }) => title.startsWith('example: ')) ??
    answered.find((each) => isComplete(each) && each.expected.length > 8) ??
    answered.find(isComplete) ??
    answered[0]
  );
}

/** What stands beside `data` in the answer of a case. */
export function siblingsOf({ siblings }: Case): Readonly<Record<string, unknown>> {
  return Object.fromEntries(siblings.map(([name, text]) => [name, JSON.parse(text)]));
}

/** Requests to the main base address without headers of their own, which are about those. */
function plainCases(path: string): readonly Case[] {
  const file = new URL(`.${path}.case`, CASES);
  if (!existsSync(file)) return [];
  return readCases(file).filter(
    ({ method, path, requestHeaders }) =>
      method === 'GET' &&
      /^\/[a-z]+\.do\?/.test(path) &&
      !/[?&]callback=/.test(path) &&
      Object.keys(requestHeaders).length === 0,
  );
}

function exampleIn(path: string): OperationExample {
  const all = plainCases(path);
  const given = new Map<string, string>();
  for (const each of all.filter(({ status }) => status === 200)) keepNew(given, [...queryOf(each)]);
  // The sample has no asset for some operations; the name of the operation is its first parameter.
  const name = basename(path);
  for (const each of all) keepNew(given, [[name, queryOf(each).get(name) ?? '']]);
  const failures = [...new Map(all.flatMap(failureOf).map((failure) => [failure.code, failure])).values()];
  const best = bestCase(path);
  if (!best || best.expected.length <= 8 || best.expected.includes('…')) return { given, failures };
  const envelope = { version: 2, status: 200, data: JSON.parse(best.expected), ...siblingsOf(best) };
  return { given, failures, envelope };
}

function queryOf({ path }: Case): URLSearchParams {
  return new URLSearchParams(path.replace(/^[^?]*/, ''));
}

function keepNew(given: Map<string, string>, query: readonly (readonly [string, string])[]): void {
  for (const [name, value] of query) if (!given.has(name) && value !== '') given.set(name, value);
}

/** The failure that a case expects, if the case says its code. */
function failureOf(each: Case): OperationExample['failures'] {
  const { data = null, code } = siblingsOf(each);
  if (each.status < 400 || code === undefined) return [];
  return [{ status: each.status, data, message: each.expected, code: String(code) }];
}
