/** What an operation declares, and what it gets to answer a request. */
import type { Static, TInteger, TNever, TSchema } from 'typebox';
import type { SearchIndex } from '../../../columnar/src/search-index.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { ErrorCode } from '../../../core/src/domain/errors.ts';
import type { Labels } from '../../../core/src/domain/messages.ts';
import type { EpochMs } from '../../../core/src/domain/model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import type { Originals } from '../../../core/src/originals/originals.ts';
import type { Conversions } from '../../../media/src/conversions/conversions.ts';
import type { LeaseFile } from '../../../media/src/derived/file-leases.ts';
import type { Documents } from '../../../media/src/pictures/documents.ts';
import type { RecentLooks } from '../../../media/src/pictures/looks.ts';
import type { Means } from '../../../media/src/pictures/preview-size.ts';
import type { Renditions } from '../../../media/src/pictures/renditions.ts';
import type { StoredPictures } from '../../../media/src/pictures/stored-pictures.ts';
import type { Playback } from '../../../media/src/playback/playback.ts';
import type { AuditLog } from '../auth/audit-log.ts';
import type { SignedAs } from '../auth/signed-address.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { ActionLimiter } from '../coordination/rate-limiter.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import type { ChangeFeed } from '../feed/change-feed.ts';
import type { PinQueue, Pins } from '../pins/store/pin-store.ts';
import type { ReviewQueue, Reviews } from '../reviews/store/review-store.ts';
import type { FileNameResolver, SearchProvider } from './extensions.ts';
import type { Brand } from './pages/brand.ts';
import { BOOLEAN, one, type ParamValues, type Shape, TEXT } from './params.ts';
import type { DataReply, FileReply, HeadReply } from './replies.ts';
import type { RequestValidity } from './validity.ts';

/** The four dispatcher endpoints of the interface. */
export const ENDPOINTS = ['node.do', 'asset.do', 'pin.do', 'review.do'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** Everything that operations depend on; opened in `app/thread-services.ts`. */
export interface Services extends Means {
  readonly search: SearchIndex;
  readonly originals: Originals;
  readonly renditions: Pick<Renditions, 'get'>;
  readonly documents: Pick<Documents, 'pdf' | 'pageSizes' | 'pageWords'>;
  readonly playback: Pick<Playback, 'get'>;
  /** Maximum time that a request waits for a video or sound to be converted. */
  readonly playbackWaitSeconds: number;
  readonly conversions: Pick<Conversions, 'get'>;
  /** Keeps a derived file readable for as long as a response needs it, even if it is evicted. */
  readonly leaseDerived: LeaseFile;
  /** Maximum size in bytes of the store of converted files. */
  readonly conversionStoreBytes: number;
  /** Maximum time that a request waits for its conversions. */
  readonly conversionWaitSeconds: number;
  readonly storedPictures: StoredPictures;
  readonly looks: RecentLooks;
  readonly downloads: DownloadLog;
  readonly pins: Pins;
  readonly pinQueue: PinQueue;
  readonly reviews: Reviews;
  readonly reviewQueue: ReviewQueue;
  readonly rateLimiter: Pick<ActionLimiter, 'take' | 'refund'>;
  readonly audit: AuditLog;
  readonly feed: ChangeFeed;
  /** Signs path and query, as this service receives them; undefined without a key. */
  readonly sign: ((target: string, as: SignedAs) => string) | undefined;
  /** True if people can sign in (extensions E6), and then whether requests need a session or a token. */
  readonly signIn: { readonly isOffered: boolean; readonly isRequired: boolean };
  /** How many days ahead a signed address may expire. */
  readonly signMaxDays: number;
  /** The operator's name, logo and colours on pages. */
  readonly brand: Brand;
  /** Maps module paths, as written in the settings of endpoints, to search providers. */
  readonly searchProviders: ReadonlyMap<string, SearchProvider>;
  /** Maps module paths, as written in the settings of endpoints, to resolvers of file names. */
  readonly fileNames: ReadonlyMap<string, FileNameResolver>;
  /** Returns the current time in UTC milliseconds since 1970. */
  now(): number;
}

/** The sender of a request, and how the request was made. */
export interface Caller {
  /** IP address; '' if the connection is already closed. */
  readonly address: string;
  /** Name of the base address of the request; '' is the one at `/`. */
  readonly endpoint: string;
  /** The base address as the caller sees it, with a trailing `/`: `https://media.example/press/`. */
  readonly base: string;
  /** Number of folders between the address and the root of the service: 0 for `/asset.do`, 1 for `/asset.do/play`. */
  readonly depth: number;
  /** True for HEAD requests: everything is checked, but nothing is written. */
  readonly checksOnly: boolean;
  /** True if a browser prefetches the address without the user having opened it. */
  readonly isPrefetch: boolean;
  /** True if the request has a valid token or session, or is signed. False if the service user stands in for the caller. */
  readonly isSignedIn: boolean;
  /**
   * The token if it is part of the request's address. Addresses of what the response loads must then contain it, too.
   */
  readonly addressToken: string | undefined;
  /** As whom a signed address is answered, and until when; undefined for any other request. */
  readonly signedAs: SignedAs | undefined;
  readonly accept: string | undefined;
  /** The parameter `img`, which says nothing but whether an address of a picture may be kept. */
  readonly img: string | undefined;
}

/** Everything that an operation needs to handle one request. */
export interface Context {
  /** Language of the catalogue's texts and of sorting by them. */
  readonly locale: string;
  /**
   * The service's own texts in the language of the response, which may be one that the catalogue lacks (interface
   * decisions 2).
   */
  readonly labels: Labels;
  /** Returns the same in the language that a request with this `locale` gets. */
  inLanguage(locale: string): Pick<Context, 'locale' | 'labels'>;
  /** All languages in which labels are available at this endpoint. */
  readonly guiLanguages: readonly string[];
  /** The state of the catalogue that this request reads. */
  readonly catalogue: Snapshot;
  /** The catalogue's model as the endpoint offers it. */
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  readonly caller: Caller;
  readonly settings: EndpointSettings;
  /** IANA name of the time zone of formatted dates. */
  readonly timeZone: string;
  readonly services: Services;
  /** Time of the request in UTC milliseconds: whatever follows the clock is as at this instant. */
  readonly now: EpochMs;
  /** Says which assets may be used at this instant. */
  readonly validity: RequestValidity;
  /** Time at which the request was parsed, on the clock of `performance.now()`. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Registers a callback that runs once the response has been sent, has failed or is no longer wanted. */
  onEnd(release: () => void): void;
}

/** The context of an operation, with the parameters that it declares. */
export interface ContextWith<P extends Shape> extends Context {
  readonly params: ParamValues<P>;
}

/** Parameters of every operation (interface: general parameters). */
export const GENERAL_PARAMETERS = {
  locale: one(
    TEXT,
    'Language of the response, such as `de`. Texts that it lacks come from its other regions, then from ' +
      'the default language',
  ),
  flush: one(BOOLEAN, '`true` first empties the result cache, at most once a second', {
    default: false,
  }),
  cache: one(BOOLEAN, '`false` bypasses all caches of answers', {
    default: true,
  }),
} as const satisfies Shape;

/** Errors that every operation may answer besides its own. */
export const COMMON_ERRORS: ReadonlySet<ErrorCode> = new Set([
  ...(['parameter_missing', 'parameter_invalid', 'operation_missing', 'operation_ambiguous'] as const),
  ...(['request_malformed', 'query_too_long', 'method_not_allowed', 'limited'] as const),
  ...([
    'token_missing',
    'token_invalid',
    'cross_site',
    'sign_in_unavailable',
    'signature_invalid',
    'signature_expired',
  ] as const),
  ...(['not_ready', 'overloaded', 'store_unreachable', 'stopping', 'internal'] as const),
]);

/** Errors that every operation with a file may answer besides its own and the common ones. */
export const FILE_ERRORS: ReadonlySet<ErrorCode> = new Set(['precondition_failed', 'range_not_satisfiable']);

/** Schemas of the values that the envelope may have next to `data`. */
export interface Siblings {
  readonly total?: TInteger;
  readonly facets?: TSchema;
  readonly did_you_mean?: TSchema;
  readonly pending?: TInteger;
  readonly uncompared?: TInteger;
}

interface Declaration<P extends Shape> {
  /** Parameters whose presence selects this operation; the first is its name. Default: the name in the registry. */
  readonly selectors?: readonly (keyof P & string)[];
  /** Parameters that select this operation only if no operation is named. */
  readonly fallbackSelectors?: readonly (keyof P & string)[];
  /** Selectors of other operations that are mere parameters beside a selector of this one. */
  readonly outranks?: readonly string[];
  /** Parameters that no request for this operation may have. */
  readonly refuses?: readonly string[];
  readonly since?: string;
  readonly summary: string;
  /** What a programmer should know besides the summary, as Markdown. */
  readonly description?: string;
  readonly params: P;
  /** Errors that it may answer, besides the common ones. */
  readonly errors: readonly ErrorCode[];
  /** Descriptions of the headers that it may send, besides those of every response of its kind; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface JsonDeclaration<P extends Shape, T extends TSchema, B extends Siblings> extends Declaration<P> {
  /**
   * True if the service never caches the result or shares it between requests: the operation writes, or its result can
   * change without a new catalogue revision. Proxies and browsers may cache it, for `maxAgeSeconds` of the reply.
   */
  readonly isLive?: boolean;
  /** True if sending the request twice does something twice, so that clients and browsers may not repeat it. */
  readonly writes?: boolean;
  /** True if the result holds absolute addresses, whose beginning a request may have forged: it is cached by that, too. */
  holdsAddresses?(params: ParamValues<P>): boolean;
  /** Schema of `data`. */
  readonly result: T;
  readonly beside?: B;
  handle(context: ContextWith<P>): Promise<DataReply<Static<T>, SiblingValues<NoInfer<B>>> | HeadReply>;
}

/** The values of these schemas. */
type SiblingValues<B extends Siblings> = { readonly [K in keyof B]?: Static<NonNullable<B[K]> & TSchema> };

export interface JsonOperation<P extends Shape = Shape, T extends TSchema = TSchema, B extends Siblings = Siblings>
  extends JsonDeclaration<P, T, B> {
  readonly kind: 'json';
}

interface FileDeclaration<P extends Shape, T extends TSchema> extends Declaration<P> {
  /** True if an address of it may be signed (extensions E1). */
  readonly isSignable?: boolean;
  /** Media types of the files; `*` stands for any type or subtype. */
  readonly mediaTypes: readonly string[];
  /** Schema of `data`, if the operation can also respond with JSON: with a list of what is available. */
  readonly result?: T;
  handle(context: ContextWith<P>): Promise<FileReply | DataReply<Static<T>>>;
}

export interface FileOperation<P extends Shape = Shape, T extends TSchema = TSchema> extends FileDeclaration<P, T> {
  readonly kind: 'file';
}

/** Any operation, without the types of its parameters and its result. */
export type AnyOperation = JsonOperation | FileOperation;

export type Operation = AnyOperation & { readonly endpoint: Endpoint; readonly selectors: readonly string[] };

/** Declares an operation with a JSON response. `params` types the argument of `handle`, `result` its return value. */
export function jsonOperation<const P extends Shape, T extends TSchema, B extends Siblings = Record<never, never>>(
  declaration: JsonDeclaration<P, T, B>,
): JsonOperation<P, T, B> {
  return { ...declaration, kind: 'json' };
}

/** Declares an operation that responds with a file. */
export function fileOperation<const P extends Shape, T extends TSchema = TNever>(
  declaration: FileDeclaration<P, T>,
): FileOperation<P, T> {
  return { ...declaration, kind: 'file' };
}
