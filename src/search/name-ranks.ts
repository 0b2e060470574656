import type { Text } from '../domain/model.ts';
import { compareNames, textIn } from '../domain/text.ts';
import type { NodeTree } from './node-tree.ts';
import type { Scope } from './scope.ts';

/** Places in the collation, the same for what it doesn't tell apart; '' has none: NaN. */
export function ranksOf(texts: readonly string[], locale: string): Float64Array {
  const compare = compareNames(locale);
  const sorted = [...new Set(texts)].filter((text) => text !== '').sort(compare);
  const rankOf = new Map<string, number>();
  let rank = 0;
  sorted.forEach((text, i) => {
    if (i > 0 && compare(sorted[i - 1] as string, text) !== 0) rank += 1;
    rankOf.set(text, rank);
  });
  return Float64Array.from(texts, (text) => rankOf.get(text) ?? Number.NaN);
}

/** Ranks by code of what the dictionaries hold, made once per scope. */
export function extensionRanks(scope: Scope, locale: string): Float64Array {
  return kept(scope, `extension ${locale}`, () => ranksOf(['', ...scope.dictionaries.extensions.values], locale));
}

export function typeRanks(scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return kept(scope, `type ${locale}`, () =>
    ranksOf(
      ['', ...dictionaries.types.values.map((id) => inLocale(model.assetTypes.get(id)?.name, scope, locale))],
      locale,
    ),
  );
}

export function userRanks(scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return kept(scope, `user ${locale}`, () =>
    ranksOf(['', ...dictionaries.users.values.map((id) => model.users.get(id)?.name ?? '')], locale),
  );
}

export function itemRanks(field: number, scope: Scope, locale: string): Float64Array {
  const { model, dictionaries } = scope;
  return kept(scope, `item ${field} ${locale}`, () => {
    const names = new Map(model.infoFields.get(field)?.items.map(({ id, name }) => [id, name]));
    return ranksOf(
      ['', ...dictionaries.items(field).values.map((id) => inLocale(names.get(id), scope, locale))],
      locale,
    );
  });
}

/** They are many, and stay the same while their tree does. */
const ranksOfTrees = new WeakMap<NodeTree, Map<string, Float64Array>>();

/** Ranks of the names of nodes by their numbers. */
export function nodeRanks(scope: Scope, locale: string): Float64Array {
  const { model, tree } = scope;
  return ranksOfTrees
    .getOrInsertComputed(tree, () => new Map())
    .getOrInsertComputed(locale, () =>
      ranksOf(
        Array.from(tree.ids, (id) => inLocale(model.forest.get(id)?.name, scope, locale)),
        locale,
      ),
    );
}

function inLocale(name: Text | undefined, { model }: Scope, locale: string): string {
  return name === undefined ? '' : textIn(name, locale, model);
}

function kept(scope: Scope, key: string, make: () => Float64Array): Float64Array {
  return scope.ranks.getOrInsertComputed(key, make);
}
