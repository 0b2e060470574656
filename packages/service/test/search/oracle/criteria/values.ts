import type { Criterion } from '../../../../src/search/search-index.ts';
import { bindIds, type Condition } from '../condition.ts';

/** The asset is one of those listed. */
export function idsCondition(ids: readonly number[]): Condition {
  return { sql: 'asset.id IN (SELECT value FROM json_each(?))', bindings: [bindIds(ids)] };
}

/** The column, of the asset or its active version, has one of the values. */
export function codesCondition(column: string, values: readonly (string | number)[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, bindings: [JSON.stringify(values)] };
}

/** The dropdown field has one of the items. */
export function itemsCondition({ field, ids }: Extract<Criterion, { kind: 'items' }>): Condition {
  return {
    sql: 'asset.fields ->> ? IN (SELECT value FROM json_each(?))',
    bindings: [fieldPath(field), bindIds(ids)],
  };
}

/** The checkbox field has the value; an asset without one matches neither. */
export function checkboxCondition({ field, value }: Extract<Criterion, { kind: 'checkbox' }>): Condition {
  return { sql: 'asset.fields -> ? = ?', bindings: [fieldPath(field), JSON.stringify(value)] };
}

/** The JSON path of a field of an asset. */
export function fieldPath(field: number): string {
  return `$."${field}"`;
}
