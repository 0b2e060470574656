import { addressOf, baseAddress, type Query } from './address.ts';
import type { ChangeBatch, FollowOptions } from './changes.ts';
import type { FileOptions, ServiceFile } from './download.ts';
import { envelopeOf } from './envelope.ts';
import { ServiceError } from './errors.ts';
import { KINDS, LISTS, type Operations } from './interface.ts';
import { type Page, pageOf } from './page.ts';
import { DEFAULT_TIMEOUT, openTransport, type TransportOptions } from './transport.ts';

/** How to reach a service. */
export interface ClientOptions extends TransportOptions {
  /** Language of every answer that has words, unless a request names another. */
  readonly locale?: string;
}

/** Calls an operation, or returns its address. */
export interface OperationCall<Params, Result, Options> {
  (params: Params, options?: Options): Promise<Result>;
  /**
   * Returns the address of a request without sending it. The token of the client is not in it, because addresses end up in logs.
   * Add `token` only to the addresses that a page gives to the browser, such as those of pictures: it sends no header with them.
   */
  url(params: Params & { readonly token?: string }): string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

type Kinds = typeof KINDS;
type Kind = { [Endpoint in keyof Kinds]: Kinds[Endpoint][keyof Kinds[Endpoint]] }[keyof Kinds];

/** A list whose data contains more than its items. */
interface ListForm {
  /** Property of the data that contains the items. */
  readonly items?: string;
  /** Items on a page, unless a request says another number. */
  readonly paginate?: number;
}
const FORMS: Readonly<Record<string, Readonly<Record<string, ListForm>>>> = LISTS;

/**
 * The function of an operation. One that delivers files resolves with a `ServiceFile`; of them, only `asset.relations` has data,
 * too: with `relations: -1` it resolves with the types of relations.
 */
type Call<Operation> = Operation extends {
  readonly kind: 'file';
  readonly query: infer Params;
  readonly data: infer Data;
}
  ? OperationCall<Params, ServiceFile | Data, FileOptions>
  : Operation extends { kind: 'list'; query: infer Params; item: infer Item; facets: infer Facets; data: infer Data }
    ? OperationCall<Params, Page<Item, Facets, Data>, RequestOptions>
    : Operation extends { readonly kind: 'data' | 'write'; readonly query: infer Params; readonly data: infer Data }
      ? OperationCall<Params, Data, RequestOptions>
      : never;

/** The operations as functions: `client.node.search({ search: 'lake' })` requests `node.do?search=lake`. */
export type Client = {
  readonly [Endpoint in keyof Operations]: {
    readonly [Name in keyof Operations[Endpoint]]: Call<Operations[Endpoint][Name]>;
  };
} & {
  /** The base address, with a slash at its end. */
  readonly base: string;
  /** Yields all assets, then what changes: keeps a copy in step. Stop by leaving the loop, or by the signal. */
  changes(options?: FollowOptions): AsyncGenerator<ChangeBatch, void, undefined>;
};

/** Opens a client of the service at this base address. Asks the service nothing yet. Throws `address_invalid`. */
export function connect(base: string | URL, options: ClientOptions = {}): Client {
  const address = baseAddress(base);
  const send = openTransport(options);
  const { locale, timeout = DEFAULT_TIMEOUT } = options;
  // With a token, pages read pictures as files: the module that does so arrives while the first answers are on their way.
  if (options.token !== undefined) loadFileReader().catch(() => {});

  function operation(endpoint: string, name: string, kind: Kind): OperationCall<Query, unknown, FileOptions> {
    const url = (query: Query) => {
      const hasWords = !isPicture(name, query);
      return addressOf(address, `${endpoint}.do`, { ...(locale && hasWords && { locale }), ...query });
    };
    const read = async (query: Query, { signal }: RequestOptions) =>
      await send({ url: url(query), signal, writes: kind === 'write' }, envelopeOf);
    const { items: property, paginate: defaultSize } = FORMS[endpoint]?.[name] ?? {};
    const list = async (query: Query, options: RequestOptions): Promise<Page<unknown>> =>
      pageOf(await read(query, options), {
        number: Number(query['page'] ?? 1),
        size: query['paginate'] === undefined ? defaultSize : Number(query['paginate']),
        property,
        load: (page) => list({ ...query, page }, options),
      });
    const call = async (query: Query, options: FileOptions = {}) => {
      if (kind === 'list') return await list(query, options);
      // -1 lists the types of relations instead of delivering files.
      const listsTypes = name === 'relations' && Number(query['relations']) === -1;
      if (kind === 'file' && !listsTypes) {
        const { openFile } = await loadFileReader();
        return await openFile(send, { url: url(query), isPlayer: isPlayer(name, query), timeout }, options);
      }
      return (await read(query, options)).data;
    };
    return Object.assign(call, { url });
  }

  const endpoints = Object.entries(KINDS).map(([endpoint, kinds]) => [
    endpoint,
    Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, operation(endpoint, name, kind)])),
  ]);
  const client: Client = {
    base: address,
    changes: async function* (options) {
      const { followChanges } = await import('./changes.ts');
      yield* followChanges(client.node, options);
    },
    ...Object.fromEntries(endpoints),
  };
  return client;
}

/** Loads the module that reads files only when it is needed, because most pages just link to files. */
async function loadFileReader() {
  return await import('./download.ts').catch((cause: unknown) => {
    throw new ServiceError('connection_failed', 'the script that reads files did not arrive', { cause });
  });
}

/** True for pictures. They are the same in all languages, so their addresses name none, and caches keep each picture once. */
function isPicture(name: string, query: Query): boolean {
  return name === 'thumb' || (name === 'preview' && query['type'] === undefined);
}

/** True for a request that the service answers with a player, which is a web page. */
function isPlayer(name: string, { type }: Query): boolean {
  return name === 'play' || (name === 'preview' && /^(?:video|audio)$/i.test(String(type)));
}
