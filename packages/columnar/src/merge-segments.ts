/** Merges segments into one without the catalogue: what is in their columns suffices, and copying it is quick. */

import { isSameOrder, ranksInOrder } from './build-orders.ts';
import type { Built } from './build-segment.ts';
import { newColumn } from './columns.ts';
import { FIRST_WORDS, REST_BYTES } from './looks.ts';
import { mergeDocuments } from './merge-documents.ts';
import { mergeLinks, type NodeNumbers } from './merge-links.ts';
import { mergeWords } from './merge-words.ts';
import { MergedDocs, type MergeSource } from './merged-docs.ts';
import {
  type Boundaries,
  type DateColumn,
  type LinkColumn,
  NONE,
  type NumberColumn,
  type RankColumn,
  type Segment,
} from './segment.ts';
import { positionsKey, type ViewData } from './view.ts';

/**
 * Merges segments, of which the largest should be the first. With `places` (`ViewData.places`), the first is a base, and
 * so is the result; without, all are deltas of one base.
 */
export function mergeSegments(
  sources: readonly MergeSource[],
  { nodes, places }: { readonly nodes: NodeNumbers; readonly places?: ViewData['places'] },
): Built {
  const merged = new MergedDocs(sources);
  const segments = sources.map(({ open }) => open.columns);
  const codes = (of: (segment: Segment) => Segment['extensions'] | undefined, width = 1) =>
    merged.codes(segments.map(of), width);
  const bytes = (of: (segment: Segment) => Uint8Array | undefined, width = 1) => codes(of, width) as Uint8Array;
  const numbers = (of: (segment: Segment) => NumberColumn | undefined): NumberColumn => {
    const values = newColumn(Float64Array, merged.size).fill(Number.NaN);
    for (const [i, segment] of segments.entries()) merged.copy(values, i, of(segment)?.values);
    const order = merged.inOrder(of(segments[0] as Segment)?.order ?? NO_DOCS, values);
    return { values: order.length === 0 ? new Float64Array(0) : values, order };
  };
  const boundaries = (of: (segment: Segment) => Boundaries): Boundaries => {
    const values = new Float64Array(merged.size).fill(Number.NaN);
    for (const [i, segment] of segments.entries()) {
      const { docs, times } = of(segment);
      for (const [n, doc] of docs.entries()) {
        const place = merged.places[i]?.[doc] as number;
        if (place !== NONE) values[place] = times[n] as number;
      }
    }
    const docs = merged.inOrder(of(segments[0] as Segment).docs, values);
    return { times: newColumn(Float64Array, docs.length).map((_, i) => values[docs[i] as number] as number), docs };
  };
  const links = (of: (segment: Segment) => LinkColumn | undefined) =>
    mergeLinks(merged, sources, segments.map(of), nodes);

  function ranks(column: string, language: string, of: (RankColumn | undefined)[]): RankColumn {
    if (!places) {
      const placed = newColumn(Uint32Array, merged.size).fill(NONE);
      for (const [i, each] of of.entries()) merged.copy(placed, i, each && 'placed' in each ? each.placed : undefined);
      return { placed };
    }
    const keys = new Float64Array(merged.size).fill(Number.NaN);
    const own = places[positionsKey(column, language)];
    for (const [i, each] of of.entries()) {
      if (!each) continue;
      const numbersOf = 'ranks' in each ? each.ranks : each.placed;
      const to = merged.places[i] as Uint32Array;
      for (let doc = 0; doc < to.length; doc++) {
        const number = numbersOf[doc] as number;
        if (to[doc] === NONE || number === NONE) continue;
        keys[to[doc] as number] = 'ranks' in each ? number : (own?.[number] as number);
      }
    }
    const first = of[0];
    return ranksInOrder(merged.inOrder(first && 'ranks' in first ? first.order : NO_DOCS, keys), keys);
  }

  function texts(column: string, of: (segment: Segment) => Segment['names'] | undefined): Segment['names'] {
    let before: RankColumn | undefined;
    return mapKeys(segments.map(of), (language, columns) => {
      const made = ranks(column, language, columns);
      before = before && isSameOrder(before, made) ? before : made;
      return before;
    });
  }

  const words = mergeWords(merged, sources);
  const { parts, lengths } = mergeDocuments(merged, sources);
  const columns: Segment = {
    ids: merged.ids,
    categories: bytes((segment) => segment.categories),
    extensions: codes((segment) => segment.extensions),
    types: codes((segment) => segment.types),
    users: codes((segment) => segment.users),
    licences: codes((segment) => segment.licences),
    sourceTypes: codes((segment) => segment.sourceTypes),
    begins: boundaries((segment) => segment.begins),
    ends: boundaries((segment) => segment.ends),
    uploaded: numbers((segment) => segment.uploaded),
    modified: numbers((segment) => segment.modified),
    size: numbers((segment) => segment.size),
    width: codes((segment) => segment.width),
    height: codes((segment) => segment.height),
    orientations: bytes((segment) => segment.orientations),
    duration: numbers((segment) => segment.duration),
    durationClasses: bytes((segment) => segment.durationClasses),
    rating: numbers((segment) => segment.rating),
    looks: {
      states: bytes(({ looks }) => looks.states),
      first: codes(({ looks }) => looks.first, FIRST_WORDS) as Uint32Array,
      rest: bytes(({ looks }) => looks.rest, REST_BYTES),
      files: codes(({ looks }) => looks.files, FILE_WORDS) as Uint32Array,
    },
    names: texts('name', ({ names }) => names),
    originals: texts('original', ({ originals }) => originals),
    nodes: links((segment) => segment.nodes),
    words,
    documentLengths: lengths,
    numbers: mapKeys(
      segments.map((each) => each.numbers),
      (id) => numbers((segment) => segment.numbers[id]),
    ),
    dates: mapKeys(
      segments.map((each) => each.dates),
      (id): DateColumn => {
        const instants = numbers((segment) => segment.dates[id]);
        const isDay = bytes((segment) => segment.dates[id]?.isDay);
        return { ...instants, isDay: instants.order.length === 0 ? new Uint8Array(0) : isDay };
      },
    ),
    checkboxes: mapKeys(
      segments.map((each) => each.checkboxes),
      (_, of) => merged.codes(of) as Uint8Array,
    ),
    items: mapKeys(
      segments.map((each) => each.items),
      (_, of) => merged.codes(of),
    ),
    references: mapKeys(
      segments.map((each) => each.references),
      (id) => links((segment) => segment.references[id]),
    ),
    fieldTexts: mapKeys(
      segments.map((each) => each.fieldTexts),
      (id) => texts(id, (segment) => segment.fieldTexts[id]),
    ),
  };
  return { columns, documents: parts };
}

/** Numbers of each doc in `LookColumns.files`. */
const FILE_WORDS = 2;

const NO_DOCS = new Uint32Array(0);

/** Merges what is under each key in any of the records. */
function mapKeys<T>(
  records: readonly ({ readonly [key: string]: T } | undefined)[],
  merge: (key: string, values: (T | undefined)[]) => T,
): { [key: string]: T } {
  const keys = new Set(records.flatMap((record) => Object.keys(record ?? {})));
  return Object.fromEntries(
    [...keys].map((key) => [
      key,
      merge(
        key,
        records.map((record) => record?.[key]),
      ),
    ]),
  );
}
