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
  assetCount(): number;
  /** Those of these assets that exist, ascending by ID. */
  assetsOf(ids: readonly number[]): readonly Asset[];
  /** What changed after a revision; undefined where the record doesn't reach back so far. */
  changesSince(revision: number): Changed | undefined;
  /** One text of an asset, read by itself: its name, the name of its imported file, or the value of a text field. */
  text(asset: number, of: 'name' | 'original' | number): Text | undefined;
}

export interface Changed {
  /** Changed, added and removed assets. */
  readonly assets: readonly number[];
  /** True where types, fields, languages, people, formats or nodes changed. */
  readonly model: boolean;
}
