import { FILE_CATEGORIES, type FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { Asset } from '../../../core/src/domain/model.ts';
import type { KeyedNeighbour } from '../../../media/src/pictures/key.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';

/** Maximum number of neighbours passed to a renderer. The meshes and textures of one model are a few dozen at most. */
const MOST = 1000;

/** Media types whose files refer to other files beside them. */
const MADE_OF_SEVERAL: ReadonlySet<string> = new Set(['model/gltf+json']);

/**
 * Returns the files beside a model that it may refer to: images, files of unknown type and `.bin` files that
 * `admits` accepts. Undefined for a file type that never refers to others, and if there are none.
 */
export async function neighboursOf(
  { id, properties }: { readonly id: number; readonly properties: Pick<FileProperties, 'mediaType'> },
  catalogue: Pick<Snapshot, 'beside'>,
  admits: (asset: Pick<Asset, 'nodes' | 'validFrom' | 'validUntil'>) => boolean,
  signal?: AbortSignal,
): Promise<readonly KeyedNeighbour[] | undefined> {
  if (!MADE_OF_SEVERAL.has(properties.mediaType)) return undefined;
  const files = (await catalogue.beside(id, signal)).filter(
    ({ properties: { category, extension }, ...asset }) =>
      (category === FILE_CATEGORIES.image || category === FILE_CATEGORIES.unknown || extension === 'bin') &&
      admits(asset),
  );
  if (files.length === 0) return undefined;
  return files.slice(0, MOST).map(({ name, file }) => ({ name, sha256: file.sha256 }));
}
