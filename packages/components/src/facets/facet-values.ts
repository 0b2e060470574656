import type { TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { chosenValues, type FacetList, withValue } from './facet-lists.ts';
import { valueList } from './value-list.ts';
import { ValueTree } from './value-tree.ts';
import { valueTreeView } from './value-tree-view.ts';

/** The catalogue of the facets, and the callbacks for changes. */
export interface FacetValuesOptions {
  readonly catalogue: Catalogue;
  /** Called when the values must be drawn again. */
  readonly changed: () => void;
  /** Called with the new query when the person chooses a value or undoes it. */
  readonly choose: (query: AssetQuery) => void;
}

/** A tree, and the values that were chosen at its last drawing. */
interface DrawnTree {
  readonly tree: ValueTree;
  readonly chosen: ReadonlySet<number>;
}

/** Draws the values of facets: nodes as trees, others as lists. Sends no request before `settle`. */
export class FacetValues {
  readonly #options: FacetValuesOptions;
  readonly #trees = new Map<string, ValueTree>();
  /** Facets of which all values are shown. */
  readonly #whole = new Set<string>();
  readonly #searchTexts = new Map<string, string>();
  /** The query of the last lists. */
  #counted: AssetQuery = {};
  #drawn: DrawnTree[] = [];

  constructor(options: FacetValuesOptions) {
    this.#options = options;
  }

  /** Shows the counts of these lists. With `isNarrowed`, values keep their order. */
  use(lists: readonly FacetList[], query: AssetQuery, isNarrowed: boolean): void {
    this.#counted = query;
    for (const { facet, tree } of lists) if (tree) this.#trees.get(facet)?.use(query, tree.counts, isNarrowed);
  }

  draw(list: FacetList, query: AssetQuery): TemplateResult {
    const { changed, choose, catalogue } = this.#options;
    const { say } = catalogue;
    const { facet, name } = list;
    const tree = this.#treeOf(list);
    const values = chosenValues(query, facet);
    if (tree) {
      const chosen = new Set(values.map(Number));
      this.#drawn.push({ tree, chosen });
      // If the tree cannot be loaded, the counted values are shown as a list.
      if (!tree.forest.failure)
        return valueTreeView({
          ...{ say, name, size: list.values.length, tree, chosen },
          choose: (id, isChosen) => choose(withValue(query, facet, id, isChosen)),
        });
    }
    const searchText = this.#searchTexts.get(facet) ?? '';
    return valueList({
      ...{ say, list, chosen: values, isWhole: this.#whole.has(facet), searchText },
      choose: ({ value }, isChosen) => choose(withValue(query, facet, value, isChosen)),
      showWhole: (isWhole) => {
        if (isWhole) this.#whole.add(facet);
        else this.#whole.delete(facet);
        this.#searchTexts.delete(facet);
        changed();
      },
      search: (text) => {
        this.#searchTexts.set(facet, text);
        changed();
      },
    });
  }

  /** Loads and counts what the last drawing lacked. Call it after each update of the element. */
  settle(): void {
    for (const { tree, chosen } of this.#drawn.splice(0)) tree.loadMissing(chosen);
  }

  /** Aborts all requests. */
  stop(): void {
    for (const tree of this.#trees.values()) tree.stop();
  }

  #treeOf({ facet, tree }: FacetList): ValueTree | undefined {
    const opened = this.#trees.get(facet);
    if (!tree || opened) return tree && opened;
    const created = new ValueTree(this.#options.catalogue, facet, tree, this.#options.changed);
    created.use(this.#counted, tree.counts, false);
    this.#trees.set(facet, created);
    return created;
  }
}
