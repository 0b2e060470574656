import type { CatalogueModel } from './catalogue-model.ts';
import type { AccessRule, CatalogueNode } from './model.ts';

/**
 * What one caller may see and download, at one revision (catalogue: access). For each permission-defining node the nearest
 * node upwards that has access rules decides; none on the whole path lets everybody in. What the endpoint leaves out exists for
 * nobody there (`Bounds`).
 */
export interface Viewer {
  readonly userId: number | undefined;
  /** Ascending. */
  readonly groups: readonly number[];
  /** Callers with the same key see the same. */
  readonly key: string;
  /** True where any node doesn't exist for this viewer. */
  readonly hidesNodes: boolean;
  /** True where every asset exists for this viewer, whatever its nodes are. */
  readonly seesEveryAsset: boolean;
  /** Node types of which an asset must have a node that this viewer may view; it doesn't exist otherwise. */
  readonly requiredTypes: ReadonlySet<number>;
  canViewNode(id: number): boolean;
  /** An asset is visible through any of its permission-defining nodes; with none it is public, where no type is required. */
  canViewAsset(nodes: readonly number[]): boolean;
  /** Formats that the viewer may download directly; `*` is all. */
  downloadFormats(nodes: readonly number[]): ReadonlySet<number> | '*';
  /**
   * The nodes that the trees of a type begin with: its roots, or those that the endpoint limits it to, without any that lies
   * below another one. Ordered as siblings are, visible ones alone.
   */
  treeRoots(type: number, locale: string): readonly CatalogueNode[];
  /** The same groups at another revision. */
  at(model: CatalogueModel): Viewer;
}

/** What an endpoint is limited to, whoever asks (configuration: roots, formats). */
export interface Bounds {
  /** By node type: nodes of the type exist only here and below. A permission-defining type takes assets outside away as well. */
  readonly roots: ReadonlyMap<number, readonly number[]>;
  /** The only download formats that may be had; `null` is no limit. */
  readonly formats: readonly number[] | null;
}

const UNBOUNDED: Bounds = { roots: new Map(), formats: null };

/** No access rules on the path: everybody may view and download. */
const NOBODY_DECIDES = -1;

/** Computes what the members of `groups` may do. Costs one walk over the nodes; keep the result per revision and group set. */
export function viewerFor(
  model: CatalogueModel,
  user: { readonly id: number | undefined; readonly groups: readonly number[] },
  bounds: Bounds = UNBOUNDED,
): Viewer {
  const groups = new Set(user.groups);
  const { forest, nodeTypes } = model;
  const { nodes, placeOf } = forest.preOrder;
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
    if (seesEveryAsset) return true;
    const deciding = decidingPlaces(ids);
    if (deciding.length === 0) return requiredTypes.size === 0;
    const viewed = deciding.filter((place) => hidden[place] === 0);
    if (requiredTypes.size === 0) return viewed.length > 0;
    return requiredTypes.isSubsetOf(new Set(viewed.map((place) => nodes[place]?.type)));
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
      const roots = own === undefined ? forest.roots(type, locale) : forest.sorted(outermost(type, own, model), locale);
      return roots.filter(({ id }) => canViewNode(id));
    },
    at: (now) => (now.forest === forest && now.nodeTypes === nodeTypes ? viewer : viewerFor(now, user, bounds)),
  };
  return viewer;
}

/** What is the same for everybody, by place. */
interface Deciding {
  /** 1 for nodes of permission-defining types. */
  readonly isDeciding: Uint8Array;
  /** Place of the nearest such node upwards that has access rules. */
  readonly deciders: Int32Array;
}

const decidingOfForests = new WeakMap<CatalogueModel['forest'], WeakMap<CatalogueModel['nodeTypes'], Deciding>>();

function decidingIn({ forest, nodeTypes }: CatalogueModel): Deciding {
  return decidingOfForests
    .getOrInsertComputed(forest, () => new WeakMap())
    .getOrInsertComputed(nodeTypes, () => {
      const { nodes, parents } = forest.preOrder;
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
  const { nodes } = model.forest.preOrder;
  const { isDeciding, deciders } = decidingIn(model);
  // Parents stand before their children, so the one that decides is known when it is asked for.
  const isForbidden = new Uint8Array(nodes.length);
  for (let place = 0; place < nodes.length; place++) {
    const decider = deciders[place] as number;
    if (decider === place) isForbidden[place] = Number(!mayView(nodes[place]?.access ?? [], groups));
    if (decider !== NOBODY_DECIDES && isDeciding[place] === 1 && isForbidden[decider] === 1) hidden[place] = 1;
  }
}

function mayView(rules: readonly AccessRule[], groups: ReadonlySet<number>): boolean {
  for (const { view, group } of rules) if (view && groups.has(group)) return true;
  return false;
}

function hideOutside(hidden: Uint8Array, model: CatalogueModel, { roots }: Bounds): void {
  if (roots.size === 0) return;
  const { nodes, ends, placeOf } = model.forest.preOrder;
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

/** A root that is unknown or of another type limits its tree to nothing: what is configured wrongly shows less, not more. */
function rootsIn(type: number, ids: readonly number[], { forest }: CatalogueModel): readonly CatalogueNode[] {
  return [...new Set(ids)].flatMap((id) => {
    const node = forest.get(id);
    return node?.type === type ? [node] : [];
  });
}

function outermost(type: number, ids: readonly number[], model: CatalogueModel): readonly CatalogueNode[] {
  const roots = rootsIn(type, ids, model);
  return roots.filter(({ id }) => !roots.some((other) => other.id !== id && model.forest.isWithin(id, other.id)));
}

function keyOf(groups: ReadonlySet<number>, { roots, formats }: Bounds): string {
  const inOrder = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b).join(',');
  const limits = [...roots].sort(([a], [b]) => a - b).map(([type, ids]) => `${type}:${inOrder(ids)}`);
  return `${inOrder(groups)};${limits.join(';')};${formats === null ? '*' : inOrder(formats)}`;
}
