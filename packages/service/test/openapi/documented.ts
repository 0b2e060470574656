/** Compares answers with what both OpenAPI documents say of them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parseQuery } from '../../src/api/query.ts';
import { isEndpoint, selectOperation } from '../../src/api/select.ts';
import { OPERATION_LIST } from '../../src/app/registry.ts';

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Described {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly responses: Readonly<Record<string, Described>> } }>
  >;
}

const read = (name: string): Description =>
  JSON.parse(readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8'));

/** Both documents by their names. */
const DOCUMENTED = { 'openapi.json': read('openapi.json'), 'openapi-3.2.json': read('openapi-3.2.json') } as const;
type Name = keyof typeof DOCUMENTED;

// What OpenAPI adds to JSON Schema is no keyword of it.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
for (const [name, document] of Object.entries(DOCUMENTED)) ajv.addSchema({ $id: name, ...document });

/** Headers that say something about one answer rather than about all. */
const SAYING = [
  ...['allow', 'content-disposition', 'content-range', 'location', 'retry-after'],
  ...['www-authenticate', 'x-pages', 'x-placeholder', 'x-total-count'],
];

const compiled = new Map<string, ValidateFunction>();

/** The function that checks a body against the schema at this place of a document. */
function validatorAt(name: Name, ...steps: readonly string[]): ValidateFunction {
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
  const address = `${name}#/${pointer}`;
  return compiled.getOrInsertComputed(address, () => ajv.compile({ $ref: address }));
}

/** Throws if a document lacks the status, the media type or a header of an answer, or describes another body. */
export function assertDocumented(target: string, received: Received): void {
  const [, endpoint = '', query = ''] = /([^/?]*)(?:\?(.*))?$/.exec(target) ?? [];
  if (!isEndpoint(endpoint)) return;
  assertOf('openapi-3.2.json', `/${endpoint}`, received, target);
  const name = operationIn(endpoint, query);
  if (name !== undefined && !isLeftToTheOther(name, query))
    assertOf('openapi.json', `/${endpoint}/${name}`, asJson(received), target);
}

/** Whether only the other document has these values of parameters, because they bring another form of the result. */
function isLeftToTheOther(name: string, query: string): boolean {
  const values = (parameter: string) => parseQuery(query).get(parameter) ?? [];
  if (name === 'search') return values('search_facets').some((value) => value.trim() === '1');
  return name === 'downloadformats_for' && values(name).join().split(',').length > 1;
}

function operationIn(endpoint: Parameters<typeof selectOperation>[1], query: string): string | undefined {
  try {
    return selectOperation(OPERATION_LIST, endpoint, parseQuery(query)).selectors[0];
  } catch {
    return undefined;
  }
}

/** The same answer at the address whose path names the operation, which `http/operation-paths.test.ts` compares. */
function asJson({ status, headers, text }: Received): Received {
  const type = headers.get('content-type')?.replace('application/javascript', 'application/json');
  const own = new Headers(headers);
  if (type !== undefined) own.set('content-type', type);
  return { status, headers: own, text };
}

function assertOf(name: Name, path: string, { status: sent, headers, text }: Received, target: string): void {
  const call = /^\/\*\*\/[\w$.[\]]+\(([\s\S]*)\);$/.exec(text)?.[1];
  const body = call ?? text;
  // JSONP has its status in the envelope alone.
  const status = String(call === undefined ? sent : JSON.parse(call).status);
  const described = DOCUMENTED[name].paths[path]?.get.responses[status];
  assert.ok(described, `${name} has no status ${status} of ${target}`);
  if (call === undefined) {
    const names = Object.keys(described.headers ?? {}).map((each) => each.toLowerCase());
    for (const header of SAYING)
      assert.ok(!headers.has(header) || names.includes(header), `${name} has no ${header} in ${status} of ${target}`);
  }
  const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
  if (body === '' || status === '304') return;
  const documented = Object.keys(described.content ?? {}).filter((pattern) => fits(pattern, mediaType));
  assert.ok(documented.length > 0, `${name} has no ${mediaType} in ${status} of ${target}`);
  if (!/^application\/(?:json|javascript)$/.test(mediaType)) return;
  const json = documented.find((pattern) => pattern === mediaType) ?? '';
  const validate = validatorAt(name, 'paths', path, 'get', 'responses', status, 'content', json, 'schema');
  const isValid = validate(JSON.parse(body));
  assert.ok(isValid, `${name} describes another body of ${target}: ${ajv.errorsText(validate.errors)}`);
}

function fits(pattern: string, mediaType: string): boolean {
  return new RegExp(`^${pattern.replaceAll(/[.+]/g, '\\$&').replaceAll('*', '[^/]+')}$`).test(mediaType);
}
