/**
 * What a transaction notes for the change log, which both engines write in the same commit: the kinds and IDs of all
 * that it touches. By the log, the search index (`columnar/src/indexer.ts`) and the models in memory learn what has
 * changed since a revision.
 */
import { randomInt } from 'node:crypto';
import type { FieldValues } from '../../../core/src/domain/model.ts';
import type { EntityKind } from './catalogue.ts';

/**
 * Number of recorded changes that an index applies. One that is further behind is built anew, which is faster than applying
 * so many.
 */
export const MAX_CHANGES = 100_000;
/** How long changes are recorded by default, in days; `changes.days` says otherwise. */
export const DEFAULT_DAYS = 30;
/** Looking for old revisions reads that many entries, so it is done only now and then. */
const REVISIONS_PER_LOOK = 64;
const CHANGES_PER_LOOK = 1000;

/** How the log is written. */
export interface LogSettings {
  /** How long changes are recorded, in days. */
  readonly keepDays?: number;
  /** UTC milliseconds. */
  readonly now?: number;
}

/** What a change log names: kinds of object, the reviews of an asset, and the languages. */
export type LoggedKind = EntityKind | 'review' | 'languages';

/** The kind under which the log holds the nodes below a moved one. */
export const BELOW = 'below';
/** The same of those that have changed themselves in the same commit, which the log holds as such, too. */
export const CARRIED = 'carried';

/** The kind under which the log holds, as an ID, the mark of the commit that made a revision. */
export const COMMIT = 'commit';
/** What a change of the log may name without changing the model. */
const KINDS_OUTSIDE_MODEL = ['asset', 'review', COMMIT, BELOW, CARRIED] as const;
/** A condition on changes: whether they change the model. */
export const CHANGES_MODEL = `kind NOT IN ('${KINDS_OUTSIDE_MODEL.join("', '")}')`;

/**
 * Returns a random number for a commit. After a restore, other commits have the same revisions as those that were lost,
 * but not the same marks.
 */
export const newCommitMark = (): number => randomInt(2 ** 48 - 1);

/** The first node or asset that uses a field or item, for the error message if that doesn't exist. */
interface Use {
  readonly kind: 'node' | 'asset';
  readonly id: number;
}

/**
 * Notes what one transaction touches. Values of number fields are many and need no check, so only those of fields that may be
 * dropdowns are noted.
 */
export class ChangeNotes {
  /** All that was touched, by kind. */
  readonly kinds = new Map<LoggedKind, Set<number>>();
  /** Field -> its first use. */
  readonly fields = new Map<number, Use>();
  /** Field -> number value (the item ID for a dropdown field) -> its first use. */
  readonly numbers = new Map<number, Map<number, Use>>();
  /** Identity of the catalogue of which the transaction makes this one a copy. */
  copiedFrom: string | undefined;
  readonly #places = new Map<LoggedKind, Map<number, string | null>>();
  readonly #mayBeDropdown: (field: number) => boolean;

  constructor(mayBeDropdown: (field: number) => boolean) {
    this.#mayBeDropdown = mayBeDropdown;
  }

  /**
   * Notes an object, and where it was before as `places.ts` writes it: null if it did not exist; undefined if it was where it
   * is now. The first place of a transaction counts.
   */
  note(kind: LoggedKind, id: number, before?: string | null): void {
    const ids = this.kinds.get(kind);
    if (ids) ids.add(id);
    else this.kinds.set(kind, new Set([id]));
    if (before === undefined) return;
    this.#places.getOrInsertComputed(kind, () => new Map()).getOrInsert(id, before);
  }

  /** Where objects of a kind were before the transaction, of those that were noted with it. */
  before(kind: LoggedKind): ReadonlyMap<number, string | null> {
    return this.#places.get(kind) ?? new Map();
  }

  useFields(kind: 'node' | 'asset', id: number, values: FieldValues): void {
    for (const [field, value] of values) {
      if (!this.fields.has(field)) this.fields.set(field, { kind, id });
      if (typeof value !== 'number' || !this.#mayBeDropdown(field)) continue;
      const uses = this.numbers.get(field) ?? new Map<number, Use>();
      if (!uses.has(value)) uses.set(value, { kind, id });
      this.numbers.set(field, uses);
    }
  }

  touched(kind: LoggedKind): ReadonlySet<number> {
    return this.kinds.get(kind) ?? new Set();
  }
}

/** True if the log should be searched for old revisions after a transaction has logged so many changes. */
export function isTimeToPrune(revision: number, logged: number): boolean {
  return revision % REVISIONS_PER_LOOK === 0 || logged > CHANGES_PER_LOOK;
}
