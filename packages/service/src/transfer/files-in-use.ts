import type { AssetRecord, DownloadFormat, StoredFile } from '../../../core/src/domain/model.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** A stored file, with the words that name its owner in a message. */
export interface UsedFile {
  readonly file: StoredFile;
  readonly owner: string;
}

/** Returns all files that a version of an asset or the icon of a download format uses, by key. */
export async function findFilesInUse(
  catalogue: Pick<Catalogue, 'openRecords'>,
): Promise<ReadonlyMap<string, UsedFile>> {
  await using records = await catalogue.openRecords();
  const found = new Map<string, UsedFile>();
  for await (const assets of records.assets()) {
    for (const used of assets.flatMap(filesOfAsset)) found.set(used.file.sha256, used);
  }
  for (const used of filesOfFormats(records.model.downloadFormats.values())) found.set(used.file.sha256, used);
  return found;
}

export function filesOfAsset({ id, olderVersions, active }: AssetRecord): readonly UsedFile[] {
  return [...olderVersions, active].flatMap(({ file, version }) =>
    file ? [{ file, owner: `asset ${id}, version ${version}` }] : [],
  );
}

export function filesOfFormats(formats: Iterable<DownloadFormat>): readonly UsedFile[] {
  return Array.from(formats).flatMap(({ id, iconFile }) =>
    iconFile ? [{ file: iconFile, owner: `the icon of download format ${id}` }] : [],
  );
}
