import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { FileFacts } from '../domain/facts.ts';
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
} from '../domain/model.ts';
import type { Review } from '../domain/people.ts';

/** Files of one folder that `beside` looks at. */
export const MOST_NEIGHBOURS = 10_000;

/** A relation seen from either side. */
export interface RelatedAsset extends Relation {
  /** True when the other asset names this one. */
  readonly isReverse: boolean;
}

/** IDs of one call of `assets` or `outlines` at most. */
export const MAX_ASSETS_AT_ONCE = 10_000;

/**
 * Reads the catalogue, the record of everything else (search index, renditions and cached results are made from it).
 * Every answer belongs to one committed state no older than the last commit before the call.
 */
export interface Catalogue extends AsyncDisposable {
  /** Number of the last committed change; it grows with each commit of a change. Cheap enough to ask on every request. */
  revision(): number;
  /** Types, fields, formats, people and nodes of the newest revision; the same object until the revision changes. */
  model(): CatalogueModel;
  /** The assets of these IDs in the order given; unknown ones are left out. At most MAX_ASSETS_AT_ONCE. */
  assets(ids: readonly number[]): Promise<readonly Asset[]>;
  /**
   * The same with what a short list shows of them, which takes a seventh of the time; without those whose nodes `admits` refuses,
   * where it is given.
   */
  outlines(ids: readonly number[], admits?: (nodes: readonly number[]) => boolean): Promise<readonly AssetOutline[]>;
  /** All versions of an asset, ascending, the active one last; empty for an unknown asset. */
  versions(asset: number): Promise<readonly Version[]>;
  /** What the asset names, and what names it, by type, then ID. */
  relations(asset: number): Promise<readonly RelatedAsset[]>;
  publicUrls(asset: number): Promise<readonly PublicUrl[]>;
  /**
   * What the same folder import has found in the asset's folder and below, by name, the first MOST_NEIGHBOURS; empty for assets of
   * bundles.
   */
  beside(asset: number): Promise<readonly NeighbourAsset[]>;
  /** Downloads per asset since a UTC day `yyyy-MM-dd` (inclusive), most first, ties by ID. */
  topDownloads(since: string): Promise<readonly { readonly asset: number; readonly downloads: number }[]>;
  /**
   * Everything, for export: assets ascending by ID, then `reviews` by asset, user, date. Each of the two is of one state, fixed
   * when its first element is read, however long reading takes; equal revisions before and after tell that they belong together.
   */
  records(): { readonly assets: Iterable<AssetRecord>; readonly reviews: Iterable<Review> };
}

/** A file that was imported beside another one. */
export interface NeighbourAsset {
  /** Path from the folder of the other one, with `/`. */
  readonly name: string;
  readonly nodes: readonly number[];
  readonly file: StoredFile;
  readonly facts: Pick<FileFacts, 'category' | 'extension'>;
}

/** The kinds of object a catalogue holds. */
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

/** What a `put` did to the object of that ID. */
export type PutOutcome = 'added' | 'changed' | 'unchanged';

/** Changes of one transaction. References are checked when it ends, so the order of `put`s is free. */
export interface Changes {
  /**
   * Replaces the object of that ID, or adds it. An asset keeps downloads of dates that the new object doesn't name. Texts with
   * half a surrogate pair where only well-formed ones can be kept, and numbers that are not finite or not safe, throw a RangeError.
   */
  put<K extends EntityKind>(kind: K, entity: Entities[K]): PutOutcome;
  /**
   * Removes the object; unknown IDs are ignored. An asset takes its versions, relations (also those that name it), downloads and
   * reviews with it. A node is taken out of assets and reference fields; what lies below it, or has it for its root, must go or
   * change in the same transaction.
   */
  remove(kind: 'node' | 'asset', id: number): void;
  /** One review per asset, user and date. */
  putReview(review: Review): void;
  /** False where there is no such review. */
  removeReview(review: Pick<Review, 'asset' | 'user' | 'date'>): boolean;
  putLanguages(languages: readonly string[], defaultLanguage: string): void;
  /** An ID above every one of that kind, those of removed nodes and assets among them: none is ever given twice. */
  nextId(kind: EntityKind): number;
  /** Objects that a folder import made from this root folder, by path. */
  importedFrom(root: string): {
    readonly nodes: ReadonlyMap<string, number>;
    readonly assets: ReadonlyMap<string, { readonly id: number; readonly stamp: string }>;
  };
  /** True when an asset is assigned to the node or references it, or a field has it for its root, as things stand in this transaction. */
  isNodeUsed(node: number): boolean;
  /** The record as it stands in this transaction, for updates. */
  record(asset: number): AssetRecord | undefined;
}

/** The one writer of a process. Several processes may write; they wait for each other. */
export interface CatalogueWriter extends AsyncDisposable {
  /**
   * Runs `work` in one transaction. It lands whole, with the change log and one new revision, durable when the promise
   * resolves; when `work` throws or a reference is left dangling, nothing is changed and the promise rejects. A transaction
   * that changes nothing makes no revision.
   */
  change<T>(work: (changes: Changes) => T): Promise<T>;
  /** Adds to the download counts of a UTC day; not a change of the catalogue, so no revision. */
  addDownloads(date: string, counts: ReadonlyMap<number, number>): Promise<void>;
  /** SHA-256 keys that any version or icon of a download format still names, out of those given. */
  filesInUse(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A reference to an object that is not there when the transaction ends. */
export class DanglingReference extends Error {
  override readonly name = 'DanglingReference';
  readonly from: { readonly kind: EntityKind | 'review'; readonly id: number };
  /** Key of the bundle object that holds the reference, for example `nodes` or `infofields.103`. */
  readonly key: string;
  readonly to: { readonly kind: string; readonly id: number };

  constructor(from: DanglingReference['from'], key: string, to: DanglingReference['to']) {
    super(`${from.kind} ${from.id}: ${key} names ${to.kind} ${to.id}, which does not exist`);
    this.from = from;
    this.key = key;
    this.to = to;
  }
}

/** The disk can't be read or written just now; of what was to be written nothing was. */
export class DiskFails extends Error {
  override readonly name: string = 'DiskFails';
}

/** The disk has no room for what was to be written; nothing of it was. */
export class CatalogueFull extends DiskFails {
  override readonly name = 'CatalogueFull';
}

/** Another process has been writing for longer than this one waits. */
export class CatalogueBusy extends Error {
  override readonly name = 'CatalogueBusy';
}
