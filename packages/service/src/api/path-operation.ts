/** Operations beside the endpoints: each has a path of its own, and answers without an envelope. */
import type { ErrorCode } from '../../../core/src/domain/errors.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { ContextWith } from './operation.ts';
import type { Shape } from './params.ts';
import type { FileReply } from './replies.ts';

interface Declaration<P extends Shape> {
  /** Name in metrics, cache keys and documents, such as `iiif image`. */
  readonly name: string;
  /** The path below a base address; a part in braces takes any value without `/`. */
  readonly path: string;
  /** What each part in braces means. */
  readonly parts: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly description?: string;
  /** Parameters of the query. */
  readonly params: P;
  readonly errors: readonly ErrorCode[];
  /** Of documents, the first is the default, and the second is for callers whose `Accept` names it alone. */
  readonly mediaTypes: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  /** False where the settings switch it off: nothing is then at its path. */
  isOffered(settings: EndpointSettings): boolean;
}

/** The context of an operation that has a path of its own. */
export type PathContext<P extends Shape = Shape> = ContextWith<P> & {
  /** The values of the parts in braces, percent-decoded. */
  readonly parts: Readonly<Record<string, string>>;
};

/**
 * Sends the caller to another address, with status 303. Not for callers with `addressToken`, who would arrive without their
 * token, for no redirect contains one: they get at once what is there.
 */
export interface Elsewhere {
  /** Without a query. */
  readonly location: string;
}

/** A JSON document as another standard defines it. */
export interface DocumentReply {
  readonly document: unknown;
  /** Maximum seconds that a cache may keep the response, if shorter than the configured time. */
  readonly maxAgeSeconds?: number;
}

/** An operation that answers with a JSON document. */
export interface DocumentOperation<P extends Shape = Shape> extends Declaration<P> {
  readonly kind: 'document';
  handle(context: PathContext<P>): Promise<DocumentReply | Elsewhere>;
}

export interface PathFileOperation<P extends Shape = Shape> extends Declaration<P> {
  readonly kind: 'path file';
  handle(context: PathContext<P>): Promise<FileReply | Elsewhere>;
}

export type PathOperation = DocumentOperation | PathFileOperation;

export function documentOperation<const P extends Shape>(
  declaration: Omit<DocumentOperation<P>, 'kind'>,
): DocumentOperation<P> {
  return { ...declaration, kind: 'document' };
}

export function pathFileOperation<const P extends Shape>(
  declaration: Omit<PathFileOperation<P>, 'kind'>,
): PathFileOperation<P> {
  return { ...declaration, kind: 'path file' };
}
