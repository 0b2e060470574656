import type { EntityKind } from './catalogue.ts';

/** The object that a row belongs to, for error messages. */
export interface RowOwner {
  readonly kind: EntityKind | 'review' | 'pin' | 'text';
  /** Of a review its asset; of a PIN its code; of a text the SHA-256 of its file. */
  readonly id: number | string;
}

/**
 * Throws a RangeError that names the object for values that a database would change or return unreadable: texts with
 * unpaired surrogates, numbers that aren't finite, and integers that aren't safe.
 */
export function refuseUnstorable(owner: RowOwner, cells: readonly (string | number | boolean | null)[]): void {
  for (const cell of cells) {
    const isFine = typeof cell === 'string' ? cell.isWellFormed() : typeof cell !== 'number' || isStorable(cell);
    if (!isFine) throw new RangeError(`${owner.kind} ${owner.id}: ${JSON.stringify(String(cell))} can't be stored`);
  }
}

function isStorable(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
