import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { EpochMs, StatedTime, StoredFile } from '../../../../core/src/domain/model.ts';
import type { Changes, Entities, EntityKind, PutOutcome } from '../../catalogue/catalogue.ts';
import type { Review } from '../../reviews/store/review.ts';
import { wantText } from '../texts/want-text.ts';
import { type AssetContext, type StoredBundleFile, toAssetRecord } from './asset-record.ts';
import type { Bundle } from './bundle.ts';
import { FaultList } from './faults.ts';
import { type AssetObject, asset as assetKind, type ReviewObject } from './objects.ts';
import { linesOf } from './read-lines.ts';
import { OBJECTS_PER_YIELD } from './read-session.ts';
import { Reading } from './reading.ts';
import { toDownloadFormat } from './to-model.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of stored records that are read together; few, because each may have long texts. */
const RECORDS_AT_ONCE = 250;

/** Number of objects that an import has added, changed and left unchanged. */
export type WriteCounts = Record<PutOutcome, number>;

export interface WriteContext {
  readonly files: ReadonlyMap<string, StoredBundleFile>;
  /** Model of the catalogue when the bundle was checked. */
  readonly store: CatalogueModel;
  readonly now: EpochMs;
  /** Date of the stored review that a review without a date replaces. */
  readonly reviewDate: (asset: number, user: number) => StatedTime | undefined;
  /** Called after each asset. */
  readonly onWritten: (done: number, total: number) => void;
  readonly signal: AbortSignal;
}

export interface Written extends WriteCounts {
  /** One sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Writes a checked bundle to the catalogue within one transaction. Reads the assets a second time instead of keeping
 * them in memory. Rejects if they have changed meanwhile, or with the signal's reason.
 */
export async function writeBundle(bundle: Bundle, changes: Changes, context: WriteContext): Promise<Written> {
  const { signal } = context;
  const counts: WriteCounts = { added: 0, changed: 0, unchanged: 0 };
  let puts = 0;
  const put = async <K extends EntityKind>(kind: K, entity: Entities[K]): Promise<void> => {
    puts += 1;
    if (puts % OBJECTS_PER_YIELD === 0) await yieldToEventLoop(signal);
    counts[await changes.put(kind, entity)] += 1;
  };
  await putLanguages(bundle, changes, context.store);
  for (const type of bundle.nodeTypes) await put('node_type', type);
  for (const type of bundle.assetTypes) await put('asset_type', type);
  for (const type of bundle.relationTypes) await put('relation_type', type);
  for (const field of bundle.infoFields) await put('info_field', field);
  for (const group of bundle.groups) await put('group', group);
  for (const user of bundle.users) await put('user', user);
  await putDownloadFormats(bundle, context, put);
  for (const node of bundle.nodes) await put('node', node);

  let renumbered = '';
  let more = 0;
  const assetContext = contextOfAssets(bundle, context, (asset, from, to) => {
    if (renumbered !== '') more += 1;
    else
      renumbered = `asset ${asset}: the catalogue holds another file as version ${from}, so this one becomes version ${to}`;
  });
  const total = bundle.assetIds.size;
  let done = 0;
  for await (const objects of inBatches(assetObjects(bundle, signal))) {
    const before = await changes.records(objects.map(({ id }) => id));
    for (const object of objects) {
      const record = toAssetRecord(object, before.get(object.id), assetContext);
      await put('asset', record);
      await wantText(changes, { stored: record.active.file, properties: record.active.properties });
      done += 1;
      context.onWritten(done, total);
    }
  }
  if (done !== total) throw new Error(CHANGED);
  const isService = serviceUsersOf(bundle, context.store);
  for (const review of bundle.reviews) await changes.putReview(toReview(review, isService, context));
  return {
    ...counts,
    warnings: renumbered === '' ? [] : [more === 0 ? renumbered : `${renumbered} (and ${more} more)`],
  };
}

async function* inBatches<T>(all: AsyncIterable<T>): AsyncIterable<readonly T[]> {
  let batch: T[] = [];
  for await (const each of all) {
    batch.push(each);
    if (batch.length < RECORDS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function putLanguages(
  { languages, defaultLanguage }: Bundle,
  changes: Changes,
  store: CatalogueModel,
): Promise<void> {
  if (languages === undefined && defaultLanguage === undefined) return;
  const list = languages ?? store.languages;
  const chosen = defaultLanguage ?? list[0] ?? store.defaultLanguage;
  await changes.putLanguages(list.includes(chosen) ? list : [chosen, ...list], chosen);
}

/** Writes the download formats. A new icon also applies to stored formats with the same icon path. */
async function putDownloadFormats(
  bundle: Bundle,
  { files, store }: WriteContext,
  put: (kind: 'download_format', entity: Entities['download_format']) => Promise<void>,
): Promise<void> {
  const stored = new Map<string, StoredFile>();
  for (const { icon, iconFile } of store.downloadFormats.values()) if (iconFile) stored.set(icon, iconFile);
  const iconFile = (icon: string): StoredFile | undefined => files.get(icon)?.stored ?? stored.get(icon);

  const own = new Set(bundle.downloadFormats.map(({ id }) => id));
  const icons = new Set(bundle.downloadFormats.map(({ icon }) => icon));
  for (const format of bundle.downloadFormats)
    await put('download_format', toDownloadFormat(format, iconFile(format.icon)));
  for (const format of store.downloadFormats.values()) {
    const file = icons.has(format.icon) && !own.has(format.id) ? files.get(format.icon)?.stored : undefined;
    if (file && file.sha256 !== format.iconFile?.sha256) await put('download_format', { ...format, iconFile: file });
  }
}

function contextOfAssets(
  bundle: Bundle,
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
    onRenumbered,
  };
}

const CHANGED = 'the assets of the bundle have changed since they were checked';

async function* assetObjects(bundle: Bundle, signal: AbortSignal) {
  const faults = new FaultList();
  const reading = new Reading({ field: bundle.field }, faults);
  const read = (value: unknown): AssetObject => {
    const object = assetKind.read(value, reading);
    if (object === undefined || faults.total > 0) throw new Error(CHANGED);
    return object;
  };
  for (const value of bundle.parsedAssets) yield read(value);
  if (bundle.assetFile === undefined) return;
  for await (const { lines } of linesOf(bundle.root, bundle.assetFile, signal)) {
    for (const line of lines) {
      if (typeof line !== 'string') throw new Error(CHANGED);
      if (line.trim() !== '') yield read(JSON.parse(line));
    }
  }
}

/** Returns a function that says whether a user represents callers without a token, after the import. */
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
