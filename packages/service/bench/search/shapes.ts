/** The kinds of queries that users make, with random values; the same ones in every run. */

import type { AssetQuery, Criterion, FacetField, SortKey } from '../../../columnar/src/search-index.ts';
import { type Viewer, viewerFor } from '../../../core/src/domain/permissions.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { EXTENSION_NAMES, FIELD, FIRST_DAY, FOLDERS, KEYWORDS, type Tree, WORDS } from './generator.ts';
import { drawFrom } from './random.ts';

const DAY_MS = 86_400_000;
const PAGE = 50;
const PER_SHAPE = 40;

export interface Question {
  readonly shape: string;
  readonly query: AssetQuery;
}

const FACETS: readonly FacetField[] = [
  { by: 'extension' },
  { by: 'category' },
  { by: 'asset_type' },
  { by: 'info_field', field: FIELD.dd1 },
  { by: 'info_field', field: FIELD.dd2 },
  { by: 'info_field', field: FIELD.nr1 },
];

/** The viewer: a caller without a user. */
export async function everyone(catalogue: Catalogue): Promise<Viewer> {
  return viewerFor((await catalogue.snapshot()).model, { id: undefined, groups: [] });
}

/** The mix: as many queries of each of the 13 shapes. */
export function questionsFor(viewer: Viewer): readonly Question[] {
  const draw = drawFrom(99);
  const between = (least: number, below: number) => least + Math.floor(draw() * (below - least));
  const word = (least: number, below: number) => WORDS[between(least, below)] ?? '';
  const text = (join: 'any' | 'all', ...words: readonly string[]): Criterion => ({
    kind: 'text',
    join,
    terms: words.map((each) => ({ words: [each], isPrefix: false, isExcluded: false })),
  });
  const by = (
    field: SortKey['by'] & ('id' | 'name' | 'size' | 'uploaded' | 'modified' | 'score' | 'extension'),
    descending = true,
  ): SortKey => ({
    by: field,
    descending,
  });
  const below = ({ nodes }: Tree, least: number, most: number, shallowest: number): Criterion => {
    for (;;) {
      const { node, depth, place, end } = nodes[between(0, nodes.length)] ?? {
        node: { id: 0 },
        depth: 0,
        place: 0,
        end: 0,
      };
      const size = end - place;
      if (size < least || size > most || depth < shallowest) continue;
      return { kind: 'nodes', ids: [node.id], recursive: true, references: false };
    }
  };
  const questions: Question[] = [];
  const ask = (shape: string, all: readonly Criterion[], sort: readonly SortKey[], more: Partial<AssetQuery> = {}) => {
    questions.push({ shape, query: { all, sort, locale: 'en', offset: 0, count: PAGE, viewer, ...more } });
  };
  const facets = { facets: { fields: FACETS, limit: 100 } };
  for (let i = 0; i < PER_SHAPE; i++) {
    ask('rare', [text('any', word(20_000, 50_000))], [by('score')]);
    ask('common', [text('any', word(0, 20))], [by('uploaded')]);
    ask('and2', [text('all', word(0, 100), word(100, 600))], [by('uploaded')]);
    ask('or2score', [text('any', word(0, 100), word(100, 600))], [by('score')]);
    const from = FIRST_DAY + between(0, 8 * 365) * DAY_MS;
    const years: Criterion = { kind: 'range', of: 'uploaded', from, to: from + 2 * 365 * DAY_MS };
    ask('textFolderDate', [text('any', word(0, 200)), below(FOLDERS, 200, 4000, 1), years], [by('uploaded')]);
    ask('page500', [text('any', word(0, 20))], [by('modified')], { offset: 499 * PAGE });
    ask('facetsOnly', [text('any', word(0, 20))], [], { count: 0, ...facets });
    ask('facets50', [text('any', word(20, 200))], [by('size')], facets);
    const n = between(0, 9800);
    const numbers: Criterion = { kind: 'range', of: { field: FIELD.n1 }, from: n, to: n + 100 };
    ask('rangeOrKw', [{ kind: 'some', of: [numbers, below(KEYWORDS, 3, 100, 1)] }], [by('id', false)]);
    ask('sortName', [text('any', word(0, 50))], [by('name', false)]);
    ask('browse', [below(FOLDERS, 200, 4000, 1)], [by('name', false)]);
    ask('noHits', [text('all', word(30_000, 50_000), word(30_000, 50_000), word(0, 100))], [by('uploaded')]);
    const extensions = [...new Set([0, 1, 2].map(() => EXTENSION_NAMES[between(0, 30)] ?? ''))];
    const half: Criterion = { kind: 'range', of: { field: FIELD.n1 }, from: n > 5000 ? 0 : n, to: n > 5000 ? n : 9999 };
    ask(
      'filtersMulti',
      [
        { kind: 'extensions', values: extensions },
        { kind: 'items', field: FIELD.dd1, ids: [between(1, 7)] },
        { kind: 'checkbox', field: FIELD.cb, value: true },
        half,
      ],
      [by('extension', false), by('size')],
      facets,
    );
  }
  return questions;
}
