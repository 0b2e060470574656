/**
 * What a transaction notes for the change log, which both engines write in the same commit: the kinds and IDs of all
 * that it touches. By the log, the search index (`columnar/src/indexer.ts`) and the models in memory learn what has
 * changed since a revision.
 */
import { randomInt } from 'node:crypto';
import type { FieldValues } from '../../../core/src/domain/model.ts';
import type { EntityKind } from './catalogue.ts';

/**
 * Number of recorded changes that are enough: older revisions are deleted when the newer ones hold more than this. The
 * newest revision always stays. An index that is further behind is built anew, which is faster than applying so many.
 */
export const MAX_CHANGES = 100_000;
/** Looking for old revisions reads that many entries, so it is done only now and then. */
const REVISIONS_PER_LOOK = 64;
const CHANGES_PER_LOOK = 1000;

/** What a change log names: kinds of object, the reviews of an asset, and the languages. */
export type LoggedKind = EntityKind | 'review' | 'languages';

/** The kind under which the log holds, as an ID, the mark of the commit that made a revision. */
export const COMMIT = 'commit';
/** What a change of the log may name without changing the model. */
const KINDS_OUTSIDE_MODEL = ['asset', 'review', COMMIT] as const;
/** A condition on changes: whether they change the model. */
export const CHANGES_MODEL = `kind NOT IN ('${KINDS_OUTSIDE_MODEL.join("', '")}')`;

/**
 * Returns a random number for a commit. After a restore, other commits have the same revisions as those that were lost,
 * but not the same marks.
 */
export const newCommitMark = (): number => randomInt(2 ** 48 - 1);

/** The first node or asset that uses a field or item, for the error message if that doesn't exist. */
export interface Use {
  readonly kind: 'node' | 'asset';
  readonly id: number;
}

/** Notes what one transaction touches. */
export interface ChangeNotes {
  note(kind: LoggedKind, id: number): void;
  useFields(kind: 'node' | 'asset', id: number, fields: FieldValues): void;
  touched(kind: LoggedKind): ReadonlySet<number>;
  /** Notes that the transaction makes the catalogue a copy of the one with this identity. */
  noteCopyOf(identity: string): void;
  copiedFrom(): string | undefined;
  /** All that was touched, by kind. */
  readonly kinds: ReadonlyMap<LoggedKind, ReadonlySet<number>>;
  /** Field -> its first use. */
  readonly fields: ReadonlyMap<number, Use>;
  /** Field -> number value (the item ID for a dropdown field) -> its first use. */
  readonly numbers: ReadonlyMap<number, ReadonlyMap<number, Use>>;
}

/**
 * Opens empty notes. Values of number fields are many and need no check, so only those of fields that may be dropdowns
 * are noted.
 */
export function openChangeNotes(mayBeDropdown: (field: number) => boolean): ChangeNotes {
  const kinds = new Map<LoggedKind, Set<number>>();
  const fields = new Map<number, Use>();
  const numbers = new Map<number, Map<number, Use>>();
  let copied: string | undefined;
  return {
    note: (kind, id) => {
      const ids = kinds.get(kind);
      if (ids) ids.add(id);
      else kinds.set(kind, new Set([id]));
    },
    useFields: (kind, id, values) => {
      for (const [field, value] of values) {
        if (!fields.has(field)) fields.set(field, { kind, id });
        if (typeof value !== 'number' || !mayBeDropdown(field)) continue;
        const uses = numbers.get(field) ?? new Map<number, Use>();
        if (!uses.has(value)) uses.set(value, { kind, id });
        numbers.set(field, uses);
      }
    },
    touched: (kind) => kinds.get(kind) ?? new Set(),
    noteCopyOf: (identity) => {
      copied = identity;
    },
    copiedFrom: () => copied,
    kinds,
    fields,
    numbers,
  };
}

/** True if the log should be searched for old revisions after a transaction has logged so many changes. */
export function isTimeToPrune(revision: number, logged: number): boolean {
  return revision % REVISIONS_PER_LOOK === 0 || logged > CHANGES_PER_LOOK;
}
