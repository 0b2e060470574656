/** Sends the requests of case files, and compares the answers. */
import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { ERRORS, type ErrorCode } from '../../../core/src/domain/errors.ts';
import { COMMON_ERRORS, FILE_ERRORS, type Operation } from '../../src/api/operation.ts';
import { parseQuery } from '../../src/api/query.ts';
import { isEndpoint, selectOperation } from '../../src/api/select.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';
import { assertDocumented } from '../openapi/documented.ts';
import type { Case } from './case-files.ts';
import { fetchUntilReady } from './fetch-until-ready.ts';

const STATUS_OF: ReadonlyMap<string, number> = new Map(Object.entries(ERRORS));

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

/** Sends the request of a case to a running service, and compares the answer. */
export async function checkCase(url: string, expected: Case): Promise<void> {
  const { method, path, requestHeaders, status, siblings, headers } = expected;
  // Only tiles are made within less time than a slow machine may need.
  const ask = /[?&]tiles?=/.test(path) ? fetchUntilReady : fetch;
  const response = await ask(url + path, { method, headers: requestHeaders });
  const text = await response.text();
  const operation = operationOf(path);
  assertHeadersDeclared(response, operation);
  if (method === 'GET') assertDocumented(path, { status: response.status, headers: response.headers, text });
  assert.equal(response.status, status, text.slice(0, 400));
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  for (const [name, value] of headers) assert.equal(response.headers.get(name) ?? '(none)', value, name);
  if (!isJson(response) || text === '') return;

  const envelope = JSON.parse(text) as Record<string, unknown>;
  assert.equal(envelope['status'], status);
  if (status >= 400) {
    assert.deepEqual(Object.keys(envelope), ['version', 'status', 'data', 'message', 'code']);
    assert.equal(envelope['message'], expected.expected);
    assert.equal(STATUS_OF.get(String(envelope['code'])), status, 'the code is one of this status');
    assertErrorDeclared(String(envelope['code']), operation);
  } else if (expected.expected !== '…') {
    assertMatches(envelope['data'], JSON.parse(expected.expected), 'data');
  }
  for (const [key, value] of siblings) assert.deepEqual(envelope[key], JSON.parse(value), key);
  if (status >= 400 || !operation) return;
  assert.ok(operation.result && Check(operation.result, envelope['data']), `data has another shape: ${text}`);
  const { version, status: _, data, ...beside } = envelope;
  for (const [name, value] of Object.entries(beside)) {
    const schema: TSchema | undefined = operation.kind === 'json' ? operation.beside?.[name as 'total'] : undefined;
    assert.ok(schema && Check(schema, value), `${name} is declared beside data, and has its shape`);
  }
}

/** The operation that answers a request; undefined if it names none, or no endpoint. */
function operationOf(path: string): Operation | undefined {
  const [, endpoint = '', query = ''] = /([^/?]*)(?:\?(.*))?$/.exec(path) ?? [];
  if (!isEndpoint(endpoint)) return undefined;
  try {
    return selectOperation(OPERATION_LIST, endpoint, parseQuery(query));
  } catch {
    return undefined;
  }
}

function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/javascript') ?? false;
}

function assertErrorDeclared(code: string, operation: Operation | undefined): void {
  const own: readonly string[] = operation?.errors ?? [];
  const ofFiles = operation?.kind === 'file' && FILE_ERRORS.has(code as ErrorCode);
  assert.ok(COMMON_ERRORS.has(code as ErrorCode) || ofFiles || own.includes(code), `${code} is declared`);
}

/** Headers of every response, of every response with a file, and of every refusal. */
const HEADERS = {
  common: [
    ...['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'connection'],
    ...['content-length', 'content-type', 'date', 'etag', 'keep-alive', 'transfer-encoding', 'vary'],
    'x-content-type-options',
  ],
  json: ['content-encoding'],
  file: ['accept-ranges', 'content-disposition', 'content-range', 'content-security-policy', 'x-accel-buffering'],
  refusal: ['access-control-allow-methods', 'access-control-allow-headers', 'allow', 'retry-after', 'www-authenticate'],
};

function assertHeadersDeclared(response: Response, operation: Operation | undefined): void {
  const { status, headers } = response;
  const isFile = operation?.kind === 'file' && status < 400 && !isJson(response);
  const declared = [
    ...HEADERS.common,
    ...(isFile ? HEADERS.file : HEADERS.json),
    ...(status >= 400 ? [...HEADERS.refusal, 'content-range'] : Object.keys(operation?.headers ?? {})),
    ...(operation?.kind === 'json' && operation.beside?.total ? ['x-total-count'] : []),
  ];
  for (const name of headers.keys()) assert.ok(declared.includes(name), `the header ${name} is declared`);
  const mediaType = headers.get('content-type')?.split(';')[0];
  if (!isFile || mediaType === undefined) return;
  const fits = (pattern: string) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(mediaType);
  assert.ok(operation.mediaTypes.some(fits), `the media type ${mediaType} is declared`);
}
