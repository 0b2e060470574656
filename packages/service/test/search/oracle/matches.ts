import type { DatabaseSync } from 'node:sqlite';
import type { Criterion } from '../../../src/search/search-index.ts';
import { allOf } from './condition.ts';
import { conditionOf } from './criteria/condition-of.ts';
import type { Perspective } from './perspective.ts';
import { isVisible } from './visible.ts';

/** The visible assets for which every criterion holds, ascending. */
export function matchingIds(
  database: DatabaseSync,
  criteria: readonly Criterion[],
  perspective: Perspective,
): readonly number[] {
  const { sql, bindings } = allOf([
    isVisible(perspective.model, perspective.viewer),
    ...criteria.map((criterion) => conditionOf(criterion, perspective)),
  ]);
  const statement = database.prepare(
    `SELECT json_group_array(id ORDER BY id) FROM (SELECT asset.id FROM assets AS asset WHERE ${sql})`,
  );
  statement.setReturnArrays(true);
  const [ids] = statement.get(...bindings) as unknown as [string];
  return JSON.parse(ids) as number[];
}
