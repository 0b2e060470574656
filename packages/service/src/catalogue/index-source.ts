import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Asset, Text } from '../domain/model.ts';

/** Reads the data from which a search index is built and updated. */
export interface IndexSource extends Disposable {
  /** Number of the last committed change. The call is cheap. */
  revision(): number;
  /**
   * Runs `work` on one committed state, which is at least as new as the last commit before the call. `state` is invalid
   * after `work` returns.
   */
  read<T>(work: (state: IndexedState) => T): T;
}

/** One committed state of a catalogue. */
export interface IndexedState {
  readonly model: CatalogueModel;
  /** All assets in ascending order of ID. */
  assets(): Iterable<Asset>;
  /** Returns those of the given assets that exist, in ascending order of ID. */
  assetsOf(ids: readonly number[]): readonly Asset[];
  /** IDs of the assets that were changed, added or removed after a revision. */
  changedSince(revision: number): readonly number[];
  /** Reads a single text of an asset: its name, the name of its imported file, or the value of a text field. */
  text(asset: number, of: 'name' | 'original' | number): Text | undefined;
}
