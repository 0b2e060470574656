import type { Changes, Entities, EntityKind, PutOutcome } from '../../catalogue/catalogue.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { EpochMs, StoredFile } from '../../domain/model.ts';
import type { Review } from '../../domain/people.ts';
import { type AssetContext, type StoredBundleFile, toAssetRecord } from './asset-record.ts';
import type { Bundle } from './bundle.ts';
import { FaultList } from './faults.ts';
import { asset as assetKind, type ReviewObject } from './objects.ts';
import { Reading } from './reading.ts';
import { toDownloadFormat } from './to-model.ts';
import type { BundleType } from './value-types.ts';

/** Number of objects that an import has added, changed and left unchanged. */
export type WriteCounts = Record<PutOutcome, number>;

/** What writing needs besides the bundle. */
export interface WriteContext {
  readonly files: ReadonlyMap<string, StoredBundleFile>;
  /** Model of the catalogue when the bundle was checked. */
  readonly store: CatalogueModel;
  readonly now: EpochMs;
  /** Date of the stored review that a review without a date replaces. */
  readonly reviewDate: (asset: number, user: number) => EpochMs | undefined;
  /** Called after each asset. */
  readonly onWritten: (done: number, total: number) => void;
}

/** Result of writing a bundle. */
export interface Written extends WriteCounts {
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Writes a checked bundle to the catalogue within one transaction. Reads the assets a second time instead of keeping
 * them in memory.
 */
export function writeBundle(bundle: Bundle, changes: Changes, context: WriteContext): Written {
  const counts: WriteCounts = { added: 0, changed: 0, unchanged: 0 };
  const put = <K extends EntityKind>(kind: K, entity: Entities[K]): void => {
    counts[changes.put(kind, entity)] += 1;
  };
  putLanguages(bundle, changes, context.store);
  for (const type of bundle.nodeTypes) put('node_type', type);
  for (const type of bundle.assetTypes) put('asset_type', type);
  for (const type of bundle.relationTypes) put('relation_type', type);
  for (const field of bundle.infoFields) put('info_field', field);
  for (const group of bundle.groups) put('group', group);
  for (const user of bundle.users) put('user', user);
  putDownloadFormats(bundle, context, put);
  for (const node of bundle.nodes) put('node', node);

  let renumbered = '';
  let more = 0;
  const assetContext = contextOfAssets(bundle, changes, context, (asset, from, to) => {
    if (renumbered !== '') more += 1;
    else
      renumbered = `asset ${asset}: the catalogue holds another file as version ${from}, so this one becomes version ${to}`;
  });
  const total = bundle.assetIds.size;
  let done = 0;
  for (const object of assetObjects(bundle)) {
    put('asset', toAssetRecord(object, assetContext));
    done += 1;
    context.onWritten(done, total);
  }
  const isService = serviceUsersOf(bundle, context.store);
  for (const review of bundle.reviews) changes.putReview(toReview(review, isService, context));
  return {
    ...counts,
    warnings: renumbered === '' ? [] : [more === 0 ? renumbered : `${renumbered} (and ${more} more)`],
  };
}

function putLanguages({ languages, defaultLanguage }: Bundle, changes: Changes, store: CatalogueModel): void {
  if (languages === undefined && defaultLanguage === undefined) return;
  const list = languages ?? store.languages;
  const chosen = defaultLanguage ?? list[0] ?? store.defaultLanguage;
  changes.putLanguages(list.includes(chosen) ? list : [chosen, ...list], chosen);
}

/**
 * Writes the download formats. An icon path always stands for one picture, so a new picture also applies to stored
 * formats with the same path.
 */
function putDownloadFormats(
  bundle: Bundle,
  { files, store }: WriteContext,
  put: (kind: 'download_format', entity: Entities['download_format']) => void,
): void {
  const stored = new Map<string, StoredFile>();
  for (const { icon, iconFile } of store.downloadFormats.values()) if (iconFile) stored.set(icon, iconFile);
  const iconFile = (icon: string): StoredFile | undefined => files.get(icon)?.stored ?? stored.get(icon);

  const own = new Set(bundle.downloadFormats.map(({ id }) => id));
  const icons = new Set(bundle.downloadFormats.map(({ icon }) => icon));
  for (const format of bundle.downloadFormats) put('download_format', toDownloadFormat(format, iconFile(format.icon)));
  for (const format of store.downloadFormats.values()) {
    const file = icons.has(format.icon) && !own.has(format.id) ? files.get(format.icon)?.stored : undefined;
    if (file && file.sha256 !== format.iconFile?.sha256) put('download_format', { ...format, iconFile: file });
  }
}

function contextOfAssets(
  bundle: Bundle,
  changes: Changes,
  { files, now }: WriteContext,
  onRenumbered: AssetContext['onRenumbered'],
): AssetContext {
  const checked = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new Error(`${what} was there when the bundle was checked, and is gone`);
    return value;
  };
  return {
    now,
    file: (path) => checked(files.get(path), path),
    typeOfKey: (key) => checked(bundle.idOfKey('asset_type', key), `asset type ${key}`),
    relationTypeOfKey: (key) => checked(bundle.idOfKey('relation_type', key), `relation type ${key}`),
    stored: (asset) => changes.record(asset),
    onRenumbered,
  };
}

function* assetObjects(bundle: Bundle) {
  const faults = new FaultList();
  const nothing = (): void => {};
  const reading = new Reading(
    {
      refer: nothing,
      referByKey: nothing,
      referToFile: nothing,
      referToIcon: nothing,
      referBelow: nothing,
      field: bundle.field,
    },
    faults,
  );
  const read = <T>(value: unknown, kind: BundleType<T>): T => {
    const object = kind.read(value, reading);
    if (object === undefined || faults.total > 0) throw new Error('an asset that was checked reads differently now');
    return object;
  };
  for (const value of bundle.parsedAssets) yield read(value, assetKind);
  for (const line of bundle.assetLines.lines()) yield read(JSON.parse(line), assetKind);
}

/**
 * Returns a function that says whether a user is a service user, which represents callers without a token, after the
 * import.
 */
function serviceUsersOf({ users }: Bundle, store: CatalogueModel): (user: number) => boolean {
  const own = new Map(users.map((user) => [user.id, user]));
  return (user) => (own.get(user) ?? store.users.get(user))?.isService ?? false;
}

function toReview(
  { date, anonymous, ...review }: ReviewObject,
  isService: (user: number) => boolean,
  { now, reviewDate }: WriteContext,
): Review {
  const { asset, user } = review;
  return { ...review, date: date ?? reviewDate(asset, user) ?? now, isAnonymous: anonymous ?? isService(user) };
}
