/** Finds the docs that have a term in labels of dropdown items, or in names of their nodes or of nodes above these. */

import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { type Clause, codedIn, NOTHING, some } from './clauses.ts';
import { codesOf } from './dictionaries.ts';
import { linkedTo, type NodeRanges, without } from './node-clauses.ts';
import { rangesBelow, rangesOf } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';

/** Where a term is named, for one viewer. */
interface Named {
  readonly items: ReadonlyMap<number, readonly number[]>;
  /** Nodes with the term in their names. */
  readonly nodes: NodeRanges;
  /** Nodes below them, where names count for what is below: those of types that define no permissions. */
  readonly below: NodeRanges;
}

/** Scopes live as long as their query. */
const namedIn = new WeakMap<Scope, Map<TextTerm, Named>>();

/** A name of a node that the viewer may not view finds nothing, and nothing is found through a hidden node. */
function namedBy(term: TextTerm, scope: Scope): Named {
  return namedIn
    .getOrInsertComputed(scope, () => new Map())
    .getOrInsertComputed(term, () => {
      const { model, tree, skipped, labels } = scope;
      const nodes = without(rangesOf(tree, labels.nodes(term, scope), false), skipped);
      const items = labels.items(term);
      if (nodes.length === 0) return { items, nodes, below: [] };
      const isAbove = (id: number) =>
        !(model.nodeTypes.get(model.trees.get(id)?.type ?? Number.NaN)?.isPermissionDefining ?? false);
      return { items, nodes, below: without(rangesBelow(tree, nodes, isAbove), skipped) };
    });
}

/** Matches docs that have the term in dropdown labels or in names of nodes that the viewer may view. */
export function labelled(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  const { items, nodes } = namedBy(term, scope);
  const clauses: Clause[] = [];
  for (const [field, labels] of items) {
    const codes = segment.columns.items[field];
    if (!codes) continue;
    clauses.push(codedIn(segment, codes, codesOf(scope.dictionaries.items(field), labels)));
  }
  clauses.push(linkedToAny(segment, nodes));
  return some(
    segment,
    clauses.filter((clause) => clause !== NOTHING),
  );
}

/** Matches docs of nodes below those that have the term in their names. */
export function below(segment: OpenSegment, term: TextTerm, scope: Scope): Clause {
  return linkedToAny(segment, namedBy(term, scope).below);
}

function linkedToAny(segment: OpenSegment, ranges: NodeRanges): Clause {
  const { nodes, references } = segment.columns;
  return ranges.length === 0 ? NOTHING : linkedTo(segment, [nodes, ...Object.values(references)], ranges);
}
