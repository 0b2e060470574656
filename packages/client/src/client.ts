import { addressOf, baseAddress, type Query } from './address.ts';
import { type FileOptions, openFile, type ServiceFile } from './download.ts';
import { envelopeOf } from './envelope.ts';
import { KINDS, LISTS, type Operations } from './interface.ts';
import { type Page, pageOf } from './page.ts';
import { openTransport, type TransportOptions, USUAL_TIMEOUT } from './transport.ts';

/** How to reach a service. */
export interface ClientOptions extends TransportOptions {
  /** Language of every answer that has words, unless a request names another. */
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

type Kinds = typeof KINDS;
type Kind = { [E in keyof Kinds]: Kinds[E][keyof Kinds[E]] }[keyof Kinds];

/** A list whose items are a property of its data, and the size of its pages unless a request says another. */
interface ListForm {
  readonly items?: string;
  readonly paginate?: number;
}
const FORMS: Readonly<Record<string, Readonly<Record<string, ListForm>>>> = LISTS;

/** The function of an operation. `relations` of assets has two: files, and with -1 the types of relations. */
type Call<D> = D extends { readonly kind: 'file'; readonly query: infer Q; readonly data: infer T }
  ? OperationCall<Q, ServiceFile | T, FileOptions>
  : D extends { kind: 'list'; query: infer Q; item: infer T; facets: infer F; data: infer A }
    ? OperationCall<Q, Page<T, F, A>, RequestOptions>
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
  const { locale, timeout = USUAL_TIMEOUT } = options;

  function operation(endpoint: string, name: string, kind: Kind): OperationCall<Query, unknown, FileOptions> {
    const url = (query: Query) => {
      const hasWords = !isPicture(name, query);
      return addressOf(address, `${endpoint}.do`, { ...(locale && hasWords && { locale }), ...query });
    };
    const read = async (query: Query, { signal }: RequestOptions) =>
      await send({ url: url(query), signal, writes: kind === 'write' }, envelopeOf);
    const { items: property, paginate: usualSize } = FORMS[endpoint]?.[name] ?? {};
    const list = async (query: Query, options: RequestOptions): Promise<Page<unknown>> =>
      pageOf(await read(query, options), {
        number: Number(query['page'] ?? 1),
        size: query['paginate'] === undefined ? usualSize : Number(query['paginate']),
        property,
        load: (page) => list({ ...query, page }, options),
      });
    const call = async (query: Query, options: FileOptions = {}) => {
      if (kind === 'list') return await list(query, options);
      // -1 lists the types of relations instead of delivering files.
      const listsTypes = name === 'relations' && Number(query['relations']) === -1;
      if (kind === 'file' && !listsTypes)
        return await openFile(send, { url: url(query), isPage: isPage(name, query), timeout }, options);
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

/** True for pictures, which are the same in all languages: their addresses name none, so that caches keep each picture once. */
function isPicture(name: string, query: Query): boolean {
  return name === 'thumb' || (name === 'preview' && query['type'] === undefined);
}

/** True for operations that answer with a player. */
function isPage(name: string, { type }: Query): boolean {
  return name === 'play' || (name === 'preview' && /^(?:video|audio)$/i.test(String(type)));
}
