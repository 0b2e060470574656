import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { Changes, ImportedFrom } from '../../catalogue/catalogue.ts';
import type { Comparison } from './away.ts';

/**
 * What an import removes: nothing, what was deleted from the folder, or all that isn't there, even if the folder may only
 * be away (catalogue: a plain folder).
 */
export type PruneMode = 'nothing' | 'deleted' | 'all';

/**
 * Removes the assets of files that have gone. Removes the nodes of folders that have gone unless they are still in use:
 * by a child node, by an asset (assigned or as a reference), or as the root of a field. Keeps keywords, and everything
 * that can't be read at the moment. Returns the number of removed assets and the keys of their files, which other assets
 * may also use.
 */
export async function prune(
  { goneFiles, goneFolders }: Pick<Comparison, 'goneFiles' | 'goneFolders'>,
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
  const keys = new Set<string>();
  for (const path of goneFiles) {
    const id = known.assets.get(path)?.id;
    if (id === undefined) continue;
    const record = await changes.record(id);
    if (record) for (const { file } of [...record.olderVersions, record.active]) if (file) keys.add(file.sha256);
    await changes.remove('asset', id);
  }

  const roots = new Set([...model.infoFields.values()].map(({ rootNode }) => rootNode));
  const gone = new Set<number>();
  const depth = (path: string) => path.split('/').length;
  for (const path of goneFolders.toSorted((a, b) => depth(b) - depth(a))) {
    const id = known.nodes.get(path);
    if (id === undefined) continue;
    const isAlone = model.trees.subtree(id).every((each) => each === id || gone.has(each));
    if (!isAlone || roots.has(id) || (await changes.isNodeUsed(id))) continue;
    await changes.remove('node', id);
    gone.add(id);
  }
  return { assets: goneFiles.length, files: [...keys] };
}
