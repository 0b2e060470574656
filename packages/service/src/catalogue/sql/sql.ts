/** What the statements in this folder run on: both databases, in the few words in which their SQL differs. */
import type { Cells } from '../rows.ts';

/** Runs a statement and returns its rows as arrays of cells. Parameters are `$1`, `$2` … */
export type SqlQuery = (sql: string, values?: readonly unknown[]) => Promise<readonly Cells[]>;

interface Dialect {
  /** Makes the value of a parameter that is a list of IDs. */
  ids(ids: Iterable<number>): string;
  /** Condition that a column has one of the IDs of such a parameter. */
  isOneOf(column: string, parameter: string): string;
  /** Table of the IDs of such a parameter, in a column `id`. */
  idsIn(parameter: string, alias: string): string;
  /** Table of the objects in a parameter, a JSON array, with the given columns, such as `id bigint, value text`. */
  objectsIn(parameter: string, alias: string, columns: string): string;
  /** The value of a column of JSON, from an expression that is its text. */
  json(expression: string): string;
  /** Name of the function that returns the highest of its arguments. */
  readonly greatest: string;
  /** Returns a text as the database stores it. */
  text(value: string): string;
  /** Expression that tells other processes of the new revision; what it returns means nothing. */
  readonly announcement: string;
}

/** An open transaction, or a connection. */
export interface Sql extends Dialect {
  readonly query: SqlQuery;
}
