import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import type { FileCategory } from '../../core/src/domain/file-properties.ts';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { ORIENTATIONS } from '../../core/src/domain/orientation.ts';
import type { Viewer } from '../../core/src/domain/permissions.ts';
import { DURATION_CLASSES } from '../../core/src/domain/playing-time.ts';
import { VALIDITIES } from '../../core/src/domain/validity.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import type { AssetQuery, Criterion, FacetField, SortKey } from '../src/search-index.ts';
import type { Random } from './random.ts';

/** Values to search for: those that occur, and some that don't. */
export interface Pools {
  readonly words: readonly string[];
  readonly ids: readonly number[];
  readonly nodes: readonly number[];
  readonly extensions: readonly string[];
  readonly numbers: readonly number[];
  readonly instants: readonly number[];
  readonly pixels: readonly number[];
  readonly seconds: readonly number[];
  readonly licences: readonly string[];
  readonly sourceTypes: readonly string[];
  /** Instants of the clock. */
  readonly clock: readonly number[];
}

/** Draws queries that use every criterion, sort key and facet. */
export function drawQuery(random: Random, model: CatalogueModel, pools: Pools, viewer: Viewer): AssetQuery {
  const fields = [...model.infoFields.values()].filter(({ onAssets }) => onAssets);
  const ofType = (type: string) => fields.filter((field) => field.type === type).map(({ id }) => id);
  const some = <T>(values: readonly T[], most = 3): readonly T[] =>
    values.length === 0 ? [] : Array.from({ length: random.between(1, most) }, () => random.pick(values));
  const bounds = <T>(values: readonly T[], compare: (a: T, b: T) => number) => {
    const [a, b] = [random.pick(values), random.pick(values)].sort(compare) as [T, T];
    return { ...(random.chance(0.8) ? { from: a } : {}), ...(random.chance(0.8) ? { to: b } : {}) };
  };
  const number = (a: number, b: number) => a - b;

  const term = (): TextTerm => {
    const words = some(pools.words, random.chance(0.8) ? 1 : 2).flatMap(wordsOf);
    const isPrefix = random.chance(0.25);
    const last = words.at(-1) ?? '';
    return {
      words: isPrefix ? [...words.slice(0, -1), [...last].slice(0, random.between(1, 3)).join('')] : words,
      isPrefix,
      isExcluded: random.chance(0.15),
      ...(random.chance(0.3) && { within: random.pick(['metadata', 'content'] as const) }),
    };
  };

  const criterion = (depth: number): Criterion => {
    const kind = random.between(0, depth > 0 ? 18 : 16);
    const dates = ofType('date');
    const numbers = ofType('number');
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return {
          kind: 'text',
          terms: Array.from({ length: random.between(1, 3) }, term),
          join: random.pick(['any', 'all']),
        };
      case 3:
        return { kind: 'text', terms: [term()], join: 'any', field: random.pick([...ofType('text'), 999]) };
      case 4:
        return { kind: 'nodes', ids: some(pools.nodes), recursive: random.chance(0.6), references: random.chance(0.3) };
      case 5:
        return { kind: 'node_types', types: some([...model.nodeTypes.keys(), 999], 2) };
      case 6:
        return { kind: 'ids', ids: some(pools.ids, 20) };
      case 7:
        return { kind: 'extensions', values: some(pools.extensions) };
      case 8:
        return { kind: 'categories', values: some([0, 1, 2, 3, 4, 5, 6] as const) as readonly FileCategory[] };
      case 9:
        return { kind: 'asset_types', ids: some([...model.assetTypes.keys(), 999]) };
      case 10: {
        const of = random.pick(['size', 'width', 'height', 'duration', 'uploaded', 'modified', 'field'] as const);
        if (of === 'field')
          return { kind: 'range', of: { field: random.pick([...numbers, 999]) }, ...bounds(pools.numbers, number) };
        const values =
          of === 'uploaded' || of === 'modified' ? pools.instants : of === 'duration' ? pools.seconds : pools.pixels;
        return { kind: 'range', of, ...bounds(values, number) };
      }
      case 11: {
        const days = pools.instants.map((instant) => ({ instant, day: Math.floor(instant / 86_400_000) * 86_400_000 }));
        return { kind: 'dates', field: random.pick([...dates, 999]), ...bounds(days, (a, b) => a.instant - b.instant) };
      }
      case 12: {
        const dropdown = random.pick([...fields.filter(({ type }) => type === 'dropdown'), undefined]);
        return {
          kind: 'items',
          field: dropdown?.id ?? 999,
          ids: some([...(dropdown?.items ?? []).map(({ id }) => id), 999]),
        };
      }
      case 13:
        return random.chance(0.5)
          ? { kind: 'checkbox', field: random.pick([...ofType('checkbox'), 999]), value: random.chance(0.5) }
          : {
              kind: 'references',
              field: random.pick([...ofType('node_reference'), 999]),
              nodes: some(pools.nodes),
              recursive: random.chance(0.6),
            };
      case 14:
        return random.chance(0.5)
          ? { kind: 'orientations', values: some(ORIENTATIONS) }
          : { kind: 'durations', values: some(DURATION_CLASSES) };
      case 15:
        return random.chance(0.5)
          ? { kind: 'licences', values: some(pools.licences) }
          : { kind: 'source_types', values: some(pools.sourceTypes) };
      case 16:
        return { kind: 'validity', states: some(VALIDITIES), at: random.pick(pools.clock) };
      default:
        return {
          kind: random.pick(['every', 'some']),
          of: Array.from({ length: random.between(0, 3) }, () => criterion(depth - 1)),
        };
    }
  };

  const sortKey = (): SortKey => {
    const plain = [
      ...['id', 'name', 'size', 'uploaded', 'modified', 'extension', 'asset_type', 'original', 'uploaded_by', 'score'],
      ...['duration', 'pixels', 'rating'],
    ] as const;
    const descending = random.chance(0.5);
    const at = random.between(0, plain.length + 5);
    const by = plain[at];
    return by === undefined
      ? { by: 'info_field', field: random.pick([...fields.map(({ id }) => id), 999]), descending }
      : { by, descending };
  };
  const facet = (): FacetField => {
    const at = random.between(0, 14);
    const by = (['extension', 'category', 'asset_type', 'orientation', 'duration', 'licence', 'source_type'] as const)[
      at
    ];
    if (by) return { by };
    if (at === 7) return { by: 'validity', at: random.pick(pools.clock) };
    return at < 10
      ? { by: 'node_type', type: random.pick([...model.nodeTypes.keys(), 999]) }
      : { by: 'info_field', field: random.pick([...fields.map(({ id }) => id), 999]) };
  };

  // The most common request of visitors.
  const words: Criterion = { kind: 'text', terms: Array.from({ length: random.between(1, 4) }, term), join: 'any' };
  const isPlain = random.chance(0.3);

  return {
    ...(random.chance(0.3) ? { otherwise: isPlain ? [words] : [criterion(2)] } : {}),
    all: isPlain ? [words] : Array.from({ length: random.between(0, 3) }, () => criterion(2)),
    sort:
      isPlain && random.chance(0.6)
        ? [{ by: 'score', descending: true }]
        : Array.from({ length: random.between(0, 6) }, sortKey),
    locale: random.pick(model.languages),
    offset: random.chance(0.5) ? 0 : random.between(0, 30),
    count: random.pick([0, 1, 5, 50, 1000]),
    ...(random.chance(0.4)
      ? { facets: { fields: Array.from({ length: random.between(1, 4) }, facet), limit: random.pick([1, 5, 100]) } }
      : {}),
    viewer,
    ...(random.chance(0.5) ? { validAt: random.pick(pools.clock) } : {}),
  };
}
