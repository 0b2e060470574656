import type { TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { chosenValues, type FacetList, withValue } from './facet-lists.ts';
import { valueList } from './value-list.ts';
import { openValueTree, type ValueTree } from './value-tree.ts';
import { valueTreeView } from './value-tree-view.ts';

/** Draws the values of facets: nodes as trees, others as lists. */
export interface FacetValues {
  /** Shows the counts of these lists. With `isNarrowed`, values keep their order. */
  use(lists: readonly FacetList[], query: AssetQuery, isNarrowed: boolean): void;
  draw(list: FacetList, query: AssetQuery): TemplateResult;
  /** Loads and counts what the last drawing lacked. Call it after each update of the element. */
  settle(): void;
  /** Aborts all requests. */
  stop(): void;
}

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

/** Creates the values of the facets of a catalogue. Sends no request before `settle`. */
export function openFacetValues({ catalogue, changed, choose }: FacetValuesOptions): FacetValues {
  const { say } = catalogue;
  const trees = new Map<string, ValueTree>();
  /** Facets of which all values are shown. */
  const whole = new Set<string>();
  const searchTexts = new Map<string, string>();
  /** The query of the last lists. */
  let counted: AssetQuery = {};
  let drawn: readonly DrawnTree[] = [];

  function treeOf({ facet, nodes }: FacetList): ValueTree | undefined {
    if (!nodes) return undefined;
    const opened = trees.get(facet);
    if (opened) return opened;
    const tree = openValueTree(catalogue, facet, changed);
    tree.use(counted, nodes, false);
    trees.set(facet, tree);
    return tree;
  }

  function drawTree({ tree, chosen }: DrawnTree, list: FacetList, query: AssetQuery): TemplateResult {
    const { facet, name, values } = list;
    return valueTreeView({
      ...{ say, name, size: values.length, tree, chosen },
      choose: (id, isChosen) => choose(withValue(query, facet, id, isChosen)),
    });
  }

  return {
    use: (lists, query, isNarrowed) => {
      counted = query;
      for (const { facet, nodes } of lists) if (nodes) trees.get(facet)?.use(query, nodes, isNarrowed);
    },
    draw: (list, query) => {
      const { facet } = list;
      const tree = treeOf(list);
      const values = chosenValues(query, facet);
      if (tree) {
        const chosen = new Set(values.map(Number));
        drawn = [...drawn, { tree, chosen }];
        // If the tree cannot be loaded, the counted values are shown as a list.
        if (!tree.forest.failure) return drawTree({ tree, chosen }, list, query);
      }
      return valueList({
        ...{ say, list, chosen: values, isWhole: whole.has(facet), searchText: searchTexts.get(facet) ?? '' },
        choose: ({ value }, isChosen) => choose(withValue(query, facet, value, isChosen)),
        showWhole: (isWhole) => {
          if (isWhole) whole.add(facet);
          else whole.delete(facet);
          searchTexts.delete(facet);
          changed();
        },
        search: (text) => {
          searchTexts.set(facet, text);
          changed();
        },
      });
    },
    settle: () => {
      const settling = drawn;
      drawn = [];
      for (const { tree, chosen } of settling) tree.loadMissing(chosen);
    },
    stop: () => {
      for (const tree of trees.values()) tree.stop();
    },
  };
}
