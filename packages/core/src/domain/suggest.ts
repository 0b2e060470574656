import type { CatalogueModel } from './catalogue-model.ts';
import type { Viewer } from './permissions.ts';
import { compareNames, textIn } from './text.ts';
import { wordsOf } from './words.ts';

interface NodeName {
  readonly node: number;
  readonly type: number;
  readonly name: string;
  /** Folded words of the name, each preceded by a blank. */
  readonly words: string;
}

interface SuggestionOptions {
  readonly type?: number;
  readonly limit: number;
  readonly viewer: Viewer;
}

/** Suggests names of nodes. Keeps those of each language in their order as long as the trees are the same. */
export class NodeSuggestions {
  readonly #names = new WeakMap<CatalogueModel['trees'], Map<string, readonly NodeName[]>>();

  of(model: CatalogueModel, text: string, options: SuggestionOptions & { readonly locale: string }): readonly string[] {
    const names = this.#names
      .getOrInsertComputed(model.trees, () => new Map())
      .getOrInsertComputed(options.locale, () => nodeNamesIn(model, options.locale));
    return suggestFrom(names, text, options);
  }
}

/** Returns the names of all nodes in a language, in the order in which suggestions are listed. */
function nodeNamesIn(model: CatalogueModel, locale: string): readonly NodeName[] {
  const names = Array.from(model.trees.nodes(), (node) => {
    const name = textIn(node.name, locale, model);
    return { node: node.id, type: node.type, name, words: spaced(wordsOf(name)) };
  });
  const compare = compareNames(locale);
  // Names that are equal in the collation still need a fixed order.
  return names.sort((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/**
 * Returns `limit` names with the text at the start of a word, those that begin with it first (interface decisions 6).
 */
function suggestFrom(names: readonly NodeName[], text: string, options: SuggestionOptions): readonly string[] {
  const wanted = spaced(wordsOf(text));
  if (wanted === '') return [];
  const beginning = new Set<string>();
  const within = new Set<string>();
  for (const { node, type, name, words } of names) {
    const place = words.indexOf(wanted);
    if (place < 0 || (options.type !== undefined && type !== options.type) || !options.viewer.canViewNode(node))
      continue;
    (place === 0 ? beginning : within).add(name);
  }
  return [...beginning, ...within].slice(0, options.limit);
}

function spaced(words: readonly string[]): string {
  return words.map((word) => ` ${word}`).join('');
}
