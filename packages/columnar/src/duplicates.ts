/** Groups the assets that have the same file, or pictures that look nearly the same, among those that a viewer may see. */
import { SingleFlight } from '../../core/src/concurrency/single-flight.ts';
import { mostSquares } from '../../core/src/domain/features.ts';
import { allDocs } from './docs.ts';
import { docsWithNeighbours, type LookSegment, Slices } from './kin.ts';
import { eachNear, FIRST_WORDS, lookOf, REST_BYTES } from './looks.ts';
import type { Perspective } from './perspective.ts';
import type { DuplicateGroup } from './search-index.ts';
import { LOOK, type LookColumns, NO_LOOK } from './segment.ts';
import type { View } from './view.ts';

/** The docs of each segment that the viewer sees. */
type Visible = readonly Uint32Array[];

/** All groups among some docs: found once, together for all who ask for them. */
interface Shared {
  readonly maxDistance: number;
  readonly visible: Visible;
  readonly flight: SingleFlight<readonly DuplicateGroup[]>;
  groups?: readonly DuplicateGroup[];
}

const sharedBy = new WeakMap<Perspective, Shared>();

/** Returns all groups in their order. Rejects with the signal's reason. */
export async function duplicates(
  view: View,
  perspective: Perspective,
  maxDistance: number,
  signal: AbortSignal,
): Promise<readonly DuplicateGroup[]> {
  // Before anything is awaited, because the perspective may move to another instant meanwhile.
  const visible = view.segments.map((_, place) => perspective.allVisible(place));
  const known = sharedBy.get(perspective);
  const isSame = known?.maxDistance === maxDistance && known.visible.every((docs, place) => docs === visible[place]);
  const segments = view.segments.map(({ open }) => open);
  const shared: Shared = isSame ? known : { maxDistance, visible, flight: new SingleFlight() };
  sharedBy.set(perspective, shared);
  shared.groups ??= await shared.flight.join('', signal, (left) => groupsAmong(segments, visible, maxDistance, left));
  return shared.groups;
}

/** Finds all groups among the given docs of segments, in their order. Rejects with the signal's reason. */
export async function groupsAmong(
  segments: readonly LookSegment[],
  visible: Visible,
  maxDistance: number,
  signal: AbortSignal,
): Promise<readonly DuplicateGroup[]> {
  const exact = sameFiles(segments, visible).map((ids) => ({ kind: 'exact', ids }) as const);
  const near = await nearGroups(segments, visible, mostSquares(maxDistance), signal);
  return [...exact, ...near.map((ids) => ({ kind: 'near', ids }) as const)].sort(
    (a, b) => b.ids.length - a.ids.length || (a.ids[0] as number) - (b.ids[0] as number),
  );
}

/** Calls `use` for each doc that the viewer may see. */
function eachVisible(
  segments: readonly LookSegment[],
  visible: Visible,
  use: (columns: LookSegment['columns'], doc: number, place: number) => void,
): void {
  for (const [place, docs] of visible.entries()) {
    const { columns } = segments[place] as LookSegment;
    for (let i = 0; i < docs.length; i++) use(columns, docs[i] as number, place);
  }
}

function sameFiles(segments: readonly LookSegment[], visible: Visible): readonly (readonly number[])[] {
  const count = visible.reduce((sum, docs) => sum + docs.length, 0);
  // Most files occur once, so those that don't are found by sorting numbers, which is quick.
  const keys = new Float64Array(count);
  let length = 0;
  eachVisible(segments, visible, ({ looks }, doc) => {
    const key = roughKey(looks, doc);
    if (key !== 0) keys[length++] = key;
  });
  const sorted = keys.subarray(0, length).sort();
  const repeated = new Set(sorted.filter((key, at) => key === sorted[at - 1]));
  const byFile = new Map<string, number[]>();
  eachVisible(segments, visible, ({ looks, ids }, doc) => {
    if (!repeated.has(roughKey(looks, doc))) return;
    const file = `${looks.files[doc * 2]} ${looks.files[doc * 2 + 1]}`;
    byFile.getOrInsertComputed(file, () => []).push(ids[doc] as number);
  });
  return [...byFile.values()].filter((ids) => ids.length > 1).map((ids) => ids.sort((a, b) => a - b));
}

/** As many bits of the hash as a number can hold; 0 without a file. */
function roughKey({ files }: LookColumns, doc: number): number {
  return (files[doc * 2] ?? 0) * 2 ** 21 + ((files[doc * 2 + 1] ?? 0) >>> 11);
}

interface Candidate {
  readonly id: number;
  readonly looks: LookColumns;
  readonly doc: number;
}

/** The asset with the lowest ID takes all that are near it and in no group yet. */
async function nearGroups(
  segments: readonly LookSegment[],
  visible: Visible,
  most: number,
  signal: AbortSignal,
): Promise<readonly (readonly number[])[]> {
  const slices = new Slices(signal);
  const withNeighbours = await docsWithNeighbours(segments, most, slices);
  const candidates: Candidate[] = [];
  eachVisible(segments, visible, (columns, doc, place) => {
    if (columns.looks.states[doc] !== LOOK || withNeighbours[place]?.[doc] !== 1) return;
    candidates.push({ id: columns.ids[doc] as number, looks: columns.looks, doc });
  });
  candidates.sort((a, b) => a.id - b.id);
  return await groupsOf(candidates, most, slices);
}

async function groupsOf(
  candidates: readonly Candidate[],
  most: number,
  slices: Slices,
): Promise<readonly (readonly number[])[]> {
  const first = new Uint32Array(candidates.length * FIRST_WORDS);
  const rest = new Uint8Array(candidates.length * REST_BYTES);
  for (const [at, { looks, doc }] of candidates.entries()) {
    first.set(looks.first.subarray(doc * FIRST_WORDS, (doc + 1) * FIRST_WORDS), at * FIRST_WORDS);
    rest.set(looks.rest.subarray(doc * REST_BYTES, (doc + 1) * REST_BYTES), at * REST_BYTES);
  }
  const states = new Uint8Array(candidates.length).fill(LOOK);
  const looks = { states, first, rest, files: new Uint32Array() };
  const all = allDocs(candidates.length);
  const groups: number[][] = [];
  for (const [at, { id }] of candidates.entries()) {
    if (states[at] !== LOOK) continue;
    const group = [id];
    eachNear(looks, { look: lookOf(looks, at), most }, all, at + 1, (other) => {
      states[other] = NO_LOOK;
      group.push(candidates[other]?.id as number);
    });
    if (group.length > 1) groups.push(group);
    await slices.next();
  }
  return groups;
}
