/** Groups the assets that have the same file, or pictures that look nearly the same, among those that a viewer may see. */
import { setTimeout } from 'node:timers/promises';
import { SingleFlight } from '../../core/src/concurrency/single-flight.ts';
import { maxSquares } from '../../core/src/domain/features.ts';
import { allDocs } from './docs.ts';
import { type LookSegment, MAX_NEIGHBOURS, neighboursIn, Slices, uncompared as uncomparedIn } from './kin.ts';
import { eachNear, FIRST_WORDS, lookOf, REST_BYTES } from './looks.ts';
import type { DuplicateGroup } from './search-index.ts';
import { LOOK, type LookColumns, NO_LOOK } from './segment.ts';

/** The docs of each segment that the viewer sees. */
type Visible = readonly Uint32Array[];

/** Groups among some docs. */
export interface FoundGroups {
  /** In their order. */
  readonly groups: readonly DuplicateGroup[];
  /** Number of docs that must still be compared, before all groups of nearly the same pictures are found. */
  readonly uncompared: number;
}

/** How long an answer waits for pictures to be compared, in milliseconds. */
const PATIENCE_MS = 5_000;
/** All groups are told at a multiple of this time after comparing began, so that it doesn't tell what hidden pictures cost. */
const TICK_MS = 25;
/** How long comparing goes on after an answer that could not wait, in milliseconds. */
const LEASE_MS = 60_000;

/** What is found among some docs: once, together for all who ask for them. */
class Search {
  readonly #segments: readonly LookSegment[];
  readonly #maxDistance: number;
  readonly #visible: Visible;
  readonly #flight = new SingleFlight<void>();
  #exact: readonly DuplicateGroup[] | undefined;
  #near: DuplicateGroup[] = [];
  #candidatesLeft: number | undefined;
  #all: readonly DuplicateGroup[] | undefined;

  constructor(segments: readonly LookSegment[], visible: Visible, maxDistance: number) {
    this.#segments = segments;
    this.#visible = visible;
    this.#maxDistance = maxDistance;
  }

  isOf(visible: Visible, maxDistance: number): boolean {
    return maxDistance === this.#maxDistance && visible.every((docs, place) => docs === this.#visible[place]);
  }

  /** Resolves when all groups are found, or rejects with the signal's reason. What was done until then is kept. */
  async complete(signal: AbortSignal): Promise<void> {
    if (!this.#all) await this.#flight.join('', signal, (left) => this.#compare(left));
  }

  /** What is found so far. */
  found(): FoundGroups {
    if (this.#all) return { groups: this.#all, uncompared: 0 };
    this.#exact ??= sameFiles(this.#segments, this.#visible).map((ids) => ({ kind: 'exact', ids }));
    const most = maxSquares(this.#maxDistance);
    const uncompared = this.#candidatesLeft ?? uncomparedIn(this.#segments, this.#visible, most);
    return { groups: inOrder([...this.#exact, ...this.#near]), uncompared: Math.max(1, uncompared) };
  }

  async #compare(signal: AbortSignal): Promise<void> {
    const begun = performance.now();
    const slices = new Slices(signal);
    const most = maxSquares(this.#maxDistance);
    const candidates = await candidatesIn(this.#segments, this.#visible, most, slices);
    this.#near = [];
    this.#candidatesLeft = candidates.length;
    for await (const { ids, left } of groupsOf(candidates, most, slices)) {
      this.#candidatesLeft = left;
      this.#near.push({ kind: 'near', ids });
    }
    const { groups } = this.found();
    await setTimeout(TICK_MS - ((performance.now() - begun) % TICK_MS), undefined, { signal });
    this.#all = groups;
  }
}

const searches = new WeakMap<object, Search>();

/**
 * Returns the groups that are found within some seconds. Where these are not all, comparing goes on for a minute. Rejects with
 * the reason of `signal`; `closed` ends what goes on.
 */
export async function duplicates(
  perspective: { readonly segments: readonly { readonly open: LookSegment; allVisible(): Uint32Array }[] },
  maxDistance: number,
  { signal, closed, patienceMs = PATIENCE_MS }: { signal: AbortSignal; closed: AbortSignal; patienceMs?: number },
): Promise<FoundGroups> {
  // Before anything is awaited, because the perspective may move to another instant meanwhile.
  const visible = perspective.segments.map((segment) => segment.allVisible());
  const segments = perspective.segments.map(({ open }) => open);
  const known = searches.get(perspective);
  const search = known?.isOf(visible, maxDistance) ? known : new Search(segments, visible, maxDistance);
  searches.set(perspective, search);
  const going = search.complete(AbortSignal.any([closed, AbortSignal.timeout(LEASE_MS)]));
  const patience = new AbortController();
  try {
    const late = setTimeout(patienceMs, undefined, { signal: AbortSignal.any([signal, patience.signal]) });
    await Promise.race([going, late]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    patience.abort();
    // The lease may end after the answer.
    going.catch(() => {});
  }
  return search.found();
}

/** Finds all groups among the given docs of segments, in their order. Rejects with the signal's reason. */
export async function groupsAmong(
  segments: readonly LookSegment[],
  visible: Visible,
  maxDistance: number,
  signal: AbortSignal,
): Promise<readonly DuplicateGroup[]> {
  const search = new Search(segments, visible, maxDistance);
  await search.complete(signal);
  return search.found().groups;
}

function inOrder(groups: DuplicateGroup[]): readonly DuplicateGroup[] {
  return groups.sort((a, b) => b.ids.length - a.ids.length || (a.ids[0] as number) - (b.ids[0] as number));
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

/** The docs that have a near neighbour among these, in ascending order of ID. Hidden neighbours must not be told by the time. */
async function candidatesIn(
  segments: readonly LookSegment[],
  visible: Visible,
  most: number,
  slices: Slices,
): Promise<readonly Candidate[]> {
  const neighbours = await neighboursIn(segments, most, slices);
  const candidates: (Candidate & { readonly near: readonly number[] })[] = [];
  eachVisible(segments, visible, (columns, doc, place) => {
    const near = neighbours[place]?.get(doc);
    if (near) candidates.push({ id: columns.ids[doc] as number, looks: columns.looks, doc, near });
  });
  const seen = new Set(candidates.map(({ id }) => id));
  return candidates
    .filter(({ id, near }) => near.length === MAX_NEIGHBOURS || near.some((other) => other !== id && seen.has(other)))
    .sort((a, b) => a.id - b.id);
}

/**
 * The asset with the lowest ID takes all that are near it and in no group yet. Yields the groups, each with the number of
 * candidates that are still to be compared.
 */
async function* groupsOf(
  candidates: readonly Candidate[],
  most: number,
  slices: Slices,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly left: number }> {
  const first = new Uint32Array(candidates.length * FIRST_WORDS);
  const rest = new Uint8Array(candidates.length * REST_BYTES);
  for (const [at, { looks, doc }] of candidates.entries()) {
    first.set(looks.first.subarray(doc * FIRST_WORDS, (doc + 1) * FIRST_WORDS), at * FIRST_WORDS);
    rest.set(looks.rest.subarray(doc * REST_BYTES, (doc + 1) * REST_BYTES), at * REST_BYTES);
  }
  const states = new Uint8Array(candidates.length).fill(LOOK);
  const looks = { states, first, rest, files: new Uint32Array() };
  const all = allDocs(candidates.length);
  for (const [at, { id }] of candidates.entries()) {
    if (states[at] !== LOOK) continue;
    const ids = [id];
    eachNear(looks, { look: lookOf(looks, at), most }, all, at + 1, (other) => {
      states[other] = NO_LOOK;
      ids.push(candidates[other]?.id as number);
    });
    if (ids.length > 1) yield { ids, left: candidates.length - at - 1 };
    await slices.next();
  }
}
