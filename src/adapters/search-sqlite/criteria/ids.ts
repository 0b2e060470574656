import type { Criterion } from '../../../ports/search-index.ts';
import { bindIds, type Condition } from '../condition.ts';

/** The asset is one of those listed. */
export function idsCondition({ ids }: Extract<Criterion, { kind: 'ids' }>): Condition {
  return { sql: 'asset.id IN (SELECT value FROM json_each(?))', bindings: [bindIds(ids)] };
}
