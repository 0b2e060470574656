/** Describes responses for OpenAPI: files, envelopes, and errors by code. */
import { ERRORS, type ErrorCode } from '../../packages/core/src/domain/errors.ts';
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { COMMON_ERRORS, FILE_ERRORS, type Operation } from '../../packages/service/src/api/operation.ts';
import type { PathOperation } from '../../packages/service/src/api/path-operation.ts';
import type { OperationExample } from './examples.ts';
import type { NamedSchemas } from './schemas.ts';

/** What the description of an error contains besides its code: when it happens, from docs/reference/errors.md. */
export type ErrorMeanings = ReadonlyMap<string, string>;

/** Options of all responses of one document. */
export interface ResponseOptions {
  readonly schemas: NamedSchemas;
  readonly meanings: ErrorMeanings;
  /** Media type of envelopes. */
  readonly json: string;
}

const BYTES: Schema = { type: 'string', format: 'binary' };

/** Headers that responses of a kind have. */
export const HEADERS: Readonly<Record<string, Schema>> = {
  ETag: { description: 'Identifies this state of the response, for `If-None-Match`', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long caches may keep the response', schema: { type: 'string' } },
  'X-Total-Count': { description: '`total` of the envelope', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds after which a retry makes sense', schema: { type: 'integer' } },
  'Content-Disposition': { description: 'File name under which the file is saved', schema: { type: 'string' } },
  'Accept-Ranges': { description: '`bytes` if parts of the file can be requested', schema: { type: 'string' } },
  'Content-Range': {
    description: 'The part of the file that the response has; in a failure, the size of the file',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: '`Bearer`, and `error` if the token is invalid', schema: { type: 'string' } },
  Allow: { description: 'The methods that are answered', schema: { type: 'string' } },
};

export function operationResponses(
  operation: Operation,
  options: ResponseOptions,
  example?: OperationExample,
): Readonly<Record<string, Schema>> {
  return {
    ...successes(operation, options, example?.envelope),
    ...failures(codesOf(operation, operation.kind === 'file'), options, example?.failures ?? []),
  };
}

/** Codes of the four addresses alone, where parameters select the operation. */
const OF_ENDPOINTS: ReadonlySet<ErrorCode> = new Set(['operation_missing', 'operation_ambiguous', 'signature_expired']);

/** The responses of an operation that has a path of its own. */
export function pathResponses(operation: PathOperation, options: ResponseOptions): Readonly<Record<string, Schema>> {
  const { kind, summary, mediaTypes, headers = {} } = operation;
  const isFile = kind === 'path file';
  const { Location, ...own } = headerObjects(headers);
  const schema: Schema = isFile ? BYTES : { type: 'object' };
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]));
  const usual = references(
    'ETag',
    'Cache-Control',
    ...(isFile ? (['Content-Disposition', 'Accept-Ranges'] as const) : []),
  );
  const part = {
    description: 'The part of the file that the header `Range` asks for',
    headers: { ...usual, ...own, ...references('Content-Range') },
    content,
  };
  const codes = codesOf(operation, isFile).difference(OF_ENDPOINTS);
  return {
    200: { description: summary, headers: { ...usual, ...own }, content },
    ...(isFile ? { 206: part } : {}),
    ...(Location && {
      303: { description: 'It is at `Location`', headers: { Location, ...references('Cache-Control') } },
    }),
    304: UNCHANGED,
    ...failures(codes, { ...options, json: 'application/json' }, []),
  };
}

const UNCHANGED: Schema = {
  description: 'The caller already has this state of the response',
  headers: references('ETag'),
};

function headerObjects(headers: Readonly<Record<string, string>>): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      canonicalName(name),
      { description, schema: { type: 'string' } },
    ]),
  );
}

/** The codes that an operation may answer. */
function codesOf({ errors }: Pick<Operation, 'errors'>, isFile: boolean): ReadonlySet<ErrorCode> {
  return new Set([...COMMON_ERRORS, ...errors, ...(isFile ? FILE_ERRORS : [])]);
}

function successes(operation: Operation, options: ResponseOptions, example: unknown): Readonly<Record<string, Schema>> {
  const { Location, ...own } = headerObjects(operation.headers ?? {});
  const envelope = operation.result && {
    [options.json]: { schema: envelopeSchema(operation, options), ...(example === undefined ? {} : { example }) },
  };
  const elsewhere = Location && {
    302: {
      description: 'The page or the file is at `Location`',
      headers: { Location, ...references('Cache-Control') },
      ...(envelope && { content: { [options.json]: { schema: envelopeSchema(operation, options, 302) } } }),
    },
  };
  if (operation.kind === 'json') {
    const headers = { ...references('ETag', 'Cache-Control'), ...own };
    const counts = operation.beside?.total ? references('X-Total-Count') : {};
    return {
      200: { description: operation.summary, headers: { ...headers, ...counts }, content: envelope },
      ...elsewhere,
      304: UNCHANGED,
    };
  }
  const content = {
    ...Object.fromEntries(operation.mediaTypes.map((mediaType) => [mediaType, { schema: BYTES }])),
    ...envelope,
  };
  const headers = {
    ...references('ETag', 'Cache-Control', 'Content-Disposition', 'Accept-Ranges'),
    ...own,
  };
  return {
    200: { description: operation.summary, headers, content },
    206: {
      description: 'The part of the file that the header `Range` asks for',
      headers: { ...headers, ...references('Content-Range') },
      content: Object.fromEntries(operation.mediaTypes.map((mediaType) => [mediaType, { schema: BYTES }])),
    },
    ...elsewhere,
    304: UNCHANGED,
  };
}

/** The schema of the envelope with the operation's `data` and what stands beside it. */
function envelopeSchema({ result, ...operation }: Operation, { schemas }: ResponseOptions, status = 200): Schema {
  const beside = operation.kind === 'json' ? (operation.beside ?? {}) : {};
  return {
    type: 'object',
    required: ['version', 'status', 'data'],
    properties: {
      version: { const: 2 },
      status: { const: status },
      data: result ? schemas.add(result) : true,
      ...Object.fromEntries(Object.entries(beside).map(([name, schema]) => [name, schemas.add(schema)])),
    },
    additionalProperties: false,
  };
}

/** The envelope of every failure. */
export const FAILURE: Schema = {
  type: 'object',
  required: ['version', 'status', 'data', 'message', 'code'],
  properties: {
    version: { const: 2 },
    status: { type: 'integer', description: 'The HTTP status, which a response to a JSONP request has here alone' },
    data: { description: '`null` unless the description of an operation says otherwise' },
    message: { type: 'string', description: 'One English sentence for people; its wording may change' },
    code: { type: 'string', enum: Object.keys(ERRORS), description: 'For programs' },
  },
  additionalProperties: false,
};

function failures(
  codes: ReadonlySet<ErrorCode>,
  options: ResponseOptions,
  examples: OperationExample['failures'],
): Readonly<Record<string, Schema>> {
  const statuses = [...new Set([...codes].map((code) => ERRORS[code]))].sort((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      failure(
        status,
        [...codes].filter((code) => ERRORS[code] === status),
        options,
        examples,
      ),
    ]),
  );
}

/** The header that says more about failures of a status. */
const FAILURE_HEADERS: ReadonlyMap<number, keyof typeof HEADERS> = new Map([
  [401, 'WWW-Authenticate'],
  [405, 'Allow'],
  [416, 'Content-Range'],
  [429, 'Retry-After'],
  [503, 'Retry-After'],
]);

function failure(
  status: number,
  codes: readonly ErrorCode[],
  { meanings, json }: ResponseOptions,
  examples: OperationExample['failures'],
): Schema {
  const header = FAILURE_HEADERS.get(status);
  const shown = examples.filter(({ code, ...each }) => each.status === status && codes.some((own) => own === code));
  return {
    description: codes.map((code) => `\`${code}\`: ${meanings.get(code) ?? code}`).join('\n\n'),
    ...(header === undefined ? {} : { headers: references(header) }),
    content: {
      [json]: {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            { properties: { status: { const: status }, code: { enum: codes } } },
          ],
        },
        ...(shown.length > 0
          ? { examples: Object.fromEntries(shown.map((value) => [value.code, { value: { version: 2, ...value } }])) }
          : {}),
      },
    },
  };
}

function references(...names: readonly string[]): Readonly<Record<string, Schema>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `x-pages` as `X-Pages`. */
function canonicalName(header: string): string {
  return header.replace(/(^|-)[a-z]/g, (letters) => letters.toUpperCase());
}
