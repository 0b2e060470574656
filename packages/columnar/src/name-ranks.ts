/** Ranks of names in the order of a language, by which facets and listings order values that segments hold as codes. */
import type { Text } from '../../core/src/domain/model.ts';
import { textIn } from '../../core/src/domain/text.ts';
import { rankColumn } from './build-orders.ts';
import type { Scope } from './scope.ts';
import { NONE } from './segment.ts';

/** Returns ranks in the collation, shared by texts that it treats as equal; '' has no rank (NaN). */
export function ranksOf(texts: readonly string[], locale: string): Float64Array {
  return Float64Array.from(rankColumn(texts, locale).ranks, (rank) => (rank === NONE ? Number.NaN : rank));
}

const codesOfRanks = new WeakMap<Float64Array, Uint32Array>();

/** Returns the codes of a dictionary's values in the order of their names, with ties by value; no name comes first. */
export function codesByName(ranks: Float64Array, values: readonly (string | number)[]): Uint32Array {
  return codesOfRanks.getOrInsertComputed(ranks, () => {
    const rankOf = (code: number) => (Number.isNaN(ranks[code]) ? -1 : (ranks[code] as number));
    const named = (code: number) => values[code - 1] as string | number;
    return Uint32Array.from(values, (_, i) => i + 1).sort(
      (a, b) => rankOf(a) - rankOf(b) || (named(a) < named(b) ? -1 : 1),
    );
  });
}

/** Each function returns ranks by code of a dictionary's values, once per scope; these are of values that are their own names. */
export function ownRanks(of: 'extensions' | 'licences' | 'sourceTypes', scope: Scope, locale: string): Float64Array {
  return cached(scope, `${of} ${locale}`, () => ranksOf(['', ...scope.dictionaries[of].values], locale));
}

export function typeRanks(scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return cached(scope, `type ${locale}`, () =>
    ranksOf(
      ['', ...dictionaries.types.values.map((id) => inLocale(model.assetTypes.get(id)?.name, scope, locale))],
      locale,
    ),
  );
}

export function userRanks(scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return cached(scope, `user ${locale}`, () =>
    ranksOf(['', ...dictionaries.users.values.map((id) => model.users.get(id)?.name ?? '')], locale),
  );
}

export function itemRanks(field: number, scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return cached(scope, `item ${field} ${locale}`, () => {
    const names = new Map(model.infoFields.get(field)?.items.map(({ id, name }) => [id, name]));
    return ranksOf(
      ['', ...dictionaries.items(field).values.map((id) => inLocale(names.get(id), scope, locale))],
      locale,
    );
  });
}

function inLocale(name: Text | undefined, { model }: Scope, locale: string): string {
  return name === undefined ? '' : textIn(name, locale, model);
}

function cached(scope: Scope, key: string, make: () => Float64Array): Float64Array {
  return scope.ranks.getOrInsertComputed(key, make);
}
