import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { FileText } from '../../core/src/domain/file-text.ts';
import type { Asset, Text } from '../../core/src/domain/model.ts';

/** Reads the data from which a search index is built and updated. */
export interface IndexSource extends AsyncDisposable {
  /** The last committed change. The call is cheap. */
  lastCommit(): Promise<Commit>;
  /** Opens a committed state that is at least as new as the last commit before the call. Several may be open. */
  open(): Promise<IndexedState>;
  /**
   * Up to a thousand assets, those with the lowest IDs above `after`, in ascending order of ID; none at the end. For those
   * who take hours for all of them: each page is of the newest state, and no state stays open between two.
   */
  page(after?: number): Promise<readonly Asset[]>;
  /** Like `page`, but only assets with a file at whose picture nobody has looked yet, to compare it with others. */
  withoutFeatures(after?: number): Promise<readonly Asset[]>;
  /** Number of assets with a file in the newest state. */
  countFiles(): Promise<number>;
}

/** A committed change. */
export interface Commit {
  readonly revision: number;
  /**
   * A random number. After a restore to an older state, other commits get the revisions of those that were lost. Undefined
   * if it is not recorded (any more).
   */
  readonly mark: number | undefined;
}

/** One committed state of a catalogue, which stays fixed until it is disposed of. */
export interface IndexedState extends AsyncDisposable {
  readonly model: CatalogueModel;
  /** All assets in ascending order of ID, in batches of at most a thousand. */
  assets(): AsyncIterable<readonly Asset[]>;
  /** Returns those of the given assets that exist, in ascending order of ID. */
  assetsOf(ids: readonly number[]): Promise<readonly Asset[]>;
  /**
   * IDs of the assets that were changed, rated, added or removed after a revision; undefined if it is so old that they are no
   * longer recorded.
   */
  changedSince(revision: number): Promise<readonly number[] | undefined>;
  /** Mark of the commit that made this revision; see `Commit`. */
  markOf(revision: number): Promise<number | undefined>;
  /** Returns the mean rating (`meanRating`) of each of these assets that has one; local times are in the zone. */
  ratings(ids: readonly number[], timeZone: string): Promise<ReadonlyMap<number, number>>;
  /** Reads one text of each of these assets. Assets that don't exist or lack the text are missing in the result. */
  texts(ids: readonly number[], of: TextName): Promise<ReadonlyMap<number, Text>>;
  /**
   * Reads the texts of the files of these assets' active versions, by asset in ascending order, a few million
   * characters at a time. Assets without text are missing. Takes at most a thousand IDs.
   */
  documents(ids: readonly number[]): AsyncIterable<ReadonlyMap<number, FileText>>;
}

/** A text of an asset: its name, the name of its imported file, or the value of the text field with this ID. */
type TextName = 'name' | 'original' | number;
