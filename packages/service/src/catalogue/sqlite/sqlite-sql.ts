import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Sql } from '../sql/sql.ts';
import { type CellStatement, prepareCells } from './statements.ts';

/** Opens the shared statements on a connection. Each is prepared once, and has run when `query` returns. */
export function openSql(database: DatabaseSync): Sql {
  const statements = new Map<string, CellStatement>();
  // SQLite takes `$1` for a name.
  const prepare = (sql: string) => prepareCells(database, sql.replaceAll(/\$(?=\d)/g, '?'));
  return {
    query: async (sql, values = []) => statements.getOrInsertComputed(sql, prepare).all(...(values as SQLInputValue[])),
    ids: (ids) => JSON.stringify([...ids]),
    isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
    idsIn: (parameter, alias) => `(SELECT value AS id FROM json_each(${parameter})) AS ${alias}`,
    objectsIn: (parameter, alias, columns) => {
      const names = columns.split(', ').map((column) => column.split(' ')[0]);
      return `(SELECT ${names.map((name) => `value ->> '${name}' AS ${name}`)} FROM json_each(${parameter})) AS ${alias}`;
    },
    json: (expression) => expression,
    greatest: 'max',
    text: (value) => value,
    announcement: 'NULL',
  };
}
