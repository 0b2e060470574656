import type { AssetRecord, Version } from '../../domain/model.ts';

type Versions = Pick<AssetRecord, 'active' | 'olderVersions'>;

interface MergedVersions extends Versions {
  /** Versions of the bundle that got another number than they have there. */
  readonly renumbered: readonly { readonly from: number; readonly to: number }[];
}

/**
 * The versions of an asset after an import. Addresses with a version are cached for ever, so a number must never stand for other
 * bytes than before. Where the bundle has another file under a number of the store, or an active version with a number below the
 * store's, that file becomes a new version, and all versions of the store stay. Otherwise the bundle's versions replace those of
 * the store. Importing the same bundle again changes nothing.
 */
export function mergeVersions(stored: Versions | undefined, brought: Versions): MergedVersions {
  if (stored === undefined) return { ...brought, renumbered: [] };
  const held = new Map([...stored.olderVersions, stored.active].map((version) => [version.version, version]));
  const isTaken = ({ version, file }: Version) => {
    const other = held.get(version)?.file;
    return file !== undefined && other !== undefined && other.sha256 !== file.sha256;
  };
  const isLower = brought.active.file !== undefined && brought.active.version < stored.active.version;
  if (!isLower && ![...brought.olderVersions, brought.active].some(isTaken)) return { ...brought, renumbered: [] };

  const merged = new Map(held);
  // A version without a file takes none away.
  for (const older of brought.olderVersions) {
    if (!isTaken(older) && (older.file || !held.get(older.version)?.file)) merged.set(older.version, older);
  }
  const renumbered: { from: number; to: number }[] = [];
  const place = (version: Version, number: number): Version => {
    if (number !== version.version) renumbered.push({ from: version.version, to: number });
    const placed = { ...version, version: number };
    merged.set(number, placed);
    return placed;
  };
  const found = new Set<Version>();
  const highest = () => Math.max(...merged.keys());
  for (const older of brought.olderVersions.filter(isTaken)) {
    // An earlier import of the same bundle has placed it, and each version of equal bytes for itself.
    const same = stored.olderVersions.find((version) => hasSameFile(version, older) && !found.has(version));
    if (same) {
      found.add(same);
      merged.set(same.version, { ...older, version: same.version });
    } else place(older, highest() + 1);
  }
  const isActiveAlready =
    hasSameFile(stored.active, brought.active) &&
    stored.active.version === highest() &&
    // An older version of the bundle has not taken its number.
    merged.get(highest()) === stored.active;
  const active = isActiveAlready
    ? { ...brought.active, version: stored.active.version }
    : place(brought.active, Math.max(brought.active.version, highest() + 1));
  merged.delete(active.version);
  return { active, olderVersions: [...merged.values()].sort((a, b) => a.version - b.version), renumbered };
}

function hasSameFile(a: Version, b: Version): boolean {
  return a.file?.sha256 === b.file?.sha256;
}
