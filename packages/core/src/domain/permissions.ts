import type { CatalogueModel } from './catalogue-model.ts';
import type { AccessRule, CatalogueNode } from './model.ts';
import { MAX_NODE_DEPTH } from './node-trees.ts';

/**
 * What one caller may see and download at one revision (catalogue: access). For each permission-defining node, the
 * nearest permission-defining node that has access rules decides, starting with the node itself and going up; if there
 * is none up to the root, everybody has access. Nodes and assets outside the limits of the endpoint (`Bounds`) do not
 * exist for any of its callers.
 */
export interface Viewer {
  readonly userId: number | undefined;
  /** Ascending. */
  readonly groups: readonly number[];
  /** Viewers with equal keys see the same nodes and assets and may download the same formats. */
  readonly key: string;
  /** True if at least one node does not exist for this viewer. */
  readonly hidesNodes: boolean;
  /** True if every asset exists for this viewer, whatever nodes it is assigned to. */
  readonly seesEveryAsset: boolean;
  /** An asset exists only if, for each of these node types, it is assigned to a node that this viewer may view. */
  readonly requiredTypes: ReadonlySet<number>;
  canViewNode(id: number): boolean;
  /**
   * Returns true if the viewer may view at least one of the asset's permission-defining nodes. An asset without such
   * nodes is public unless `requiredTypes` demands one or the model lacks one of its nodes.
   */
  canViewAsset(nodes: readonly number[]): boolean;
  /** Returns true if assets at this node are exempt from their validity: a rule of the node that decides says so. */
  isAnyTimeAt(node: number): boolean;
  /** Returns true if the viewer is exempt from the validity of an asset at these nodes. */
  isAnyTime(nodes: readonly number[]): boolean;
  /** IDs of the formats in which the viewer may download directly; `*` means all. */
  downloadFormats(nodes: readonly number[]): ReadonlySet<number> | '*';
  /**
   * Returns the top nodes of a type for this viewer: the roots of the type or, if the endpoint limits it, the
   * configured nodes, without those that lie below another of them. Only visible nodes, in sibling order.
   */
  treeRoots(type: number, locale: string): readonly CatalogueNode[];
  /** Returns what the present rules allow if nodes stand where `placeOf` says. Slower than the methods above. */
  where(placeOf: PlaceOf): Pick<Viewer, 'canViewNode' | 'canViewAsset' | 'isAnyTime'>;
  /** Returns the viewer with the same groups at another revision. */
  at(model: CatalogueModel): Viewer;
}

/** Where a node stands, or stood: what decides who may see it. */
export interface NodePlace {
  readonly type: number;
  readonly parent?: number | undefined;
  readonly access?: readonly AccessRule[] | undefined;
}

/** The place of a node; undefined for an unknown one. */
export type PlaceOf = (id: number) => NodePlace | undefined;

/** Limits of an endpoint that apply to all its callers (configuration: roots, formats). */
export interface Bounds {
  /**
   * Maps a node type to node IDs: nodes of the type exist only there and below. If the type is permission-defining,
   * assets outside do not exist either.
   */
  readonly roots: ReadonlyMap<number, readonly number[]>;
  /** The only download formats that are available; `null` means no limit. */
  readonly formats: readonly number[] | null;
}

const UNBOUNDED: Bounds = { roots: new Map(), formats: null };

/** Marks a node without access rules on its path: everybody may view and download. */
const NOBODY_DECIDES = -1;

/** Computes what members of `groups` may do. Visits every node: cache the result per revision and groups. */
export function viewerFor(
  model: CatalogueModel,
  user: { readonly id: number | undefined; readonly groups: readonly number[] },
  bounds: Bounds = UNBOUNDED,
): Viewer {
  const groups = new Set(user.groups);
  const { trees, nodeTypes } = model;
  const { nodes, placeOf } = trees.preOrder;
  const { isDeciding, deciders } = decidingIn(model);
  const hidden = new Uint8Array(nodes.length);
  hideOutside(hidden, model, bounds);
  hideForbidden(hidden, model, groups);
  const requiredTypes = new Set([...bounds.roots.keys()].filter((type) => nodeTypes.get(type)?.isPermissionDefining));
  const seesEveryAsset =
    requiredTypes.size === 0 && !hidden.some((each, place) => each === 1 && isDeciding[place] === 1);
  const formats = bounds.formats === null ? undefined : new Set(bounds.formats);

  function canViewNode(id: number): boolean {
    const place = placeOf(id);
    return place === undefined || hidden[place] === 0;
  }

  function decidingPlaces(ids: readonly number[]): readonly number[] {
    const places: number[] = [];
    for (const id of ids) {
      const place = placeOf(id);
      if (place !== undefined && isDeciding[place] === 1) places.push(place);
    }
    return places;
  }

  function canViewAsset(ids: readonly number[]): boolean {
    // An asset with a node that this model lacks was read after a newer commit, whose rules are unknown here.
    const isKnown = ids.every((id) => placeOf(id) !== undefined);
    if (seesEveryAsset && isKnown) return true;
    const deciding = decidingPlaces(ids);
    if (deciding.length === 0) return requiredTypes.size === 0 && isKnown;
    const viewed = deciding.filter((place) => hidden[place] === 0);
    if (requiredTypes.size === 0) return viewed.length > 0;
    return requiredTypes.isSubsetOf(new Set(viewed.map((place) => nodes[place]?.type)));
  }

  function isAnyTimeAt(id: number): boolean {
    const place = placeOf(id);
    if (place === undefined || isDeciding[place] === 0 || hidden[place] === 1) return false;
    const rules = nodes[deciders[place] as number]?.access ?? [];
    return rules.some(({ group, anyTime }) => anyTime === true && groups.has(group));
  }

  const viewer: Viewer = {
    userId: user.id,
    groups: [...groups].sort((a, b) => a - b),
    key: keyOf(groups, bounds),
    hidesNodes: hidden.includes(1),
    seesEveryAsset,
    requiredTypes,
    canViewNode,
    canViewAsset,
    isAnyTimeAt,
    isAnyTime: (ids) => ids.some(isAnyTimeAt),
    downloadFormats: (ids) => {
      if (!canViewAsset(ids)) return new Set();
      const deciding = decidingPlaces(ids);
      if (deciding.length === 0) return formats ?? '*';
      const allowed = new Set<number>();
      for (const place of deciding) {
        if (hidden[place] === 1) continue;
        const decider = deciders[place] as number;
        if (decider === NOBODY_DECIDES) return formats ?? '*';
        for (const rule of nodes[decider]?.access ?? []) {
          if (!groups.has(rule.group)) continue;
          if (rule.download === '*') return formats ?? '*';
          for (const format of rule.download) allowed.add(format);
        }
      }
      return formats ? allowed.intersection(formats) : allowed;
    },
    treeRoots: (type, locale) => {
      const own = bounds.roots.get(type);
      const roots = own === undefined ? trees.roots(type, locale) : trees.sorted(outermost(type, own, model), locale);
      return roots.filter(({ id }) => canViewNode(id));
    },
    where: (placeOf) => viewsWhere(placeOf, { model, groups, bounds, requiredTypes }),
    at: (now) => (now.trees === trees && now.nodeTypes === nodeTypes ? viewer : viewerFor(now, user, bounds)),
  };
  return viewer;
}

function viewsWhere(
  placeOf: PlaceOf,
  {
    model: { nodeTypes },
    groups,
    bounds,
    requiredTypes,
  }: {
    readonly model: CatalogueModel;
    readonly groups: ReadonlySet<number>;
    readonly bounds: Bounds;
    readonly requiredTypes: ReadonlySet<number>;
  },
): ReturnType<Viewer['where']> {
  const decides = ({ type }: NodePlace) => nodeTypes.get(type)?.isPermissionDefining ?? false;
  const decidesAt = (id: number) => {
    const place = placeOf(id);
    return place !== undefined && decides(place);
  };

  function* upwards(id: number): Generator<readonly [id: number, place: NodePlace]> {
    let at: number | undefined = id;
    for (let depth = 0; at !== undefined && depth < MAX_NODE_DEPTH; depth++) {
      const place = placeOf(at);
      if (place === undefined) return;
      yield [at, place];
      at = place.parent;
    }
  }

  /** The rules of the nearest node that decides; undefined if none does. */
  function rulesFor(id: number): readonly AccessRule[] | undefined {
    for (const [, place] of upwards(id)) if (place.access !== undefined && decides(place)) return place.access;
    return undefined;
  }

  function canViewNode(id: number): boolean {
    const own = placeOf(id);
    if (own === undefined) return false;
    const roots = bounds.roots.get(own.type);
    if (roots && !upwards(id).some(([at, { type }]) => type === own.type && roots.includes(at))) return false;
    const rules = decides(own) ? rulesFor(id) : undefined;
    return rules === undefined || rules.some(({ view, group }) => view && groups.has(group));
  }

  return {
    canViewNode,
    canViewAsset: (ids) => {
      const deciding = ids.filter(decidesAt);
      if (deciding.length === 0) return requiredTypes.size === 0 && ids.every((id) => placeOf(id) !== undefined);
      const viewed = deciding.filter(canViewNode);
      if (requiredTypes.size === 0) return viewed.length > 0;
      return requiredTypes.isSubsetOf(new Set(viewed.map((id) => placeOf(id)?.type)));
    },
    isAnyTime: (ids) =>
      ids.some(
        (id) =>
          decidesAt(id) &&
          canViewNode(id) &&
          (rulesFor(id) ?? []).some(({ group, anyTime }) => anyTime === true && groups.has(group)),
      ),
  };
}

/** The part of the computation that does not depend on the viewer. Arrays are indexed by place in the pre-order. */
export interface Deciding {
  /** 1 for nodes of permission-defining types. */
  readonly isDeciding: Uint8Array;
  /** Place of the nearest permission-defining node with access rules, from the node itself upwards. */
  readonly deciders: Int32Array;
}

const decidingOfTrees = new WeakMap<CatalogueModel['trees'], WeakMap<CatalogueModel['nodeTypes'], Deciding>>();

/** Returns who decides about each node. */
export function decidingIn({ trees, nodeTypes }: CatalogueModel): Deciding {
  return decidingOfTrees
    .getOrInsertComputed(trees, () => new WeakMap())
    .getOrInsertComputed(nodeTypes, () => {
      const { nodes, parents } = trees.preOrder;
      const isDeciding = Uint8Array.from(nodes, ({ type }) =>
        Number(nodeTypes.get(type)?.isPermissionDefining ?? false),
      );
      const deciders = new Int32Array(nodes.length);
      nodes.forEach(({ access }, place) => {
        const decides = access !== undefined && isDeciding[place] === 1;
        deciders[place] = decides ? place : (deciders[parents[place] as number] ?? NOBODY_DECIDES);
      });
      return { isDeciding, deciders };
    });
}

function hideForbidden(hidden: Uint8Array, model: CatalogueModel, groups: ReadonlySet<number>): void {
  const { nodes } = model.trees.preOrder;
  const { isDeciding, deciders } = decidingIn(model);
  // Parents precede their children, so the result for the deciding node is ready when its descendants need it.
  const isForbidden = new Uint8Array(nodes.length);
  for (let place = 0; place < nodes.length; place++) {
    const decider = deciders[place] as number;
    if (decider === place) {
      const mayView = nodes[place]?.access?.some(({ view, group }) => view && groups.has(group)) ?? false;
      isForbidden[place] = Number(!mayView);
    }
    if (decider !== NOBODY_DECIDES && isDeciding[place] === 1 && isForbidden[decider] === 1) hidden[place] = 1;
  }
}

function hideOutside(hidden: Uint8Array, model: CatalogueModel, { roots }: Bounds): void {
  if (roots.size === 0) return;
  const { nodes, ends, placeOf } = model.trees.preOrder;
  for (const [type, ids] of roots) {
    const inside = new Uint8Array(nodes.length);
    for (const { id } of rootsIn(type, ids, model)) {
      const place = placeOf(id) ?? 0;
      inside.fill(1, place, ends[place]);
    }
    nodes.forEach((node, place) => {
      if (node.type === type && inside[place] === 0) hidden[place] = 1;
    });
  }
}

/** Ignores roots that are unknown or of another type. A wrong configuration must show less, not more. */
function rootsIn(type: number, ids: readonly number[], { trees }: CatalogueModel): readonly CatalogueNode[] {
  return [...new Set(ids)].flatMap((id) => {
    const node = trees.get(id);
    return node?.type === type ? [node] : [];
  });
}

function outermost(type: number, ids: readonly number[], model: CatalogueModel): readonly CatalogueNode[] {
  const roots = rootsIn(type, ids, model);
  return roots.filter(({ id }) => !roots.some((other) => other.id !== id && model.trees.isWithin(id, other.id)));
}

function keyOf(groups: ReadonlySet<number>, { roots, formats }: Bounds): string {
  const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b).join(',');
  const limits = [...roots].sort(([a], [b]) => a - b).map(([type, ids]) => `${type}:${inOrder(ids)}`);
  return `${inOrder(groups)};${limits.join(';')};${formats === null ? '*' : inOrder(formats)}`;
}
