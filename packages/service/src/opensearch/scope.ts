/** What one query sees of a model, and the filter that leaves what exists for its viewer. */

import type { LabelSearch } from '../../../columnar/src/labels.ts';
import type { Seen } from '../../../columnar/src/search-index.ts';
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { Viewer } from '../../../core/src/domain/permissions.ts';
import { all, type Clause, not, oneOf, range, some } from './clauses.ts';
import { deciderAt, eachAbove, NO_NODE, NOBODY, typeKey } from './places.ts';

export interface Scope extends Seen {
  readonly model: CatalogueModel;
  readonly labels: LabelSearch;
}

/** Fields with nodes of an asset: each direct link, its pairs, and its sets (`places.ts`). */
export interface LinkFields {
  readonly direct: string;
  readonly pairs: string;
  readonly sets: string;
}

export const ASSIGNED: LinkFields = { direct: 'n', pairs: 'n_in', sets: 'n_sets' };
/** Assigned or referred to. */
export const LINKED: LinkFields = { direct: 'l', pairs: 'l_in', sets: 'l_sets' };
export const referredIn = (field: number): LinkFields => ({
  direct: `r_${field}`,
  pairs: `rin_${field}`,
  sets: `rs_${field}`,
});

/** What a viewer sees of the nodes with one decider below one key: the nodes that are seen, and whether others are hidden. */
interface Below {
  readonly seen: string[];
  hidesSome: boolean;
}

type Reach = ReadonlyMap<string, ReadonlyMap<string, Below>>;

/** A viewer belongs to one tree (`Viewer.at`). */
const reaches = new WeakMap<Viewer, Reach>();

/** Returns, by key of `eachAbove`, what the viewer sees below it, by decider. */
export function reachOf({ model, viewer }: Pick<Scope, 'model' | 'viewer'>): Reach {
  return reaches.getOrInsertComputed(viewer, () => {
    const reach = new Map<string, Map<string, Below>>();
    model.trees.preOrder.nodes.forEach(({ id }, place) => {
      const decider = deciderAt(place, model);
      const isSeen = viewer.canViewNode(id);
      eachAbove(place, model, (key) => {
        const below = reach
          .getOrInsertComputed(key, () => new Map<string, Below>())
          .getOrInsertComputed(decider, () => ({ seen: [], hidesSome: false }));
        if (isSeen) below.seen.push(String(id));
        else below.hidesSome = true;
      });
    });
    return reach;
  });
}

/** Matches assets with a link that the viewer sees at or below one of these nodes, or to a node of one of these types. */
export function below(keys: readonly string[], { direct, pairs }: LinkFields, scope: Scope): Clause {
  const reach = reachOf(scope);
  const [whole, single] = [new Set<string>(), new Set<string>()];
  for (const key of keys) {
    for (const [decider, { seen, hidesSome }] of reach.get(key) ?? []) {
      if (!hidesSome) whole.add(`${key}:${decider}`);
      else for (const id of seen) single.add(id);
    }
  }
  return some([oneOf(pairs, whole), oneOf(direct, single)]);
}

/** Leaves the assets that exist for the viewer. */
export function existing(scope: Scope): readonly Clause[] {
  const { viewer, validAt } = scope;
  const seen = viewer.seesEveryAsset ? [] : visible(scope);
  if (validAt === undefined) return seen;
  return [...seen, some([valid(validAt), exempt(scope)])];
}

function visible(scope: Scope): readonly Clause[] {
  const { viewer } = scope;
  if (viewer.requiredTypes.size > 0)
    return Array.from(viewer.requiredTypes, (type) => below([typeKey(type)], ASSIGNED, scope));
  return [oneOf('who', [NO_NODE, NOBODY, ...decidersThat(scope, (id) => viewer.canViewNode(id))])];
}

/** Where there are required types, a decider may see only some of its nodes. */
function exempt(scope: Scope): Clause {
  const { model, viewer } = scope;
  if (viewer.requiredTypes.size === 0)
    return oneOf(
      'who',
      decidersThat(scope, (id) => viewer.isAnyTimeAt(id)),
    );
  const nodes = [...model.trees.nodes()].filter(({ id }) => viewer.isAnyTimeAt(id));
  return oneOf(
    'n',
    nodes.map(({ id }) => id),
  );
}

function decidersThat({ model }: Scope, fits: (id: number) => boolean): readonly string[] {
  const { trees, nodeTypes } = model;
  return [...trees.nodes()]
    .filter(({ id, type, access }) => access !== undefined && nodeTypes.get(type)?.isPermissionDefining && fits(id))
    .map(({ id }) => String(id));
}

function valid(at: number): Clause {
  return all([not(upcoming(at)), not(expired(at))]);
}

function expired(at: number): Clause {
  return range('until', undefined, at);
}

function upcoming(at: number): Clause {
  return range('from', at + 1, undefined);
}

/** Matches assets in a state at an instant. */
export function stateAt(state: 'valid' | 'expired' | 'upcoming', at: number): Clause {
  if (state === 'valid') return valid(at);
  return state === 'expired' ? expired(at) : all([upcoming(at), not(expired(at))]);
}
