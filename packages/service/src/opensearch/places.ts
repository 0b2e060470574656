/**
 * What documents hold of the nodes of an asset, so that counts and rights of every viewer follow from few values. Who may
 * see a node depends on its *decider* alone: the nearest node above with access rules (`Viewer`), `-` if there is none or if
 * nodes of its type are always seen. For each node above an asset's nodes, and for each of their types, a document holds the
 * pair with each decider below it: `12:7`. Where several decide below one node, it holds them together as well: `12:7,9`,
 * because an asset counts once, however many of its nodes a viewer sees.
 */
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { decidingIn } from '../../../core/src/domain/permissions.ts';

/** Stands for a node that everybody sees. */
export const NOBODY = '-';
/** Who decides about an asset without a node whose type decides. */
export const NO_NODE = '+';

interface Links {
  readonly in: readonly string[];
  readonly sets: readonly string[];
}

/** Returns what pairs stand for the nodes of one type. */
export function typeKey(type: number): string {
  return `t${type}`;
}

/** Returns who decides whether a viewer sees the node at this place of the pre-order. */
export function deciderAt(place: number, model: CatalogueModel): string {
  const { isDeciding, deciders } = decidingIn(model);
  const decider = deciders[place] as number;
  return isDeciding[place] === 1 && decider >= 0 ? String(model.trees.preOrder.nodes[decider]?.id) : NOBODY;
}

/** Calls `use` with the keys that a node is below: itself, the nodes above it, and its type. */
export function eachAbove(place: number, { trees }: CatalogueModel, use: (key: string) => void): void {
  const { nodes, parents } = trees.preOrder;
  for (let at = place; at >= 0; at = parents[at] as number) use(String(nodes[at]?.id));
  use(typeKey(nodes[place]?.type as number));
}

/** Returns the pairs of these nodes; unknown ones have none. */
export function linksOf(ids: readonly number[], model: CatalogueModel): Links {
  const below = new Map<string, Set<string>>();
  for (const id of ids) {
    const place = model.trees.preOrder.placeOf(id);
    if (place === undefined) continue;
    const decider = deciderAt(place, model);
    eachAbove(place, model, (key) => below.getOrInsertComputed(key, () => new Set()).add(decider));
  }
  const pairs = [...below].flatMap(([key, deciders]) => Array.from(deciders, (each) => `${key}:${each}`));
  const several = [...below].filter(([, { size }]) => size > 1);
  return { in: pairs, sets: several.map(([key, deciders]) => `${key}:${[...deciders].sort().join(',')}`) };
}

/** Returns who decides about an asset at these nodes. */
export function decidersOf(ids: readonly number[], model: CatalogueModel): readonly string[] {
  const { isDeciding } = decidingIn(model);
  const places = ids.map(model.trees.preOrder.placeOf).filter((place) => place !== undefined);
  const deciding = places.filter((place) => isDeciding[place] === 1);
  return deciding.length === 0 ? [NO_NODE] : [...new Set(deciding.map((place) => deciderAt(place, model)))];
}

/** Where each node stands, as far as documents depend on it: parent, type and decider, by ID. */
export type NodePlaces = ReadonlyMap<number, string>;

export function placesOf(model: CatalogueModel): NodePlaces {
  const { nodes, parents } = model.trees.preOrder;
  return new Map(
    nodes.map(({ id, type }, place) => [
      id,
      `${nodes[parents[place] as number]?.id ?? ''} ${type} ${deciderAt(place, model)} ${Number(model.nodeTypes.get(type)?.isPermissionDefining ?? false)}`,
    ]),
  );
}

/** Returns the nodes whose assets need new documents: those that moved, all below them, and those that are gone. */
export function movedNodes(before: NodePlaces, now: NodePlaces, { trees }: CatalogueModel): readonly number[] {
  const moved = new Set<number>();
  for (const [id, place] of before) {
    const present = now.get(id);
    if (present === place) continue;
    moved.add(id);
    if (present?.split(' ')[0] !== place.split(' ')[0]) for (const below of trees.subtree(id)) moved.add(below);
  }
  return [...moved];
}

/** True if no node moved, and none came or went. */
export function isSame(a: NodePlaces, b: NodePlaces | undefined): boolean {
  return b !== undefined && a.size === b.size && a.entries().every(([id, place]) => b.get(id) === place);
}
