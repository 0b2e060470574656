import { addressOf, baseAddress, type Query } from './address.ts';
import { type FileOptions, openFile, type ServiceFile } from './download.ts';
import { envelopeOf } from './envelope.ts';
import { KINDS, type Operations } from './interface.ts';
import { type Page, pageOf } from './page.ts';
import { openTransport, type TransportOptions } from './transport.ts';

/** How to reach a service. */
export interface ClientOptions extends TransportOptions {
  /** Language of every answer, unless a request names another. */
  readonly locale?: string;
}

/** Calls an operation, or returns its address. */
export interface OperationCall<Q, R, O> {
  (query: Q, options?: O): Promise<R>;
  /** The address of a request. It has no token, because addresses end up in logs; give `token` for pictures in pages. */
  url(query: Q & { readonly token?: string }): string;
}

/** What callers may say of one request. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

type Kind = 'data' | 'write' | 'list' | 'file';

/** The function of an operation. `relations` of assets has two: files, and with -1 the types of relations. */
type Call<D> = D extends { readonly kind: 'file'; readonly query: infer Q; readonly data: infer T }
  ? OperationCall<Q, ServiceFile | T, FileOptions>
  : D extends { readonly kind: 'list'; readonly query: infer Q; readonly item: infer T; readonly facets: infer F }
    ? OperationCall<Q, Page<T, F>, RequestOptions>
    : D extends { readonly kind: 'data' | 'write'; readonly query: infer Q; readonly data: infer T }
      ? OperationCall<Q, T, RequestOptions>
      : never;

/** A function for each operation: `client.node.search({search: 'lake'})`. */
export type Client = {
  readonly [E in keyof Operations]: { readonly [N in keyof Operations[E]]: Call<Operations[E][N]> };
} & {
  /** The base address, with a slash at its end. */
  readonly base: string;
};

/** Opens a client of the service at this base address. Sends nothing yet. Throws `address_invalid`. */
export function connect(base: string | URL, options: ClientOptions = {}): Client {
  const address = baseAddress(base);
  const send = openTransport(options);
  const { locale } = options;

  function operation(endpoint: string, name: string, kind: Kind): OperationCall<Query, unknown, FileOptions> {
    const url = (query: Query) => addressOf(address, `${endpoint}.do`, { ...(locale && { locale }), ...query });
    const read = async (query: Query, { signal }: RequestOptions) =>
      await envelopeOf(await send({ url: url(query), signal, writes: kind === 'write' }));
    const list = async (query: Query, options: RequestOptions): Promise<Page<unknown>> =>
      pageOf(await read(query, options), {
        number: Number(query['page'] ?? 1),
        size: query['paginate'] === undefined ? undefined : Number(query['paginate']),
        load: (page) => list({ ...query, page }, options),
      });
    const call = async (query: Query, options: FileOptions = {}) => {
      if (kind === 'list') return await list(query, options);
      // -1 lists the types of relations instead of delivering files.
      const listsTypes = name === 'relations' && Number(query['relations']) === -1;
      if (kind === 'file' && !listsTypes) return await openFile(send, url(query), options);
      return (await read(query, options)).data;
    };
    return Object.assign(call, { url });
  }

  const endpoints = Object.entries(KINDS).map(([endpoint, kinds]) => [
    endpoint,
    Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, operation(endpoint, name, kind)])),
  ]);
  return { base: address, ...Object.fromEntries(endpoints) };
}
