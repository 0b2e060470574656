import { derivedKey, sorted } from '../derived/derived-files.ts';
import type { Drawing, Neighbour, Plan, SourceProperties, WantedWords } from './renderer.ts';

/**
 * Identifies a file by its content and its assumed type, because the same bytes may be a table or plain text depending
 * on the file's name.
 */
export interface KeyedSource {
  /** Hash of the whole file. */
  readonly sha256: string;
  readonly properties: SourceProperties;
  /** Files beside it that the picture may also depend on: if they change, the picture may change. */
  readonly beside?: readonly KeyedNeighbour[];
}

/** A file beside a model, identified by its content. */
export type KeyedNeighbour = Omit<Neighbour, 'path'>;

/**
 * Returns the key of a rendition, derived from everything that determines its bytes: 32 hexadecimal digits, usable as a
 * file name and an ETag. `rendererVersion` is `Renderer.version`.
 */
export function renditionKey(source: KeyedSource, plan: Plan, rendererVersion: string): string {
  return derivedKey([rendererVersion, 'picture', ...partsOfSource(source), sorted(plan)]);
}

/** Returns the key of a page of a file, independent of the size; format as for `renditionKey`. */
export function pageKey(source: KeyedSource, page: number, rendererVersion: string, kind = 'page'): string {
  return derivedKey([rendererVersion, kind, ...partsOfSource(source), page]);
}

/** Returns the key of a drawing made by this service; format as for `renditionKey`. */
export function drawingKey({ svg }: Drawing, plan: Plan, rendererVersion: string): string {
  return derivedKey([rendererVersion, 'drawing', svg, sorted(plan)]);
}

/** Returns the key of the PDF made of a document, for its pictures or of all its pages; format as for `renditionKey`. */
export function pdfKey(source: KeyedSource, rendererVersion: string, kind: 'pdf' | 'whole pdf' | 'page sizes'): string {
  return derivedKey([rendererVersion, kind, ...partsOfSource(source)]);
}

/** Returns the key of the words of a page; format as for `renditionKey`. */
export function wordsKey(source: KeyedSource, { page, recogniser }: WantedWords, rendererVersion: string): string {
  return derivedKey([rendererVersion, 'words', ...partsOfSource(source), page, recogniser?.languages ?? []]);
}

function partsOfSource({ sha256, properties: { mediaType, width, height, pages }, beside }: KeyedSource): unknown[] {
  const neighbours = beside === undefined ? [] : [beside.map((file) => [file.name, file.sha256])];
  return [sha256, mediaType, width, height, pages, ...neighbours];
}
