import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { NodePlace, PlaceOf } from '../../../core/src/domain/permissions.ts';
import type { LoggedChange } from '../catalogue/change-log.ts';
import { readNodePlace } from '../catalogue/places.ts';

/** Where nodes stood before each of some revisions. */
export interface NodeHistory {
  /** True if the node was moved or removed, or is below one that was. */
  has(node: number): boolean;
  readonly isEmpty: boolean;
  /** Where nodes stood before the commit of a revision. */
  before(revision: number): PlaceOf;
}

/** Opens the history of the nodes of a model, by the moves that led to it. */
export function openNodeHistory(moves: readonly LoggedChange[], { trees }: CatalogueModel): NodeHistory {
  const moved = new Map<number, { readonly revision: number; readonly place: NodePlace }[]>();
  for (const { kind, id, revision, before } of moves) {
    if (kind === 'node_type' || before === undefined) continue;
    moved.getOrInsertComputed(id, () => []).push({ revision, place: readNodePlace(before) });
  }
  return {
    has: (node) => moved.has(node),
    isEmpty: moved.size === 0,
    before: (revision) => (id) => moved.get(id)?.find((move) => move.revision >= revision)?.place ?? trees.get(id),
  };
}

/** True if a change makes others visible or hides them, so that cursors from before it expire. */
export function changesRules({ kind, before, after }: LoggedChange, { nodeTypes }: CatalogueModel): boolean {
  if (kind === 'node_type') return true;
  // A removed node has nothing below it, and what was assigned to it has changed, too.
  if (before === undefined || after === undefined) return false;
  const [was, is] = [readNodePlace(before), readNodePlace(after)];
  const decides = nodeTypes.get(is.type)?.isPermissionDefining ?? false;
  return (
    (decides && (kind !== 'node' || was.parent !== is.parent)) ||
    was.type !== is.type ||
    JSON.stringify(was.access) !== JSON.stringify(is.access)
  );
}
