/** What every question must be answered with, by brute force, from the specification alone and without shared code. */
import {
  type Asset,
  CHECKED,
  type Endpoint,
  FILES,
  FORMATS,
  type Node,
  REFERENCES,
  type Rule,
  TYPES,
  type World,
} from './world.ts';

/** The expected view of one caller at one endpoint. */
export interface Model {
  node(id: number): Node | undefined;
  asset(id: number): Asset | undefined;
  assets(): readonly Asset[];
  /** The root of the field REFERENCES. */
  rootNode(): Node | undefined;
  treeRoots(type: number): readonly Node[];
  children(node: Node): readonly Node[];
  /** The node and its ancestors, the root first, visible or not. */
  path(id: number): readonly Node[];
  /** True when the node is that one or lies below it. */
  isWithin(id: number, ancestor: number): boolean;
  /** The visible assets of a node; with `recursive` also of all nodes below, with `noderef` also those that refer to a node. */
  content(id: number, how: { readonly recursive: boolean; readonly noderef: boolean }): readonly Asset[];
  /** The visible nodes of an asset, or those it refers to. */
  linked(asset: Asset, by: 'nodes' | 'references'): readonly Node[];
  words(asset: Asset): ReadonlySet<string>;
  related(asset: Asset): readonly Asset[];
  /** All formats of the endpoint, in order. */
  formats(): readonly number[];
  /** Formats that suit an asset, allowed or not. */
  offered(asset: Asset): readonly { readonly id: number; readonly isAllowed: boolean }[];
  facets(assets: readonly Asset[]): ReadonlyMap<string, readonly { readonly id: unknown; readonly count: number }[]>;
  suggest(text: string, type: number | undefined): readonly string[];
}

export const byName = new Intl.Collator('en', { numeric: true }).compare;

export function modelOf(world: World, endpoint: Endpoint): Model {
  const groups = world.groups.get(endpoint.user) ?? [];
  const find = (id: number | undefined) => world.nodes.find((node) => node.id === id);
  const isDeciding = (node: Node) => world.decidingTypes.includes(node.type);

  const path = (id: number): readonly Node[] => {
    const node = find(id);
    return node ? [...(node.parent === undefined ? [] : path(node.parent)), node] : [];
  };
  const isWithin = (id: number, ancestor: number) => path(id).some((node) => node.id === ancestor);

  /** Rules of the nearest permission-defining ancestor that has rules, which apply to this caller. */
  const ownRules = (node: Node): readonly Rule[] | undefined => {
    const nearest = path(node.id).findLast((each) => isDeciding(each) && each.access !== undefined);
    return nearest?.access?.filter((rule) => groups.includes(rule.group));
  };
  /** The roots of the type at this endpoint, if it limits them. */
  const limit = (type: number) => endpoint.roots.get(type)?.filter((id) => find(id)?.type === type);
  const exists = (node: Node): boolean => {
    const roots = limit(node.type);
    if (roots && !roots.some((root) => isWithin(node.id, root))) return false;
    return !isDeciding(node) || (ownRules(node)?.some(({ view }) => view) ?? true);
  };
  const visible = (id: number | undefined) => {
    const node = find(id);
    return node && exists(node) ? node : undefined;
  };
  const isVisible = (asset: Asset): boolean => {
    const all = asset.nodes.flatMap((id) => find(id) ?? []);
    const seen = all.filter(exists);
    const limited = world.decidingTypes.filter((type) => endpoint.roots.has(type));
    if (!limited.every((type) => seen.some((node) => node.type === type))) return false;
    return !all.some(isDeciding) || seen.some(isDeciding);
  };
  const sorted = (nodes: readonly Node[]) => nodes.toSorted((a, b) => byName(a.name, b.name) || a.id - b.id);
  const assets = () => world.assets.filter(isVisible);
  const linked = (asset: Asset, by: 'nodes' | 'references') => asset[by].flatMap((id) => visible(id) ?? []);
  const offeredFormats = () =>
    FORMATS.filter(({ id }) => endpoint.formats?.includes(id) ?? true).toSorted((a, b) => a.position - b.position);
  const count = <T>(values: readonly T[]) =>
    [...new Set(values)].map((id) => ({ id, count: values.filter((each) => each === id).length }));

  /** Every visible node with the assets that are linked to it or below, each once. */
  const subtrees = (from: readonly Asset[], by: 'nodes' | 'references') =>
    world.nodes.filter(exists).flatMap(({ id }) => {
      const within = from.filter((asset) => linked(asset, by).some((node) => isWithin(node.id, id)));
      return within.length > 0 ? [{ id, count: within.length }] : [];
    });

  return {
    node: visible,
    rootNode: () => visible(world.rootNode),
    asset: (id) => assets().find((asset) => asset.id === id),
    assets,
    path,
    isWithin,
    linked,
    treeRoots: (type) => {
      const limited = limit(type);
      const roots = limited
        ? limited.filter((id) => !limited.some((other) => other !== id && isWithin(id, other)))
        : world.nodes.filter((node) => node.type === type && find(node.parent) === undefined).map(({ id }) => id);
      return sorted([...new Set(roots)].flatMap((id) => visible(id) ?? []));
    },
    children: ({ id }) => sorted(world.nodes.filter((node) => node.parent === id && exists(node))),
    content: (id, { recursive, noderef }) =>
      assets().filter((asset) =>
        [...linked(asset, 'nodes'), ...(noderef ? linked(asset, 'references') : [])].some((node) =>
          recursive ? isWithin(node.id, id) : node.id === id,
        ),
      ),
    words: (asset) => {
      const names = [...linked(asset, 'nodes'), ...linked(asset, 'references')].map(({ name }) => name);
      return new Set([asset.name, ...names].flatMap((name) => name.split(/[ .]/)));
    },
    related: (asset) => {
      const all = [
        ...asset.relations.map(({ type, to }) => ({ type, to })),
        ...world.assets.flatMap(({ id, relations }) =>
          relations.filter(({ type, to }) => type === 2 && to === asset.id).map(({ type }) => ({ type, to: id })),
        ),
      ].toSorted((a, b) => a.type - b.type || a.to - b.to);
      return [...new Set(all.map(({ to }) => to))].flatMap((to) => assets().find(({ id }) => id === to) ?? []);
    },
    formats: () => offeredFormats().map(({ id }) => id),
    offered: (asset) => {
      const deciding = asset.nodes.flatMap((id) => find(id) ?? []).filter(isDeciding);
      const mayHave = (format: number) =>
        deciding.length === 0 ||
        deciding
          .filter(exists)
          .some(
            (node) => ownRules(node)?.some(({ download }) => download === '*' || download.includes(format)) ?? true,
          );
      return offeredFormats()
        .filter(({ category }) => category === undefined || category === FILES[asset.file].category)
        .map(({ id }) => ({ id, isAllowed: mayHave(id) }));
    },
    facets: (from) => {
      const types = world.nodes.filter(exists);
      const typeOf = (id: number) => types.find((node) => node.id === id)?.type;
      const byNode = subtrees(from, 'nodes');
      const field = subtrees(from, 'references').filter(
        ({ id }) =>
          visible(world.rootNode) && isWithin(id, world.rootNode) && (world.showRoot || id !== world.rootNode),
      );
      return new Map<string, readonly { id: unknown; count: number }[]>([
        ['fileExtensions', count(from.map(({ file }) => FILES[file].extension))],
        ['fileCategory', count(from.map(({ file }) => FILES[file].category))],
        ['assetType', count(from.flatMap(({ type }) => type ?? []))],
        ...TYPES.map((type) => [`node_${type}`, byNode.filter(({ id }) => typeOf(id) === type)] as const),
        [`info_${REFERENCES}`, field],
        [`info_${CHECKED}`, count(from.flatMap(({ checked }) => checked ?? []))],
      ]);
    },
    suggest: (text, type) => {
      const names = world.nodes
        .filter((node) => exists(node) && (type === undefined || node.type === type))
        .map(({ name }) => name)
        .filter((name) => name.split(' ').some((_, at, words) => words.slice(at).join(' ').startsWith(text)))
        .toSorted((a, b) => Number(b.startsWith(text)) - Number(a.startsWith(text)) || byName(a, b));
      return [...new Set(names)];
    },
  };
}
