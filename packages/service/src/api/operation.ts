import type { Static, TSchema } from 'typebox';
import type { AuditLog } from '../auth/audit-log.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { People } from '../catalogue/people.ts';
import type { Desk } from '../catalogue/people-writer.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { DeedLimits } from '../coordination/deed-limits-of-ports.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Labels } from '../domain/messages.ts';
import type { Viewer } from '../domain/permissions.ts';
import type { DownloadLog } from '../downloads/download-log.ts';
import type { Conversions } from '../media/conversions/conversions.ts';
import type { HoldFile } from '../media/derived/held-files.ts';
import type { MadeFile } from '../media/derived/made-files.ts';
import type { RecentPictures } from '../media/pictures/recent-pictures.ts';
import type { Renditions } from '../media/pictures/renditions.ts';
import type { Playback } from '../media/playback/playback.ts';
import type { BinaryStore, ByteRange, ByteReader } from '../originals/binary-store.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { Caller } from './caller.ts';
import type { FileNameResolver } from './file-names.ts';
import type { FileReply } from './file-reply.ts';
import type { Shape, Values } from './params.ts';
import type { SearchProvider } from './search-provider.ts';

export const ENDPOINTS = ['node.do', 'asset.do', 'pin.do', 'review.do'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** What operations work with; the composition root fills it. */
export interface Services {
  readonly catalogue: Catalogue;
  readonly search: SearchIndex;
  readonly binaries: BinaryStore;
  /** Where an original stands in the folder of originals, for a server in front that delivers it. */
  placeOfOriginal(sha256: string): string;
  readonly renditions: Pick<Renditions, 'get' | 'pdf'>;
  readonly playback: Pick<Playback, 'get'>;
  /** A file that was made, or a part of it; undefined when it has been dropped since. */
  readMade(file: MadeFile, options: { range?: ByteRange; signal: AbortSignal }): Promise<ByteReader | undefined>;
  /** Longest time that a request waits for a film to be converted. */
  readonly playbackWaitSeconds: number;
  readonly conversions: Pick<Conversions, 'get'>;
  /** Keeps a converted file readable for as long as an answer needs it. */
  readonly holdMade: HoldFile;
  /** Bytes that the store of converted files keeps at most. */
  readonly conversionStoreBytes: number;
  /** Longest time that a request waits for its conversions. */
  readonly conversionWaitSeconds: number;
  readonly recentPictures: RecentPictures;
  readonly downloads: DownloadLog;
  readonly people: People;
  readonly desk: Desk;
  readonly deedLimits: DeedLimits;
  readonly audit: AuditLog;
  /** By their paths, as endpoints name them in their settings. */
  readonly searchProviders: ReadonlyMap<string, SearchProvider>;
  /** The same for what names delivered files. */
  readonly fileNames: ReadonlyMap<string, FileNameResolver>;
  /** UTC milliseconds. */
  now(): number;
}

/** One request, as an operation sees it. */
export interface Context<P extends Shape> {
  readonly params: Values<P>;
  /** Language of the catalogue's texts, and of what sorts by them. */
  readonly locale: string;
  /** Texts of the service itself, in the language of the answer: one that the catalogue may lack (decisions 2). */
  readonly labels: Labels;
  /** All languages that labels may be had in here. */
  readonly guiLanguages: readonly string[];
  readonly model: CatalogueModel;
  readonly viewer: Viewer;
  readonly caller: Caller;
  readonly settings: EndpointSettings;
  /** IANA name of the zone that formatted dates are in. */
  readonly timeZone: string;
  readonly services: Services;
  /** When the request was read, as `performance.now()` counts. */
  readonly begun: number;
  readonly signal: AbortSignal;
  /** Has something released when the answer was sent, failed, or is wanted by nobody any more. */
  onEnd(release: () => void): void;
}

/** A JSON answer: `data` of the envelope and what may stand beside it (decisions 4). */
export interface DataReply<T> {
  readonly data: T;
  readonly total?: number;
  readonly facets?: unknown;
  /** Seconds that a cache may keep it, where that is less than the configured time. */
  readonly maxAgeSeconds?: number;
  /** Where the caller is sent instead; `data` stays beside it. */
  readonly location?: string;
}

interface Declaration<P extends Shape> {
  readonly endpoint: Endpoint;
  /** Parameters whose presence selects this operation. */
  readonly selectors: readonly (keyof P & string)[];
  readonly since?: string;
  readonly summary: string;
  readonly params: P;
}

export interface JsonOperation<P extends Shape = Shape, T extends TSchema = TSchema> extends Declaration<P> {
  readonly kind: 'json';
  /** True where each request is worked on for itself: it writes, or tells what changes while the catalogue stands still. */
  readonly isLive?: boolean;
  readonly result: T;
  handle(context: Context<P>): Promise<DataReply<Static<T>>>;
}

export interface FileOperation<P extends Shape = Shape> extends Declaration<P> {
  readonly kind: 'file';
  /** Bytes, or JSON where the request asks for a list of what there is. */
  handle(context: Context<P>): Promise<FileReply | DataReply<unknown>>;
}

export type Operation = JsonOperation | FileOperation;

/** Declares an operation that answers JSON: `params` types the argument of `handle`, `result` types what it returns. */
export function jsonOperation<const P extends Shape, T extends TSchema>(
  declaration: Omit<JsonOperation<P, T>, 'kind'>,
): JsonOperation {
  return { ...declaration, kind: 'json' } as unknown as JsonOperation;
}

/** Declares an operation that answers bytes. */
export function fileOperation<const P extends Shape>(declaration: Omit<FileOperation<P>, 'kind'>): FileOperation {
  return { ...declaration, kind: 'file' } as unknown as FileOperation;
}
