import type { AssetRecord, Version } from '../../../../core/src/domain/model.ts';

type Versions = Pick<AssetRecord, 'active' | 'olderVersions'>;

interface MergedVersions extends Versions {
  /** Versions that received a different number from the one in the bundle. */
  readonly renumbered: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Merges the versions of an imported asset with the stored ones. URLs with a version number are cached for ever, so a
 * number must always mean the same file. If the bundle has a different file under a stored number, or its active
 * version has a lower number than the stored one, that file gets a new number and every stored file stays. Otherwise
 * the bundle's versions replace the stored ones. Importing the same bundle again changes nothing.
 */
export function mergeVersions(stored: Versions | undefined, imported: Versions): MergedVersions {
  if (stored === undefined) return { ...imported, renumbered: [] };
  const storedByNumber = new Map([...stored.olderVersions, stored.active].map((version) => [version.version, version]));
  const isConflict = ({ version, file }: Version) => {
    const other = storedByNumber.get(version)?.file;
    return file !== undefined && other !== undefined && other.sha256 !== file.sha256;
  };
  const isActiveLower = imported.active.file !== undefined && imported.active.version < stored.active.version;
  if (!isActiveLower && ![...imported.olderVersions, imported.active].some(isConflict))
    return { ...imported, renumbered: [] };

  const merged = new Map(storedByNumber);
  // A bundle version without a file must not replace a stored file.
  for (const older of imported.olderVersions) {
    if (!isConflict(older) && (older.file || !storedByNumber.get(older.version)?.file))
      merged.set(older.version, older);
  }
  const renumbered: { from: number; to: number }[] = [];
  const place = (version: Version, number: number): Version => {
    if (number !== version.version) renumbered.push({ from: version.version, to: number });
    const placed = { ...version, version: number };
    merged.set(number, placed);
    return placed;
  };
  const matched = new Set<Version>();
  const highest = () => Math.max(...merged.keys());
  for (const older of imported.olderVersions.filter(isConflict)) {
    // An earlier import of this bundle may have stored this file under another number. Each stored version matches only
    // once, because several versions may have equal bytes.
    const same = stored.olderVersions.find((version) => hasSameFile(version, older) && !matched.has(version));
    if (same) {
      matched.add(same);
      merged.set(same.version, { ...older, version: same.version });
    } else place(older, highest() + 1);
  }
  const isActiveAlready =
    hasSameFile(stored.active, imported.active) &&
    stored.active.version === highest() &&
    // No older version from the bundle has replaced it under that number.
    merged.get(highest()) === stored.active;
  const active = isActiveAlready
    ? { ...imported.active, version: stored.active.version }
    : place(imported.active, Math.max(imported.active.version, highest() + 1));
  merged.delete(active.version);
  return { active, olderVersions: [...merged.values()].sort((a, b) => a.version - b.version), renumbered };
}

function hasSameFile(a: Version, b: Version): boolean {
  return a.file?.sha256 === b.file?.sha256;
}
