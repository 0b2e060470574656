import type { Criterion } from '../../../../src/search/search-index.ts';
import { allOf, anyOf, type Condition } from '../condition.ts';
import type { Perspective } from '../perspective.ts';
import { nodesCondition, nodeTypesCondition, referencesCondition } from './nodes.ts';
import { datesCondition, rangeCondition } from './ranges.ts';
import { textCondition } from './text.ts';
import { checkboxCondition, codesCondition, idsCondition, itemsCondition } from './values.ts';

/** Turns a criterion into SQL; each kind has a function of its own. */
export function conditionOf(criterion: Criterion, perspective: Perspective): Condition {
  switch (criterion.kind) {
    case 'every':
      return allOf(criterion.of.map((each) => conditionOf(each, perspective)));
    case 'some':
      return anyOf(criterion.of.map((each) => conditionOf(each, perspective)));
    case 'ids':
      return idsCondition(criterion.ids);
    case 'nodes':
      return nodesCondition(criterion, perspective);
    case 'node_types':
      return nodeTypesCondition(criterion, perspective);
    case 'references':
      return referencesCondition(criterion, perspective);
    case 'text':
      return textCondition(criterion, perspective);
    case 'extensions':
      return codesCondition('asset.extension', criterion.values);
    case 'categories':
      return codesCondition('asset.category', criterion.values);
    case 'asset_types':
      return codesCondition('asset.type', criterion.ids);
    case 'items':
      return itemsCondition(criterion);
    case 'checkbox':
      return checkboxCondition(criterion);
    case 'range':
      return rangeCondition(criterion, perspective);
    case 'dates':
      return datesCondition(criterion, perspective);
  }
}
