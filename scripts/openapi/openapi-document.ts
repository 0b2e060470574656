/** Makes the OpenAPI documents of the interface from the declarations of its operations. */
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { ENDPOINTS, type Endpoint, type Operation } from '../../packages/service/src/api/operation.ts';
import type { PathOperation } from '../../packages/service/src/api/path-operation.ts';
import type { OperationExample } from './examples.ts';
import { generalParameters, operationParameters, pathParameters } from './parameter-schemas.ts';
import { queryString } from './query-string.ts';
import {
  type ErrorMeanings,
  FAILURE,
  HEADERS,
  operationResponses,
  pathResponses,
  type ResponseOptions,
} from './responses.ts';
import { openNamedSchemas } from './schemas.ts';

/** What the documents contain besides the declarations. */
export interface DocumentOptions {
  readonly operations: readonly Operation[];
  readonly pathOperations: readonly PathOperation[];
  readonly version: string;
  readonly meanings: ErrorMeanings;
  /** Examples by the path of an operation, such as `/node.do/search`. */
  readonly examples: ReadonlyMap<string, OperationExample>;
}

const ENDPOINT_TEXTS: Readonly<Record<Endpoint, string>> = {
  'node.do': 'Trees of nodes, their assets, and search',
  'asset.do': 'Pictures, playback, downloads and details of assets',
  'pin.do': 'Links that let anyone who knows them download assets for a time',
  'review.do': 'Ratings and comments',
};

/** What is at the paths that begin with a word. */
const PATH_TEXTS: Readonly<Record<string, string>> = {
  iiif: 'Pictures and descriptions for viewers by the standards of IIIF, each at a path of its own and without an envelope',
  oembed: 'What sites embed that are given an address, without an envelope',
};

const DESCRIPTION = `Lists, finds, shows and delivers the assets of a catalogue.

Every JSON response is an envelope: \`{"version": 2, "status": 200, "data": …}\`, and a failure has \`message\` for
people and \`code\` for programs. All operations are GET requests, so that any web page can use them.`;

/** Whether a token is needed is a setting of the service. */
const SECURITY = [{}, { bearer: [] }, { token: [] }];

/** The document with one path per operation, such as \`/node.do/search\`, for generators of clients. */
export function openApiByOperation(options: DocumentOptions): Schema {
  const responses = { schemas: openNamedSchemas(), meanings: options.meanings, json: 'application/json' };
  const paths = Object.fromEntries(
    options.operations.map((operation) => {
      const path = `/${operation.endpoint}/${pathName(operation)}`;
      const example = options.examples.get(path);
      const described = {
        get: {
          operationId: operationId(operation),
          tags: [operation.endpoint],
          summary: operation.summary,
          ...(operation.description === undefined ? {} : { description: operation.description }),
          ...(operation.kind === 'file' && operation.isSignable ? { security: [...SECURITY, { signature: [] }] } : {}),
          parameters: operationParameters(operation, example),
          responses: operationResponses(operation, responses, example),
        },
      };
      return [path, described];
    }),
  );
  const others = ownPaths(options, responses);
  return { ...head('3.1.1', options), paths: { ...paths, ...others }, components: components(responses) };
}

/** The exact contract of the four addresses, where parameters select the operation (OpenAPI 3.2). */
export function openApiByQuery(options: DocumentOptions): Schema {
  const responses = { schemas: openNamedSchemas(), meanings: options.meanings, json: 'application/javascript' };
  const paths = Object.fromEntries(
    ENDPOINTS.map((endpoint) => {
      const operations = options.operations.filter((operation) => operation.endpoint === endpoint);
      return [
        `/${endpoint}`,
        {
          get: {
            operationId: endpoint.replace('.do', ''),
            tags: [endpoint],
            summary: ENDPOINT_TEXTS[endpoint],
            parameters: [queryString(operations)],
            responses: union(operations.map((operation) => operationResponses(operation, responses))),
          },
        },
      ];
    }),
  );
  const others = ownPaths(options, responses);
  return { ...head('3.2.0', options), paths: { ...paths, ...others }, components: components(responses) };
}

/** The operations that have paths of their own, which are the same in both documents. */
function ownPaths({ pathOperations }: DocumentOptions, responses: ResponseOptions): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    pathOperations.map((operation) => [
      operation.path,
      {
        get: {
          operationId: camelCase(operation.name.split(' ')),
          tags: [tagOf(operation)],
          summary: operation.summary,
          ...(operation.description === undefined ? {} : { description: operation.description }),
          parameters: pathParameters(operation),
          responses: pathResponses(operation, responses),
        },
      },
    ]),
  );
}

/** The first part of the path of an operation, such as `iiif`. */
function tagOf({ path }: PathOperation): string {
  return path.split('/')[1] ?? '';
}

function head(openapi: string, { version, pathOperations }: DocumentOptions): Schema {
  return {
    openapi,
    info: {
      title: 'Asset Browsing Service',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '.', description: 'The service that sent this document' }],
    tags: [
      ...ENDPOINTS.map((name) => ({ name, description: ENDPOINT_TEXTS[name] })),
      ...[...new Set(pathOperations.map(tagOf))].map((name) => ({ name, description: PATH_TEXTS[name] ?? name })),
    ],
    security: SECURITY,
  };
}

function components({ schemas }: ResponseOptions): Schema {
  return {
    parameters: generalParameters(),
    headers: HEADERS,
    schemas: { ...Object.fromEntries([...schemas.byName].sort()), Failure: FAILURE },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      token: {
        type: 'apiKey',
        in: 'query',
        name: 'token',
        description: 'For pictures in pages, which cannot send headers. Addresses end up in logs, so prefer the header',
      },
      signature: {
        type: 'apiKey',
        in: 'query',
        name: 'signature',
        description:
          'Of a signed address, which ends with `user`, `groups`, `expires`, `key` and this, and is made by `abs sign`',
      },
    },
  };
}

export function pathName({ selectors }: Pick<Operation, 'selectors'>): string {
  return selectors[0] ?? '';
}

/** The name of an operation in generated clients: `assetDownloadformatsFor`. */
function operationId(operation: Operation): string {
  const words = [operation.endpoint.replace('.do', ''), ...pathName(operation).split('_')];
  return camelCase(words);
}

function camelCase(words: readonly string[]): string {
  return words.map((word, place) => (place === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
}

/** The responses of several operations at one address, by status and media type. */
function union(all: readonly Readonly<Record<string, Schema>>[]): Readonly<Record<string, Schema>> {
  const united: Record<string, Schema> = {};
  for (const responses of all) {
    for (const [status, response] of Object.entries(responses)) {
      united[status] = united[status] ? unite(united[status], response) : response;
    }
  }
  return united;
}

function unite(one: Schema, other: Schema): Schema {
  const descriptions = new Set(`${one['description']}\n\n${other['description']}`.split('\n\n'));
  const content = { ...(one['content'] as Schema) };
  for (const [mediaType, { schema }] of Object.entries(
    (other['content'] ?? {}) as Record<string, { schema: Schema }>,
  )) {
    const before = content[mediaType] as { schema: Schema } | undefined;
    content[mediaType] = { schema: before ? either(before.schema, schema) : schema };
  }
  return {
    description: [...descriptions].join('\n\n'),
    headers: { ...(one['headers'] as Schema), ...(other['headers'] as Schema) },
    ...(Object.keys(content).length > 0 ? { content } : {}),
  };
}

function either(one: Schema, other: Schema): Schema {
  const choices = [...((one['anyOf'] as readonly Schema[] | undefined) ?? [one]), other];
  return { anyOf: [...new Map(choices.map((each) => [JSON.stringify(each), each])).values()] };
}
