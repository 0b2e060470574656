import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Asset, Text } from '../domain/model.ts';

/** What a search index is made from, and kept up to date with. */
export interface IndexSource extends Disposable {
  /** Number of the last committed change; cheap. */
  revision(): number;
  /** Runs `work` over one committed state, no older than the last commit before the call. The state ends with it. */
  read<T>(work: (state: IndexedState) => T): T;
}

/** One committed state of a catalogue. */
export interface IndexedState {
  readonly model: CatalogueModel;
  /** All assets ascending by ID. */
  assets(): Iterable<Asset>;
  /** Those of these assets that exist, ascending by ID. */
  assetsOf(ids: readonly number[]): readonly Asset[];
  /** Assets that were changed, added or removed after a revision. */
  changedSince(revision: number): readonly number[];
  /** One text of an asset, read by itself: its name, the name of its imported file, or the value of a text field. */
  text(asset: number, of: 'name' | 'original' | number): Text | undefined;
}
