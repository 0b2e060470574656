import { instantOf } from '../../../core/src/domain/dates.ts';
import type { TextTerm } from '../../../core/src/domain/full-text.ts';
import type { AssetRecord, Text } from '../../../core/src/domain/model.ts';
import {
  ABOVE_WEIGHT,
  averageLength,
  documentRelevance,
  inverseDocumentFrequency,
  LABEL_WEIGHT,
  lengthNorm,
  MAX_FREQUENCY,
  MAX_WEIGHT,
  NAME_WEIGHT,
  relevance,
  TEXT_WEIGHT,
} from '../../../core/src/domain/score.ts';
import { compareNames, textIn } from '../../../core/src/domain/text.ts';
import type { Criterion, SortKey } from '../../src/search-index.ts';
import type { Perspective, Texts } from './perspective.ts';
import { isAbove, isInLabel, isWithin, occurrences } from './texts.ts';
import { referencesOf, secondsOf } from './values.ts';

interface Order {
  readonly sort: readonly SortKey[];
  readonly locale: string;
  /** What the score is about. */
  readonly criteria: readonly Criterion[];
}

/** The assets by these keys (`SortField`), ties by ID. `perspective` has those that its viewer sees, and no others. */
export function inOrder(found: readonly AssetRecord[], order: Order, perspective: Perspective): AssetRecord[] {
  const { sort, locale, criteria } = order;
  const compare = compareNames(locale);
  const keys = sort.map((key) => {
    const scores = key.by === 'score' ? scoresOf(criteria, perspective) : undefined;
    const values = found.map((asset) => {
      const value = scores ? (scores.get(asset.id) ?? 0) : valueBy(key, asset, locale, perspective);
      return [asset.id, value === '' || Number.isNaN(value) ? undefined : value] as const;
    });
    return { descending: key.descending, values: new Map(values) };
  });
  return found.toSorted((a, b) => {
    for (const { values, descending } of keys) {
      const [left, right] = [values.get(a.id), values.get(b.id)];
      if (left === undefined && right === undefined) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order = typeof left === 'string' ? compare(left, String(right)) : left - Number(right);
      if (order !== 0) return descending ? -order : order;
    }
    return a.id - b.id;
  });
}

/** An empty text and no number are no value. */
function valueBy(
  key: SortKey,
  asset: AssetRecord,
  locale: string,
  perspective: Perspective,
): number | string | undefined {
  const { model } = perspective;
  const { active } = asset;
  const shown = (text: Text | undefined) => textIn(text ?? '', locale, model);
  switch (key.by) {
    case 'id':
    case 'uploaded':
    case 'modified':
      return asset[key.by];
    case 'name':
    case 'original':
    case 'size':
      return active[key.by];
    case 'extension':
      return active.properties.extension;
    case 'asset_type':
      return shown(model.assetTypes.get(asset.type ?? -1)?.name);
    case 'uploaded_by':
      return model.users.get(asset.uploadedBy ?? -1)?.name;
    case 'duration':
      return secondsOf(asset);
    case 'pixels':
      return active.properties.width * active.properties.height || undefined;
    case 'rating':
      return perspective.ratings.get(asset.id);
    case 'score':
      return undefined;
    case 'info_field': {
      const field = model.infoFields.get(key.field);
      const value = asset.fields.get(key.field);
      if (value === undefined) return undefined;
      switch (field?.type) {
        case 'text':
          return shown(value as Text);
        case 'number':
        case 'checkbox':
          return Number(value);
        case 'date':
          return instantOf(String(value), 'UTC');
        case 'dropdown':
          return shown(field.items.find(({ id }) => id === value)?.name);
        case 'node_reference':
          return referencesOf(asset, field.id, perspective)
            .map((id) => shown(model.trees.get(id)?.name))
            .join(', ');
        default:
          return undefined;
      }
    }
  }
}

/** The scores of all assets for the full texts among the criteria, in their order (`relevance`). */
function scoresOf(criteria: readonly Criterion[], perspective: Perspective): ReadonlyMap<number, number> {
  const { assets, texts } = perspective;
  const scores = new Map<number, number>();
  const lengthOf = (id: number, ofPages = false) =>
    (texts.get(id) ?? [])
      .filter(({ of }) => (of === 'page') === ofPages)
      .reduce((sum, { words }) => sum + words.length, 0);
  const words = assets.reduce((sum, { id }) => sum + lengthOf(id), 0);
  const average = averageLength(words, assets.length);
  const documents = assets.map(({ id }) => lengthOf(id, true)).filter((length) => length > 0);
  const averageDocument = averageLength(
    documents.reduce((sum, length) => sum + length, 0),
    documents.length,
  );
  for (const term of scoredTerms(criteria)) {
    const having = assets
      .map((asset) => ({
        id: asset.id,
        weight: weightOf(asset, term, perspective),
        frequency: Math.min(
          MAX_FREQUENCY,
          countIn(asset, term, perspective, ({ of }) => (of === 'page' ? 1 : 0)),
        ),
      }))
      .filter(({ weight, frequency }) => weight + frequency > 0);
    const rare = inverseDocumentFrequency(assets.length, having.length);
    for (const { id, weight, frequency } of having) {
      const ofFields = relevance(Math.min(MAX_WEIGHT, weight), lengthNorm(lengthOf(id), average));
      const inDocument =
        frequency === 0 ? 0 : documentRelevance(frequency, lengthNorm(lengthOf(id, true), averageDocument));
      scores.set(id, (scores.get(id) ?? 0) + rare * (ofFields + inDocument));
    }
  }
  return scores;
}

function scoredTerms(criteria: readonly Criterion[]): readonly TextTerm[] {
  return criteria.flatMap((criterion) => {
    if (criterion.kind === 'every' || criterion.kind === 'some') return scoredTerms(criterion.of);
    if (criterion.kind !== 'text' || criterion.field !== undefined) return [];
    return criterion.terms.filter(({ isExcluded }) => !isExcluded);
  });
}

function weightOf(asset: AssetRecord, term: TextTerm, perspective: Perspective): number {
  const counted = countIn(asset, term, perspective, ({ of }) =>
    of === 'page' ? 0 : of === 'name' ? NAME_WEIGHT : TEXT_WEIGHT,
  );
  if (term.within === 'content') return 0;
  if (isInLabel(asset, term, perspective)) return counted + LABEL_WEIGHT;
  return counted + (isAbove(asset, term, perspective) ? ABOVE_WEIGHT : 0);
}

/** Counts a term in the texts where it is sought, each as often as it weighs. */
function countIn(
  { id }: AssetRecord,
  term: TextTerm,
  { texts }: Perspective,
  weigh: (text: Texts[number]) => number,
): number {
  const own = (texts.get(id) ?? []).filter(({ of }) => isWithin(of, term));
  return own.reduce((sum, text) => sum + occurrences(text.words, term) * weigh(text), 0);
}
