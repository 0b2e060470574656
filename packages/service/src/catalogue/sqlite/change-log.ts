import type { DatabaseSync } from 'node:sqlite';
import type { FieldValues } from '../../domain/model.ts';
import type { EntityKind } from '../catalogue.ts';

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
      for (const [kind, ids] of kinds) for (const id of ids) add.run(revision, kind, id);
    },
  };
}
