import type { SQLInputValue } from 'node:sqlite';

/** A condition on the row `asset` of a statement and its active version, the row `version`. Its text is ours alone; everything from a request or the catalogue is bound. */
export interface Condition {
  readonly sql: string;
  /** Values of the `?` in `sql`, in order. */
  readonly bindings: readonly SQLInputValue[];
}

/** All conditions together; none: true. */
export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? 'TRUE' : conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** At least one of the conditions; none: false. */
export function anyOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? 'FALSE' : conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** Binds any number of IDs as one value, to be read as `SELECT value FROM json_each(?)`. */
export function bindIds(ids: Iterable<number>): string {
  return JSON.stringify(Array.from(ids).filter(Number.isSafeInteger));
}
