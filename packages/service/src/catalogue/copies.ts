import type { Pin } from '../pins/store/pin.ts';

/** The highest IDs that a catalogue has ever given, including those of removed objects; 0 if it has given none. */
export interface LastIds {
  readonly node: number;
  readonly asset: number;
}

/** What a copy takes over from its source besides the objects. */
export interface CopySource {
  /** Identity of the source, as `CatalogueStores.identity` returns it. */
  readonly identity: string;
  readonly lastIds: LastIds;
}

/** The part of a transaction that only copies of other catalogues need. */
export interface CopyChanges {
  /**
   * Makes the catalogue a copy, which it stays until another transaction changes it: removes download counts and PINs,
   * so that those of the source can replace them, and reserves the IDs of the source. Call it before any other method.
   * Throws DifferentCatalogue unless the catalogue is empty, or still a copy of the same source.
   */
  becomeCopy(source: CopySource): Promise<void>;
  /** Adds PINs, whose codes must not be in use. They aren't part of the content and create no revision. */
  putPins(pins: readonly Pin[]): Promise<void>;
}

/** Thrown when a copy would replace a catalogue that is not a copy of the same source, or has been changed since. */
export class DifferentCatalogue extends Error {
  override readonly name = 'DifferentCatalogue';

  constructor() {
    super('there is another catalogue, or the copy has been changed since');
  }
}

/** Throws DifferentCatalogue unless a catalogue in this state may become a copy of the source. */
export function refuseDifferent(
  state: { readonly revision: number; readonly copiedFrom: string | undefined },
  { identity }: Pick<CopySource, 'identity'>,
): void {
  if (state.revision > 0 && state.copiedFrom !== identity) throw new DifferentCatalogue();
}
