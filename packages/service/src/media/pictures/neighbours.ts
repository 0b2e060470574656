import type { Catalogue } from '../../catalogue/catalogue.ts';
import { FILE_CATEGORIES, type FileFacts } from '../../domain/facts.ts';
import type { BinaryStore } from '../../originals/binary-store.ts';
import type { Neighbour } from './renderer.ts';

/** Files beside a model that its renderer is told of; shapes and pictures of one model are a few dozen at most. */
const MOST = 1000;

/** Kinds of file that name others beside them. */
const MADE_OF_SEVERAL: ReadonlySet<string> = new Set(['model/gltf+json']);

/** A file beside a model, by its content. */
export type KeyedNeighbour = Omit<Neighbour, 'path'>;

/**
 * The files beside a model that it may be made of, which `admits` lets pass by their nodes: pictures, and what is of no known kind.
 * Undefined for any file that is whole by itself.
 */
export async function neighboursOf(
  { id, facts }: { readonly id: number; readonly facts: Pick<FileFacts, 'mediaType'> },
  catalogue: Pick<Catalogue, 'beside'>,
  admits: (nodes: readonly number[]) => boolean,
): Promise<readonly KeyedNeighbour[] | undefined> {
  if (!MADE_OF_SEVERAL.has(facts.mediaType)) return undefined;
  const files = (await catalogue.beside(id)).filter(
    ({ facts: { category, extension }, nodes }) =>
      (category === FILE_CATEGORIES.image || category === FILE_CATEGORIES.unknown || extension === 'bin') &&
      admits(nodes),
  );
  if (files.length === 0) return undefined;
  return files.slice(0, MOST).map(({ name, file }) => ({ name, sha256: file.sha256 }));
}

/** The same with the places where they can be read. */
export async function locateNeighbours(
  files: readonly KeyedNeighbour[],
  binaries: Pick<BinaryStore, 'localPath'>,
  signal: AbortSignal,
): Promise<readonly Neighbour[]> {
  const located: Neighbour[] = [];
  for (const file of files) {
    const path = await binaries.localPath(file.sha256, { signal });
    if (path !== undefined) located.push({ ...file, path });
  }
  return located;
}
