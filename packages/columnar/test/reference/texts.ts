import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import type { TextTerm } from '../../../core/src/domain/full-text.ts';
import type { AssetRecord, Text } from '../../../core/src/domain/model.ts';
import { wordsOf } from '../../../core/src/domain/words.ts';
import type { Perspective, Texts } from './perspective.ts';
import { linkedNodes, valueIn } from './values.ts';

/** The words of texts that were split before. */
const WORDS = new Map<string, readonly string[]>();

export function textsOf(
  { active, fields }: AssetRecord,
  { infoFields }: CatalogueModel,
  pages: readonly string[] = [],
): Texts {
  const inFields = [...infoFields.values()].flatMap(({ id, type, onAssets }) => {
    const value = type === 'text' && onAssets ? fields.get(id) : undefined;
    return value === undefined ? [] : eachLanguage(value as Text).map((words) => ({ of: id, words }));
  });
  return [
    { of: 'name', words: wordsOf(active.name) },
    { of: 'extension', words: wordsOf(active.properties.extension) },
    ...inFields,
    ...pages.map((page) => ({ of: 'page' as const, words: wordsOf(page) })),
  ];
}

/** True if the asset has the term in its own texts, in a label or above; with `field` only in that field. */
export function hasTerm(asset: AssetRecord, term: TextTerm, field: number | undefined, perspective: Perspective) {
  const own = perspective.texts.get(asset.id) ?? [];
  const isSought = (of: Texts[number]['of']) => (field === undefined ? isWithin(of, term) : of === field);
  if (own.some(({ of, words }) => isSought(of) && occurrences(words, term) > 0)) return true;
  if (field !== undefined || term.within === 'content') return false;
  return isInLabel(asset, term, perspective) || isAbove(asset, term, perspective);
}

/** True if the term is sought in such texts. */
export function isWithin(of: Texts[number]['of'], { within }: TextTerm): boolean {
  return within === undefined || (within === 'content') === (of === 'page');
}

/** True if the term is in the name of a visible node above one that the asset is linked to. */
export function isAbove(asset: AssetRecord, term: TextTerm, perspective: Perspective): boolean {
  const { model, viewer } = perspective;
  const above = linkedNodes(asset, true, perspective).flatMap((id) => model.trees.path(id).slice(0, -1));
  return above
    .filter(({ id, type }) => viewer.canViewNode(id) && !model.nodeTypes.get(type)?.isPermissionDefining)
    .some(({ name }) => eachLanguage(name).some((words) => occurrences(words, term) > 0));
}

/** True if the term is in the label of an item of the asset, or in the name of a visible node that it is linked to. */
export function isInLabel(asset: AssetRecord, term: TextTerm, perspective: Perspective): boolean {
  const { model } = perspective;
  const names = linkedNodes(asset, true, perspective).map((id) => model.trees.get(id)?.name);
  for (const { id, items, onAssets } of model.infoFields.values()) {
    const value = onAssets ? valueIn(asset, id, 'dropdown', perspective) : undefined;
    names.push(...items.filter((item) => item.id === value).map(({ name }) => name));
  }
  return names.some((name) => eachLanguage(name ?? '').some((words) => occurrences(words, term) > 0));
}

/** How often a phrase begins among the words. */
export function occurrences(words: readonly string[], { words: wanted, isPrefix }: TextTerm): number {
  const last = wanted.length - 1;
  return words.filter((_, start) =>
    wanted.every((word, i) => {
      const found = words[start + i];
      return i === last && isPrefix ? found?.startsWith(word) : found === word;
    }),
  ).length;
}

function eachLanguage(text: Text): readonly (readonly string[])[] {
  return (typeof text === 'string' ? [text] : Object.values(text)).map((each) =>
    WORDS.getOrInsertComputed(each, wordsOf),
  );
}
