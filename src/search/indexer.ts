/** Keeps an index up to date with a catalogue: a large base, and what changed since in two small deltas. */
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Asset } from '../domain/model.ts';
import { compareNames, textIn } from '../domain/text.ts';
import type { IndexedState, IndexSource } from '../ports/index-source.ts';
import { baseRanks, buildSegment, languagesOf } from './build-segment.ts';
import { attach, pack } from './columns.ts';
import { openDictionaries } from './dictionaries.ts';
import { bitsFor, hasBit } from './docs.ts';
import { type NodeTree, numberNodes } from './node-tree.ts';
import { openSegment } from './open-segment.ts';
import { openPlacedTexts, type PlacedTexts } from './placed-texts.ts';
import { columnsOf, type RankColumn, type Segment, segmentOf } from './segment.ts';
import { placesKey, type SegmentData, type ViewData } from './view.ts';

/** A base and what it was made from. */
export interface BaseData {
  readonly view: ViewData;
  /** What makes a base useless when it changes: the fields of assets and their types, and the languages. */
  readonly shape: string;
}

/** The fresh delta is made anew with each change, so it stays small; what is full goes to the other one. */
const FRESH_ASSETS = 64;

export interface Indexer {
  /** Takes over what was committed; false where a base has to be adopted first. */
  follow(): boolean;
  /** What was taken over last; undefined while there is no base. */
  view(): ViewData | undefined;
  /** Takes a base in place of the one before. */
  adopt(base: BaseData): void;
  /** True where the deltas are so large that a new base pays. */
  isFull(): boolean;
}

/** Builds a base of everything. */
export function buildBase(state: IndexedState): BaseData {
  const { model } = state;
  const tree = numberNodes(model.forest, new Float64Array(0));
  const dictionaries = openDictionaries();
  const segment = buildSegment(state.assets(), { model, tree, dictionaries, rank: baseRanks });
  return {
    shape: shapeOf(model),
    view: {
      revision: model.revision,
      segments: [living(segment, 0)],
      numbering: 0,
      nodeIds: tree.ids,
      nodeParents: tree.parents,
      dictionaries: dictionaries.values(),
      places: {},
      wordCount: sum(segment.words.lengths),
    },
  };
}

/** Opens an index without a base. */
export function openIndexer(source: IndexSource): Indexer {
  let index: ReturnType<typeof openDeltas> | undefined;
  return {
    follow: () => {
      if (!index) return false;
      const known = index;
      if (source.revision() === known.view().revision) return true;
      return source.read((state) => known.follow(state));
    },
    view: () => index?.view(),
    adopt: (base) => {
      index = openDeltas(base);
    },
    isFull: () => (index?.size ?? 0) > FULL_ASSETS,
  };
}

/** Queries stay fast up to some thousand assets in the deltas (measured: bench/search). */
const FULL_ASSETS = 8192;
/** More changes at once than this share of the base, and at least this many, are cheaper to build anew. */
const REBUILD_SHARE = 1 / 20;
const REBUILD_ASSETS = 2000;

function openDeltas({ view: base, shape }: BaseData) {
  const [baseSegment] = base.segments as [SegmentData];
  const columns = segmentOf(attach(baseSegment.packed));
  const open = openSegment(columns);
  const dictionaries = openDictionaries(base.dictionaries);
  const texts = new Map<string, PlacedTexts>();
  let nextKey = 1;
  let numbering = base.numbering;
  let tree: NodeTree | undefined;
  let forest: CatalogueModel['forest'] | undefined;
  let current = base;
  let baseDead = { dead: baseSegment.dead, deadCount: 0 };
  let wordCount = base.wordCount;
  let settled = emptyDelta();
  let fresh = emptyDelta();

  /** Takes an asset out of whichever segment has it. */
  function kill(ids: readonly number[]): void {
    const dead = baseDead.dead.slice();
    let { deadCount } = baseDead;
    for (const id of ids) {
      const doc = open.docOf(id);
      if (doc !== undefined && !hasBit(dead, doc)) {
        dead[doc >>> 5] = (dead[doc >>> 5] as number) | (1 << (doc & 31));
        deadCount += 1;
        wordCount -= columns.words.lengths[doc] as number;
      }
    }
    baseDead = { dead, deadCount };
    wordCount -= settled.kill(ids) + fresh.kill(ids);
  }

  function rankIn(state: IndexedState) {
    return (all: readonly string[], language: string, column: string): RankColumn => {
      const placed = texts.getOrInsertComputed(placesKey(column, language), () =>
        openPlacedTexts(compareNames(language), {
          column: baseRanksOf(columns, column, language),
          isAlive: (doc) => !hasBit(baseDead.dead, doc),
          text: (doc) => textOf(state, columns.ids[doc] as number, column, language),
        }),
      );
      return { placed: Uint32Array.from(all, (text) => placed.add(text)) };
    };
  }

  function build(assets: ReadonlyMap<number, Asset>, state: IndexedState, nodes: NodeTree): Delta {
    const sorted = [...assets.values()].sort((a, b) => a.id - b.id);
    const segment = buildSegment(sorted, { model: state.model, tree: nodes, dictionaries, rank: rankIn(state) });
    nextKey += 1;
    wordCount += sum(segment.words.lengths);
    return deltaOf(assets, segment, nextKey);
  }

  /** Takes over all changes; false where the base has to be built anew. */
  function follow(state: IndexedState): boolean {
    const { model } = state;
    // A catalogue that was put back to an older state is another one.
    const changes = model.revision < current.revision ? undefined : state.changesSince(current.revision);
    if (!changes || shapeOf(model) !== shape) return false;
    if (changes.assets.length > Math.max(REBUILD_ASSETS, open.size * REBUILD_SHARE)) return false;
    if (!tree || forest !== model.forest) {
      tree = numberNodes(model.forest, current.nodeIds);
      forest = model.forest;
      numbering += 1;
    }
    if (changes.assets.length > 0) {
      kill(changes.assets);
      const changed = new Map(state.assetsOf(changes.assets).map((asset) => [asset.id, asset]));
      const all = new Map([...fresh.assets, ...changed]);
      wordCount -= fresh.words();
      if (all.size > FRESH_ASSETS) {
        wordCount -= settled.words();
        settled = build(new Map([...settled.assets, ...all]), state, tree);
        fresh = emptyDelta();
      } else fresh = build(all, state, tree);
    }
    current = {
      revision: model.revision,
      segments: [{ ...baseSegment, ...baseDead }, ...settled.segments(), ...fresh.segments()],
      numbering,
      nodeIds: tree.ids,
      nodeParents: base.nodeParents,
      dictionaries: dictionaries.values(),
      places: Object.fromEntries([...texts].map(([key, placed]) => [key, placed.places()])),
      wordCount,
    };
    return true;
  }

  return {
    follow,
    view: () => current,
    get size() {
      return settled.assets.size + fresh.assets.size;
    },
  };
}

/** A small segment with the assets that it was made of. */
interface Delta {
  readonly assets: Map<number, Asset>;
  /** Takes assets out; gives the number of their words. */
  kill(ids: readonly number[]): number;
  /** Words of the living. */
  words(): number;
  segments(): readonly SegmentData[];
}

function emptyDelta(): Delta {
  return { assets: new Map(), kill: () => 0, words: () => 0, segments: () => [] };
}

function deltaOf(made: ReadonlyMap<number, Asset>, segment: Segment, key: number): Delta {
  const assets = new Map(made);
  const open = openSegment(segment);
  const packed = pack(columnsOf(segment));
  let { dead } = living(segment, key);
  let deadCount = 0;
  let words = sum(segment.words.lengths);
  return {
    assets,
    kill: (ids) => {
      let killed = 0;
      const after = dead.slice();
      for (const id of ids) {
        const doc = assets.delete(id) ? open.docOf(id) : undefined;
        if (doc === undefined) continue;
        after[doc >>> 5] = (after[doc >>> 5] as number) | (1 << (doc & 31));
        deadCount += 1;
        killed += segment.words.lengths[doc] as number;
      }
      dead = after;
      words -= killed;
      return killed;
    },
    words: () => words,
    segments: () => [{ key, packed, dead, deadCount }],
  };
}

function living(segment: Segment, key: number): SegmentData {
  return { key, packed: pack(columnsOf(segment)), dead: bitsFor(segment.ids.length), deadCount: 0 };
}

function baseRanksOf({ names, originals, fieldTexts }: Segment, column: string, language: string) {
  const columns = column === 'name' ? names : column === 'original' ? originals : fieldTexts[column];
  const ranks = columns?.[language];
  return ranks && 'ranks' in ranks ? ranks : undefined;
}

function textOf(state: IndexedState, asset: number, column: string, language: string): string {
  const text = state.text(asset, column === 'name' || column === 'original' ? column : Number(column));
  return text === undefined ? '' : textIn(text, language, state.model);
}

function shapeOf(model: CatalogueModel): string {
  const fields = [...model.infoFields.values()].filter(({ onAssets }) => onAssets);
  return JSON.stringify([languagesOf(model), model.defaultLanguage, fields.map(({ id, type }) => [id, type])]);
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
