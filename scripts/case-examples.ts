// Takes examples for the OpenAPI documents from the case files, which the tests send to the service.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { OperationExample } from '../packages/service/src/api/openapi/examples.ts';
import { ERRORS } from '../packages/service/src/domain/errors.ts';

const CASES = new URL('../packages/service/test/cases/', import.meta.url);

/** The longest answer that still reads as an example, in characters. */
const LONGEST = 1500;

/** The examples of each operation, by its path such as `/node.do/search`. */
export function caseExamples(): ReadonlyMap<string, OperationExample> {
  return new Map(
    globSync('*/*.case', { cwd: CASES })
      .toSorted()
      .map((file) => [`/${file.replace('.case', '').replaceAll('\\', '/')}`, exampleIn(new URL(file, CASES))]),
  );
}

function exampleIn(file: URL): OperationExample {
  const all = readFileSync(file, 'utf8').trim().split(/\n\n+/).flatMap(readCase);
  const cases = all.filter(({ status }) => status === 200);
  const given = new Map<string, string>();
  for (const { query } of cases) keepNew(given, [...new URLSearchParams(query)]);
  // The sample has no asset for some operations; the name of the operation is its first parameter.
  const name = basename(file.pathname, '.case');
  for (const { query } of all) keepNew(given, [[name, new URLSearchParams(query).get(name) ?? '']]);
  const failures = [...new Map(all.flatMap(failureOf).map((failure) => [failure.code, failure])).values()];
  const telling = cases.find(({ told }) => told.length > 8 && told.length < LONGEST && !told.includes('…'));
  if (!telling) return { given, failures };
  const { told, siblings } = telling;
  return { given, failures, envelope: { version: 2, status: 200, data: JSON.parse(told), ...siblings } };
}

function keepNew(given: Map<string, string>, query: readonly (readonly [string, string])[]): void {
  for (const [name, value] of query) if (!given.has(name) && value !== '') given.set(name, value);
}

interface Case {
  readonly query: string;
  readonly status: number;
  /** `data`, or the message of a failure. */
  readonly told: string;
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** A request to the main base address without headers of its own, else nothing. */
function readCase(block: string): readonly Case[] {
  const [, request = '', mark, result = '', ...more] = block.split('\n').filter((line) => line.trim() !== '');
  const query = /^GET \/[a-z]+\.do\?(.*)$/.exec(request)?.[1];
  if (query === undefined || mark !== '--' || /[?&]callback=/.test(request)) return [];
  const siblings = more
    .filter((line) => /^[a-z]+ /.test(line))
    .map((line) => [line.split(' ', 1)[0] ?? '', JSON.parse(line.replace(/^\S+ /, ''))] as const);
  return [{ query, status: Number(result.slice(0, 3)), told: result.slice(4), siblings: Object.fromEntries(siblings) }];
}

/** The failure that a case expects, if the case says its code or its sentence can have only one. */
function failureOf({ status, told, siblings }: Case): OperationExample['failures'] {
  if (status < 400) return [];
  const code = String(siblings['code'] ?? guessed(status, told));
  return code in ERRORS ? [{ status, data: siblings['data'] ?? null, message: told, code }] : [];
}

/** The code of a sentence that no other code has; empty if it could be several. */
function guessed(status: number, message: string): string {
  if (status === 400) return / is not (?:an?|one of) /.test(message) ? 'parameter_invalid' : '';
  if (/ asset \d+ does not exist$/.test(message)) return 'asset_not_found';
  if (/ node \d+ does not exist$/.test(message)) return 'node_not_found';
  return '';
}
