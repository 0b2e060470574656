import { createHash } from 'node:crypto';
import type { Drawing, Neighbour, Plan, SourceFacts } from './renderer.ts';

/** A file by its content, and by what it is taken for: the same bytes are a table or a letter, by their name. */
export interface KeyedSource {
  /** Of the whole file. */
  readonly sha256: string;
  readonly facts: SourceFacts;
  /** Files that the picture may depend on as well: with others beside it, it may look different. */
  readonly beside?: readonly Pick<Neighbour, 'name' | 'sha256'>[];
}

/**
 * Names a rendition by all that decides its bytes: 32 hexadecimal digits, fit for a file name and an ETag.
 * `rendererVersion` is the port's `version`.
 */
export function renditionKey(source: KeyedSource, plan: Plan, rendererVersion: string): string {
  return hash([rendererVersion, 'picture', ...partsOfSource(source), ...partsOfPlan(plan)]);
}

/** The same for a page of a file in whatever size. */
export function pageKey(source: KeyedSource, page: number, rendererVersion: string): string {
  return hash([rendererVersion, 'page', ...partsOfSource(source), page]);
}

/** The same for a drawing of our own. */
export function drawingKey({ svg }: Drawing, plan: Plan, rendererVersion: string): string {
  return hash([rendererVersion, 'drawing', svg, ...partsOfPlan(plan)]);
}

/** The same for the PDF that is made of a document. */
export function pdfKey(source: KeyedSource, rendererVersion: string): string {
  return hash([rendererVersion, 'pdf', ...partsOfSource(source)]);
}

function partsOfSource({ sha256, facts: { mediaType, width, height, pages }, beside }: KeyedSource): unknown[] {
  const neighbours = beside === undefined ? [] : [beside.map((file) => [file.name, file.sha256])];
  return [sha256, mediaType, width, height, pages, ...neighbours];
}

function partsOfPlan({ page, box, quality, background }: Plan): unknown[] {
  return [page, box, quality, background];
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
