import type { Changes, ImportedFrom } from '../../catalogue/catalogue.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { FoundFolder } from './walk.ts';

/**
 * Removes the assets of files that have disappeared. Removes the nodes of folders that have disappeared unless they are
 * still in use: by a child node, by an asset (assigned or as a reference), or as the root of a field. Keeps keywords,
 * and everything that can't be read at the moment. Returns the number of removed assets and the keys of their files,
 * which other assets may also use.
 */
export async function prune(
  { folders, files, closed }: FoundFolder,
  {
    changes,
    known,
    model,
  }: {
    changes: Changes;
    known: ImportedFrom;
    model: Pick<CatalogueModel, 'trees' | 'infoFields'>;
  },
): Promise<{ readonly assets: number; readonly files: readonly string[] }> {
  const isClosed = (path: string) => closed.some((folder) => path.startsWith(`${folder}/`));
  const there = new Set([...folders, ...files.map(({ path }) => path)]);
  const hasVanished = (path: string) => !there.has(path) && !isClosed(path);

  let assets = 0;
  const keys = new Set<string>();
  for (const [path, { id }] of known.assets) {
    if (!hasVanished(path)) continue;
    const record = await changes.record(id);
    if (record) for (const { file } of [...record.olderVersions, record.active]) if (file) keys.add(file.sha256);
    await changes.remove('asset', id);
    assets += 1;
  }

  const roots = new Set([...model.infoFields.values()].map(({ rootNode }) => rootNode));
  const gone = new Set<number>();
  const vanished = [...known.nodes].filter(([path]) => hasVanished(path));
  const depth = (path: string) => path.split('/').length;
  for (const [, id] of vanished.sort(([a], [b]) => depth(b) - depth(a))) {
    const isAlone = model.trees.subtree(id).every((each) => each === id || gone.has(each));
    if (!isAlone || roots.has(id) || (await changes.isNodeUsed(id))) continue;
    await changes.remove('node', id);
    gone.add(id);
  }
  return { assets, files: [...keys] };
}
