import {
  FILE_CATEGORIES,
  type FileProperties,
  NO_FILE_PROPERTIES,
} from '../../../../core/src/domain/file-properties.ts';
import type {
  AssetRecord,
  EpochMs,
  Relation,
  StatedTime,
  StoredFile,
  Version,
} from '../../../../core/src/domain/model.ts';
import { categoryOfExtension, extensionOf } from '../../../../media/src/inspect/categories.ts';
import { mergeVersions } from './merge-versions.ts';
import type { AssetObject } from './objects.ts';
import { baseName } from './paths.ts';

/** A file of the bundle after it has been stored. */
export interface StoredBundleFile {
  readonly stored: StoredFile;
  readonly properties: FileProperties;
  readonly modified: EpochMs;
}

/** What building an asset's record needs besides its object. */
export interface AssetContext {
  readonly now: EpochMs;
  file(path: string): StoredBundleFile;
  typeOfKey(key: string): number;
  relationTypeOfKey(key: string): number;
  /** Called for each version whose number differs from the one in the bundle. */
  onRenumbered(asset: number, from: number, to: number): void;
}

/**
 * Builds the record of an asset of a bundle, with the defaults of the specification. `stored` is the asset with the
 * same ID; undefined for a new one. The active version's number is one
 * above all others, and its date is `modified`. `modified` defaults to the file's modification time, or to `uploaded`
 * for a record without a file. `uploaded` defaults to the time of the import; an existing asset keeps its own. An
 * existing asset also keeps the versions whose numbers the bundle gives to other files.
 */
export function toAssetRecord(from: AssetObject, stored: AssetRecord | undefined, context: AssetContext): AssetRecord {
  const brought = broughtRecord(from, stored, context);
  const { active, olderVersions, renumbered } = mergeVersions(stored, brought);
  for (const version of renumbered) context.onRenumbered(from.id, version.from, version.to);
  return { ...brought, active, olderVersions };
}

/** Builds the record as it is in the bundle. */
function broughtRecord(from: AssetObject, stored: AssetRecord | undefined, context: AssetContext): AssetRecord {
  const uploaded = from.uploaded ?? stored?.uploaded ?? context.now;
  const olderVersions = olderVersionsOf(from, uploaded, context);
  const file = from.file === undefined ? undefined : context.file(from.file);
  const name = from.name ?? (from.file === undefined ? '' : baseName(from.file));
  const modified = from.modified ?? file?.modified ?? uploaded;
  const version = (olderVersions.at(-1)?.version ?? 0) + 1;
  return {
    id: from.id,
    ...(from.type === undefined ? {} : { type: context.typeOfKey(from.type) }),
    nodes: from.nodes,
    fields: from.fields,
    uploaded,
    modified,
    ...(from.uploadedBy === undefined ? {} : { uploadedBy: from.uploadedBy }),
    ...(from.validFrom === undefined ? {} : { validFrom: from.validFrom }),
    ...(from.validUntil === undefined ? {} : { validUntil: from.validUntil }),
    ...(from.rights === undefined ? {} : { rights: from.rights }),
    ...(from.focus === undefined ? {} : { focus: from.focus }),
    active: file
      ? fileVersion({ version, name, date: modified }, from.file ?? '', file)
      : {
          version,
          name,
          date: modified,
          original: '',
          ...(from.size === undefined || from.size < 0 ? {} : { size: from.size }),
          properties: recordProperties(from.extension ?? knownExtension(name), from),
        },
    olderVersions,
    relations: relationsOf(from, context),
    publicUrls: from.publicUrls,
    downloads: from.downloads,
  };
}

/** Returns the relations ordered by type, then by ID, without duplicates. */
function relationsOf({ relations }: AssetObject, context: AssetContext): readonly Relation[] {
  if (relations.length === 0) return [];
  const named = new Map<string, Relation>();
  for (const { type, to } of relations) named.set(`${type} ${to}`, { type: context.relationTypeOfKey(type), to });
  return [...named.values()].sort((a, b) => a.type - b.type || a.to - b.to);
}

/** Gives a version without a number the one after the highest before it. */
function olderVersionsOf(from: AssetObject, uploaded: StatedTime, context: AssetContext): Version[] {
  let highest = 0;
  return from.versions
    .map((older): Version => {
      const version = older.version ?? highest + 1;
      highest = Math.max(highest, version);
      const file = older.file === undefined ? undefined : context.file(older.file);
      const name = older.name ?? (older.file === undefined ? (from.name ?? '') : baseName(older.file));
      const date = older.date ?? file?.modified ?? uploaded;
      if (file) return fileVersion({ version, name, date }, older.file ?? '', file);
      return { version, name, date, original: '', properties: recordProperties(knownExtension(name), {}) };
    })
    .sort((a, b) => a.version - b.version);
}

function fileVersion(base: Pick<Version, 'version' | 'name' | 'date'>, path: string, file: StoredBundleFile): Version {
  return { ...base, original: baseName(path), file: file.stored, size: file.stored.size, properties: file.properties };
}

/** Returns the extension of a name without a file if it is a known one; the end of `Dr. Who` isn't. */
export function knownExtension(name: string): string {
  const extension = extensionOf(name);
  return categoryOfExtension(extension) === FILE_CATEGORIES.unknown ? '' : extension;
}

function recordProperties(
  extension: string,
  claims: {
    readonly width?: number | undefined;
    readonly height?: number | undefined;
    readonly pages?: number | undefined;
  },
): FileProperties {
  return {
    ...NO_FILE_PROPERTIES,
    category: categoryOfExtension(extension),
    extension,
    width: atLeast0(claims.width),
    height: atLeast0(claims.height),
    pages: atLeast0(claims.pages),
  };
}

function atLeast0(value: number | undefined): number {
  return Math.max(0, value ?? 0);
}
