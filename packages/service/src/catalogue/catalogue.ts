/** The ports by which the service reads and writes the catalogue. */
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import type { FileText } from '../../../core/src/domain/file-text.ts';
import type {
  Asset,
  AssetOutline,
  AssetRecord,
  AssetType,
  CatalogueNode,
  DownloadFormat,
  Group,
  InfoField,
  NodeType,
  PublicUrl,
  Relation,
  RelationType,
  StoredFile,
  User,
  Version,
} from '../../../core/src/domain/model.ts';
import type { Review } from '../reviews/store/review.ts';
import type { ChangeLog } from './change-log.ts';
import type { CopyChanges } from './copies.ts';
import type { ImportLock } from './imports.ts';
import type { Records } from './records.ts';
import type { TextChanges } from './texts.ts';

/** Maximum number of files that `beside` reads for one asset. */
export const MAX_NEIGHBOURS = 10_000;

/** A relation as seen from one of its two assets. */
export interface RelatedAsset extends Relation {
  /** True when the other asset defines the relation and this one is its target. */
  readonly isReverse: boolean;
}

/**
 * Reads the catalogue, which is the source of truth: the search index, renditions and cached results are derived from
 * it.
 */
export interface Catalogue extends AsyncDisposable {
  /**
   * Returns the newest state, which includes the revision `atLeast`, what earlier reads have seen, and every commit that
   * ended before the request arrived; a store across a network may promise instead that it includes every commit that
   * ended a given time before. Rejects with CatalogueUnreachable if that can't be confirmed. The object stays the same
   * until the revision changes. The call is cheap enough for every request.
   */
  snapshot(options?: { readonly atLeast?: number }): Promise<Snapshot>;
  /**
   * Returns what `snapshot` would, if that needs no wait; undefined otherwise. The response cache needs it to answer
   * hits without waiting.
   */
  snapshotAtHand(): Snapshot | undefined;
  /**
   * Returns the newest model in memory, without a wait; undefined before the first `snapshot`. It may be older than
   * `snapshot` promises, so it is for monitoring alone. Throws a DiskFailure if a local catalogue can't be read.
   */
  modelAtHand(): CatalogueModel | undefined;
  /**
   * Returns the milliseconds since the store last confirmed that `snapshot` has every commit; infinite before the first
   * time, and always 0 for a store on this machine.
   */
  lag(): number;
  /** Returns why the store could not confirm that when it was last asked; undefined if it did. */
  failure(): unknown;
  /** Opens everything that an export contains, as one state that stays fixed however long reading takes. */
  openRecords(): Promise<Records>;
}

/**
 * One state of the catalogue. A store may be unable to hold a state for as long as a request takes. A method then reads a
 * later state, and `Catalogue.snapshot` no longer returns this snapshot. `readConsistently` notices that.
 */
export interface Snapshot {
  /** Number of the last committed change. Each commit that changes something increases it. */
  readonly revision: number;
  /** The types, fields, formats, users and nodes. */
  readonly model: CatalogueModel;
  /**
   * Returns the assets with these IDs in the given order and skips unknown IDs. Accepts at most MAX_ASSETS_AT_ONCE IDs.
   */
  assets(ids: readonly number[]): Promise<readonly Asset[]>;
  /** Like `assets`, but returns only what a short list shows, which takes a seventh of the time. */
  outlines(ids: readonly number[]): Promise<readonly AssetOutline[]>;
  /**
   * Returns all versions of an asset in ascending order, so the active version is last. Returns an empty list for an
   * unknown asset.
   */
  versions(asset: number): Promise<readonly Version[]>;
  /** Returns the relations from and to the asset, ordered by type, then by ID. */
  relations(asset: number): Promise<readonly RelatedAsset[]>;
  publicUrls(asset: number): Promise<readonly PublicUrl[]>;
  /**
   * Returns the text of the file of the asset's active version; undefined if it has none, or if it wasn't read yet. It may
   * be megabytes long, so a caller has few at a time.
   */
  document(asset: number): Promise<FileText | undefined>;
  /**
   * Returns the other files that the same folder import found in the asset's folder and its subfolders, ordered by
   * name. Returns at most MAX_NEIGHBOURS files, and none for assets imported from bundles. Rejects with the reason
   * of the signal if it aborts while the read waits.
   */
  beside(asset: number, signal?: AbortSignal): Promise<readonly NeighbourAsset[]>;
  /** What each commit changed. */
  readonly log: ChangeLog;
  /**
   * Returns the downloads per asset since a UTC day `yyyy-MM-dd` (inclusive), most downloads first, ties ordered by ID.
   * Rejects with the reason of the signal if it aborts while the read waits.
   */
  topDownloads(
    since: string,
    signal?: AbortSignal,
  ): Promise<readonly { readonly asset: number; readonly downloads: number }[]>;
}

/** A file that a folder import found in the folder of another asset, or below it. */
export interface NeighbourAsset extends Pick<Asset, 'validFrom' | 'validUntil'> {
  /** Path relative to the folder of the other asset, separated by `/`. */
  readonly name: string;
  readonly nodes: readonly number[];
  readonly file: StoredFile;
  readonly properties: Pick<FileProperties, 'category' | 'extension'>;
}

/** The kinds of object in a catalogue, with the type of each. */
export interface Entities {
  readonly node_type: NodeType;
  readonly asset_type: AssetType;
  readonly info_field: InfoField;
  readonly relation_type: RelationType;
  readonly download_format: DownloadFormat;
  readonly group: Group;
  readonly user: User;
  readonly node: CatalogueNode;
  readonly asset: AssetRecord;
}

export type EntityKind = keyof Entities;

/** Kinds that are few and always read together, so a store keeps each object as one document. */
export type DefinitionKind = Exclude<EntityKind, 'node' | 'asset'>;

export function isDefinition(kind: EntityKind): kind is DefinitionKind {
  return kind !== 'node' && kind !== 'asset';
}

/** What a `put` did to the object with that ID. */
export type PutOutcome = 'added' | 'changed' | 'unchanged';

/**
 * The changes of one transaction. References are checked when the transaction ends, so `put`s may come in any order.
 * Every method rejects once the transaction is over.
 */
export interface Changes extends CopyChanges, TextChanges {
  /**
   * Adds the object, or replaces the one with the same ID. An asset keeps its downloads of dates that the new object
   * doesn't contain. Throws a RangeError for unpaired surrogates in texts that must be well-formed, and for numbers
   * that aren't finite or aren't safe integers.
   */
  put<K extends EntityKind>(kind: K, entity: Entities[K]): Promise<PutOutcome>;
  /**
   * Removes the object and ignores unknown IDs. Removing an asset also removes its versions, downloads, reviews and
   * relations in both directions. Removing a node also removes it from assets and reference fields. Child nodes, and
   * fields whose root it is, must be removed or changed in the same transaction.
   */
  remove(kind: 'node' | 'asset', id: number): Promise<void>;
  /** Adds or replaces a review. An asset has at most one review per user and date. */
  putReview(review: Review): Promise<void>;
  /** Removes a review. Returns false if it doesn't exist. */
  removeReview(review: Pick<Review, 'asset' | 'user' | 'date'>): Promise<boolean>;
  putLanguages(languages: readonly string[], defaultLanguage: string): Promise<void>;
  /**
   * Returns an ID above all IDs of that kind that were ever used, including those of removed nodes and assets, so no ID
   * is used twice.
   */
  nextId(kind: EntityKind): Promise<number>;
  /** Returns the revision before this transaction. A snapshot of that revision or a newer one has all that it builds on. */
  revision(): Promise<number>;
  /** Returns the objects that a folder import created from this root folder, by path. */
  importedFrom(root: string): Promise<ImportedFrom>;
  /**
   * Remembers which folder the root folder was, for `importedFrom`. Creates no revision, because nobody reads it through
   * the catalogue; a copy of the catalogue doesn't have it, because it may be on another machine.
   */
  putIdentity(root: string, identity: string): Promise<void>;
  /**
   * True if, within this transaction, an asset is assigned to the node or references it, or a field has it as its root.
   */
  isNodeUsed(node: number): Promise<boolean>;
  /** Returns the record as it is within this transaction, so that it can be updated. */
  record(asset: number): Promise<AssetRecord | undefined>;
  /**
   * Returns the records of those of these assets that exist, by ID. A store across a network reads them together, and
   * needs no other read for the next `put` of each.
   */
  records(assets: readonly number[]): Promise<ReadonlyMap<number, AssetRecord>>;
}

/** Objects that a folder import created, by path. */
export interface ImportedFrom {
  /** Which folder the root folder was; opaque to the catalogue, absent if no import has said so. */
  readonly identity?: string;
  readonly nodes: ReadonlyMap<string, number>;
  readonly assets: ReadonlyMap<string, { readonly id: number; readonly stamp: string }>;
}

/** Writes the catalogue. A process opens one writer; writers of several processes wait for each other. */
export interface CatalogueWriter extends AsyncDisposable {
  /**
   * Runs `work` in one transaction, which commits the changes, the change log and one new revision together. The commit
   * is durable when the promise resolves. If `work` throws or leaves a dangling reference, nothing changes and the
   * promise rejects. A transaction that changes nothing creates no revision. With `lock`, rejects with ImportLockLost if
   * the lock is lost before the commit; the next import then finds none of the changes, and otherwise all of them.
   */
  change<T>(work: (changes: Changes) => Promise<T>, options?: { readonly lock?: ImportLock }): Promise<T>;
  /**
   * Adds to the download counts of a UTC day. Creates no revision, because download counts aren't part of the
   * catalogue's content.
   */
  addDownloads(date: string, counts: ReadonlyMap<number, number>): Promise<void>;
  /**
   * Returns those of the given SHA-256 keys that a version or the icon of a download format still uses, after the
   * transactions that began before the call. Must not be awaited within `change`.
   */
  filesInUse(keys: readonly string[]): Promise<ReadonlySet<string>>;
}
