import type { Criterion } from '../../../ports/search-index.ts';
import type { Condition } from '../condition.ts';
import type { Perspective } from '../perspective.ts';
import { idsCondition } from './ids.ts';
import { nodesCondition } from './nodes.ts';

/** Turns a criterion into SQL; each kind has a file of its own. */
export function conditionOf(criterion: Criterion, perspective: Perspective): Condition {
  switch (criterion.kind) {
    case 'ids':
      return idsCondition(criterion);
    case 'nodes':
      return nodesCondition(criterion, perspective);
  }
}
