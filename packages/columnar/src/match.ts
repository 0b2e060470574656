/** Makes the clause of a search criterion for a segment, once for each search. */
import { ORIENTATIONS, type Orientation } from '../../core/src/domain/orientation.ts';
import { DURATION_CLASSES } from '../../core/src/domain/playing-time.ts';
import { placeIn } from './build-segment.ts';
import { type Clause, codedIn, every, listed, marked, NOTHING, some } from './clauses.ts';
import { codesOf } from './dictionaries.ts';
import { countBits } from './docs.ts';
import { fullText } from './full-text.ts';
import { linkedTo, without } from './node-clauses.ts';
import { rangesOf } from './node-tree.ts';
import type { OpenSegment } from './open-segment.ts';
import { countBetween, dateBetween, numberBetween } from './range-clauses.ts';
import type { Scope } from './scope.ts';
import type { Criterion, RangeField } from './search-index.ts';
import { CHECKED, UNCHECKED } from './segment.ts';
import { statesOf } from './segment-states.ts';

export function clauseOf(criterion: Criterion, segment: OpenSegment, scope: Scope): Clause {
  return scope.clauses
    .getOrInsertComputed(segment, () => new Map())
    .getOrInsertComputed(criterion, () => makeClause(criterion, segment, scope));
}

function makeClause(criterion: Criterion, segment: OpenSegment, scope: Scope): Clause {
  const { columns } = segment;
  const nodeRanges = (ids: Iterable<number>, recursive: boolean) =>
    without(rangesOf(scope.tree, ids, recursive), scope.skipped);
  switch (criterion.kind) {
    case 'every':
      return every(
        segment,
        criterion.of.map((each) => clauseOf(each, segment, scope)),
      );
    case 'some':
      return some(
        segment,
        criterion.of.map((each) => clauseOf(each, segment, scope)),
      );
    case 'nodes': {
      const linked = criterion.references ? [columns.nodes, ...Object.values(columns.references)] : [columns.nodes];
      return linkedTo(segment, linked, nodeRanges(criterion.ids, criterion.recursive));
    }
    case 'node_types':
      return linkedTo(segment, [columns.nodes], nodeRanges(nodesOfTypes(criterion.types, scope), false));
    case 'references': {
      const linked = columns.references[criterion.field];
      return linked ? linkedTo(segment, [linked], nodeRanges(criterion.nodes, criterion.recursive)) : NOTHING;
    }
    case 'ids':
      return listed(docsOfIds(segment, criterion.ids));
    case 'text':
      return fullText(segment, criterion, scope);
    case 'extensions':
      return codedIn(segment, columns.extensions, codesOf(scope.dictionaries.extensions, criterion.values));
    case 'categories': {
      const wanted = new Uint8Array(256);
      for (const category of criterion.values) wanted[category] = 1;
      return codedIn(segment, columns.categories, wanted);
    }
    case 'asset_types':
      return codedIn(segment, columns.types, codesOf(scope.dictionaries.types, criterion.ids));
    case 'orientations': {
      const wanted = new Uint8Array(ORIENTATIONS.length + 1);
      for (const value of criterion.values) for (const each of narrower(value)) wanted[placeIn(ORIENTATIONS, each)] = 1;
      return codedIn(segment, columns.orientations, wanted);
    }
    case 'durations': {
      const wanted = new Uint8Array(DURATION_CLASSES.length + 1);
      for (const value of criterion.values) wanted[placeIn(DURATION_CLASSES, value)] = 1;
      return codedIn(segment, columns.durationClasses, wanted);
    }
    case 'licences':
      return codedIn(segment, columns.licences, codesOf(scope.dictionaries.licences, criterion.values));
    case 'source_types':
      return codedIn(segment, columns.sourceTypes, codesOf(scope.dictionaries.sourceTypes, criterion.values));
    case 'validity': {
      const states = statesOf(segment);
      states.moveTo(criterion.at);
      const bits = states.in(criterion.states, segment.size);
      return marked(bits, countBits(bits));
    }
    case 'items': {
      const codes = columns.items[criterion.field];
      return codes
        ? codedIn(segment, codes, codesOf(scope.dictionaries.items(criterion.field), criterion.ids))
        : NOTHING;
    }
    case 'checkbox': {
      const values = columns.checkboxes[criterion.field];
      const wanted = new Uint8Array(CHECKED + 1);
      wanted[criterion.value ? CHECKED : UNCHECKED] = 1;
      return values ? codedIn(segment, values, wanted) : NOTHING;
    }
    case 'range':
      return rangeOf(criterion.of, criterion.from, criterion.to, segment);
    case 'dates': {
      const column = columns.dates[criterion.field];
      return column ? dateBetween(segment, column, criterion.from, criterion.to) : NOTHING;
    }
  }
}

function rangeOf(
  of: RangeField,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
  segment: OpenSegment,
): Clause {
  const { columns } = segment;
  if (of === 'width' || of === 'height') return countBetween(segment, columns[of], from, to);
  const column = typeof of === 'object' ? columns.numbers[of.field] : columns[of];
  return column ? numberBetween(segment, column, from, to) : NOTHING;
}

/** Returns the orientations that the columns hold for one. */
export function narrower(orientation: Orientation): readonly Orientation[] {
  return orientation === 'landscape' ? ['landscape', 'panorama'] : [orientation];
}

function* nodesOfTypes(types: readonly number[], { model }: Scope): Iterable<number> {
  for (const { id, type } of model.trees.nodes()) if (types.includes(type)) yield id;
}

function docsOfIds(segment: OpenSegment, ids: readonly number[]): Uint32Array {
  const docs = new Set<number>();
  for (const id of ids) {
    const doc = segment.docOf(id);
    if (doc !== undefined) docs.add(doc);
  }
  return Uint32Array.from(docs).sort();
}
