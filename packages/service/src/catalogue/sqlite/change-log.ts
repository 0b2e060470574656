import type { DatabaseSync } from 'node:sqlite';
import type { FieldValues } from '../../domain/model.ts';
import type { EntityKind } from '../catalogue.ts';

/**
 * Number of recorded changes that are enough: older revisions are deleted when the newer ones hold more than this. The
 * newest revision always stays. An index that is further behind is built anew, which is faster than applying so many.
 */
export const MOST_CHANGES = 100_000;
/** Looking for old revisions reads that many entries, so it is done only now and then. */
const REVISIONS_PER_LOOK = 64;
const CHANGES_PER_LOOK = 1000;

type LoggedKind = EntityKind | 'review' | 'languages';

/** The first node or asset that uses a field or item, for the error message if that doesn't exist. */
export interface Use {
  readonly kind: 'node' | 'asset';
  readonly id: number;
}

/** Records what one transaction touches. */
export interface ChangeLog {
  note(kind: LoggedKind, id: number): void;
  useFields(kind: 'node' | 'asset', id: number, fields: FieldValues): void;
  touched(kind: LoggedKind): ReadonlySet<number>;
  /** Field -> its first use. */
  readonly fields: ReadonlyMap<number, Use>;
  /** Field -> number value (the item ID for a dropdown field) -> its first use. */
  readonly numbers: ReadonlyMap<number, ReadonlyMap<number, Use>>;
  /** Writes the change log under a new revision, or nothing if nothing changed. */
  write(): void;
}

export function openChangeLog(database: DatabaseSync): ChangeLog {
  const kinds = new Map<LoggedKind, Set<number>>();
  const fields = new Map<number, Use>();
  const numbers = new Map<number, Map<number, Use>>();
  const dropdowns = new Map<number, boolean>();
  const definition = database.prepare(
    `SELECT document ->> '$.type' AS type FROM definitions WHERE kind = 'info_field' AND id = ?`,
  );

  /**
   * Values of number fields are many and need no check. A field that is defined later in the transaction counts as a
   * dropdown.
   */
  const mayBeDropdown = (field: number) => {
    const known = dropdowns.get(field);
    if (known !== undefined) return known;
    const type = definition.get(field)?.['type'];
    const answer = type === undefined || type === 'dropdown';
    if (type !== undefined) dropdowns.set(field, answer);
    return answer;
  };

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
    fields,
    numbers,
    write: () => {
      if (kinds.size === 0) return;
      const revision = Number(
        database.prepare('UPDATE state SET revision = revision + 1 RETURNING revision').get()?.['revision'],
      );
      const add = database.prepare('INSERT INTO changes VALUES (?, ?, ?)');
      let added = 0;
      for (const [kind, ids] of kinds) {
        for (const id of ids) add.run(revision, kind, id);
        added += ids.size;
      }
      if (revision % REVISIONS_PER_LOOK === 0 || added > CHANGES_PER_LOOK) prune(database);
    },
  };
}

function prune(database: DatabaseSync): void {
  database
    .prepare(
      `DELETE FROM changes WHERE revision < (SELECT revision FROM changes ORDER BY revision DESC LIMIT 1 OFFSET ${MOST_CHANGES})`,
    )
    .run();
}

/** Prepares the query that says whether all changes after a revision are still recorded. */
export function openReach(database: DatabaseSync): (revision: number) => boolean {
  // Each revision has changes, so none is missing after the oldest one.
  const oldest = database.prepare(
    'SELECT ifnull((SELECT min(revision) FROM changes), (SELECT revision + 1 FROM state)) AS oldest',
  );
  return (revision) => revision >= Number(oldest.get()?.['oldest']) - 1;
}
