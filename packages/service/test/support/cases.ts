/**
 * Golden requests and replies. A case is a title, a request, `--`, and what must come:
 *
 *   # a title that is true when the case passes
 *   GET /node.do?suggest=ap
 *   Range: bytes=0-1                       (request headers, if any)
 *   --
 *   200 ["Applewood"]                      (status, then `data`, or the message of a failure)
 *   total 1                                (a sibling of `data`, if any; of a failure `code "…"`)
 *   x-pages: 1                             (headers of the answer, if any)
 *
 * `…` as the expected data leaves it unchecked; in an object it stands for further keys. Data of 200 fits the operation's shape.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Check } from 'typebox/value';
import { parseQuery } from '../../src/api/query.ts';
import { OPERATIONS } from '../../src/api/registry.ts';
import { isEndpoint, selectOperation } from '../../src/api/select.ts';
import { ERRORS } from '../../src/domain/errors.ts';

const STATUS_OF: ReadonlyMap<string, number> = new Map(Object.entries(ERRORS));

export interface Case {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly status: number;
  readonly expected: string;
  readonly siblings: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
}

/** The cases of a file. */
export function readCases(file: URL): readonly Case[] {
  return readFileSync(file, 'utf8').trim().split(/\n\n+/).map(readCase);
}

function readCase(block: string): Case {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  const [title = '', request = '', ...rest] = lines;
  const line = rest.indexOf('--');
  assert.ok(title.startsWith('# ') && line >= 0, `not a case:\n${block}`);
  const [method = '', path = ''] = request.split(' ');
  const [result = '', ...more] = rest.slice(line + 1);
  const isHeader = (each: string) => /^[a-z-]+:/.test(each);
  return {
    title: title.slice(2),
    method,
    path,
    requestHeaders: Object.fromEntries(rest.slice(0, line).map((each) => splitAt(each, ':'))),
    status: Number(result.slice(0, 3)),
    expected: result.slice(4),
    siblings: more.filter((each) => !isHeader(each)).map((each) => splitAt(each, ' ')),
    headers: more.filter(isHeader).map((each) => splitAt(each, ':')),
  };
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const place = text.indexOf(mark);
  return [text.slice(0, place), text.slice(place + 1).trim()];
}

/** `"…": 0` in an expected object allows further keys. */
function assertMatches(actual: unknown, expected: unknown, where: string): void {
  if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) {
    assert.deepEqual(actual, expected, where);
    return;
  }
  const isOpen = '…' in expected;
  const wanted = Object.entries(expected).filter(([key]) => key !== '…');
  if (!isOpen) assert.deepEqual(Object.keys(actual).sort(), wanted.map(([key]) => key).sort(), `keys of ${where}`);
  for (const [key, value] of wanted) assertMatches((actual as Record<string, unknown>)[key], value, `${where}.${key}`);
}

/** Asks a running service, and compares. */
export async function checkCase(url: string, expected: Case): Promise<void> {
  const { method, path, requestHeaders, status, siblings, headers } = expected;
  const response = await fetch(url + path, { method, headers: requestHeaders });
  const text = await response.text();
  assert.equal(response.status, status, text.slice(0, 400));
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  for (const [name, value] of headers) assert.equal(response.headers.get(name) ?? '(none)', value, name);
  if (!response.headers.get('content-type')?.startsWith('application/javascript') || text === '') return;

  const envelope = JSON.parse(text) as Record<string, unknown>;
  assert.equal(envelope['status'], status);
  if (status >= 400) {
    assert.deepEqual(Object.keys(envelope), ['version', 'status', 'data', 'message', 'code']);
    assert.equal(envelope['message'], expected.expected);
    assert.equal(STATUS_OF.get(String(envelope['code'])), status, 'the code is one of this status');
  } else if (expected.expected !== '…') {
    assertMatches(envelope['data'], JSON.parse(expected.expected), 'data');
  }
  for (const [key, value] of siblings) assert.deepEqual(envelope[key], JSON.parse(value), key);
  if (status >= 400) return;
  const [, endpoint = '', query = ''] = /([^/?]*)(?:\?(.*))?$/.exec(path) ?? [];
  const operation = isEndpoint(endpoint) && selectOperation(OPERATIONS, endpoint, parseQuery(query));
  if (operation && operation.kind === 'json')
    assert.ok(Check(operation.result, envelope['data']), `data has another shape: ${text}`);
}
