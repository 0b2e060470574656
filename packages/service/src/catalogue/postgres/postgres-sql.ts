import type { Sql, SqlQuery } from '../sql/sql.ts';
import { CHANGES_CHANNEL } from './side-connection.ts';
import { bigints } from './tables.ts';
import { escapeNul } from './texts.ts';

/** Returns what the shared statements need to run in a transaction. */
export function postgresSql(query: SqlQuery): Sql {
  return {
    query,
    ids: bigints,
    isOneOf: (column, parameter) => `${column} = ANY(${parameter}::bigint[])`,
    idsIn: (parameter, alias) => `unnest(${parameter}::bigint[]) AS ${alias}(id)`,
    objectsIn: (parameter, alias, columns) => `json_to_recordset(${parameter}::json) AS ${alias}(${columns})`,
    json: (expression) => `${expression}::json`,
    greatest: 'greatest',
    text: escapeNul,
    announcement: `pg_notify('${CHANGES_CHANNEL}', revision::text)`,
  };
}
