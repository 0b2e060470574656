import type { Criterion } from '../../../../src/search/search-index.ts';
import type { Condition } from '../condition.ts';
import type { Perspective } from '../perspective.ts';
import { fieldPath } from './values.ts';

const NOTHING: Condition = { sql: 'FALSE', bindings: [] };

/** The number lies in the range; an unknown number lies in none. */
export function rangeCondition(
  { of, from, to }: Extract<Criterion, { kind: 'range' }>,
  { model }: Perspective,
): Condition {
  if (typeof of === 'object') {
    if (model.infoFields.get(of.field)?.type !== 'number') return NOTHING;
    return between('asset.fields ->> ?', [fieldPath(of.field)], from, to);
  }
  switch (of) {
    case 'uploaded':
    case 'modified':
      return between(`asset.${of}`, [], from, to);
    case 'size':
      return between('nullif(asset.size, -1)', [], from, to);
    case 'width':
    case 'height':
      return between(`nullif(asset.${of}, 0)`, [], from, to);
  }
}

function between(
  expression: string,
  bindings: readonly string[],
  from: number | undefined,
  to: number | undefined,
): Condition {
  const bounds = [
    ...(from === undefined ? [] : [{ sql: `${expression} >= CAST(? AS REAL)`, value: from }]),
    ...(to === undefined ? [] : [{ sql: `${expression} <= CAST(? AS REAL)`, value: to }]),
  ];
  return {
    sql: [`${expression} IS NOT NULL`, ...bounds.map(({ sql }) => sql)].join(' AND '),
    bindings: [...bindings, ...bounds.flatMap(({ value }) => [...bindings, value])],
  };
}

/** The date lies in the range: one without a time by its day, any other by its instant (interface decisions 5). */
export function datesCondition(
  { field, from, to }: Extract<Criterion, { kind: 'dates' }>,
  { model }: Perspective,
): Condition {
  if (model.infoFields.get(field)?.type !== 'date') return NOTHING;
  const path = fieldPath(field);
  // Milliseconds since 1970 of what SQLite reads as a date in UTC.
  const instant = `(unixepoch(asset.fields ->> ?, 'subsec') * 1000)`;
  const isDay = 'length(asset.fields ->> ?) = 10';
  const part = (bound: 'instant' | 'day', start: number | undefined, end: number | undefined): Condition => {
    const { sql, bindings } = between(`round(${instant})`, [path], start, end);
    return { sql: `(${bound === 'day' ? isDay : `NOT (${isDay})`} AND ${sql})`, bindings: [path, ...bindings] };
  };
  const days = part('day', from?.day, to?.day);
  const instants = part('instant', from?.instant, to?.instant);
  return { sql: `${days.sql} OR ${instants.sql}`, bindings: [...days.bindings, ...instants.bindings] };
}
