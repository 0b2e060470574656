import type { Viewer } from '../../../core/src/domain/permissions.ts';
import { periodOf } from '../../../core/src/domain/validity.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import { nodesIn, readAssetPlace } from '../catalogue/places.ts';
import type { Clock } from './cursor.ts';
import type { NodeHistory } from './node-history.ts';

/** Who asks for changes, and what decides what he sees. */
export interface FeedScope {
  readonly snapshot: Pick<Snapshot, 'revision' | 'model' | 'log'>;
  readonly viewer: Viewer;
  /** Node type -> nodes that its trees are limited to. */
  readonly roots: ReadonlyMap<number, readonly number[]>;
  readonly timeZone: string;
  /** True if assets are hidden outside their validity. */
  readonly hidesInvalid: boolean;
  /** What else makes cursors expire where it changes. */
  readonly settings: readonly string[];
  /** Age in days at which cursors expire. */
  readonly days: number;
  /** The present, in UTC milliseconds. */
  readonly now: number;
}

/** Judges by the present rules, whether objects were or are visible. A place of undefined is that of an object that isn't. */
export interface Visibility {
  /** `revision`: nodes stand where they stood before its commit. */
  seesNode(id: number, place: string | undefined, revision: number): boolean;
  seesAsset(id: number, place: string | undefined, revision: number, clock: Clock): boolean;
}

/** Number of lists of nodes whose visibility is remembered. */
const MAX_REMEMBERED = 10_000;

export function openVisibility(scope: FeedScope, history: NodeHistory): Visibility {
  const { viewer, timeZone, hidesInvalid, roots } = scope;
  const { trees } = scope.snapshot.model;
  const known = new Map<string, boolean>();

  function seesNodes(place: string, revision: number): boolean {
    const text = nodesIn(place);
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    const nodes = JSON.parse(text) as number[];
    if (!nodes.every((id) => !history.has(id) && trees.get(id) !== undefined)) {
      return viewer.where(history.before(revision)).canViewAsset(nodes);
    }
    if (known.size > MAX_REMEMBERED) known.clear();
    const isSeen = viewer.canViewAsset(nodes);
    known.set(text, isSeen);
    return isSeen;
  }

  function isHiddenAt(id: number, text: string, revision: number, clock: Clock): boolean {
    const place = readAssetPlace(text);
    if (isInside(id, periodOf(place, timeZone), clock)) return false;
    return !viewer.where(history.before(revision)).isAnyTime(place.nodes);
  }

  return {
    seesNode: (id, place, revision) => {
      if (place === undefined) return false;
      const isWhereItWas = history.isEmpty || (roots.size === 0 && !history.has(id));
      if (isWhereItWas && trees.get(id) !== undefined) return viewer.canViewNode(id);
      return viewer.where(history.before(revision)).canViewNode(id);
    },
    seesAsset: (id, place, revision, clock) =>
      place !== undefined && seesNodes(place, revision) && !(hidesInvalid && isHiddenAt(id, place, revision, clock)),
  };
}

/** True if the instant of an asset has passed on a clock. */
export function hasPassed(time: number, id: number, clock: Clock): boolean {
  return time < clock.time || (time === clock.time && id <= clock.id);
}

function isInside(id: number, { from, until }: ReturnType<typeof periodOf>, clock: Clock): boolean {
  return hasPassed(from, id, clock) && !hasPassed(until, id, clock);
}
