import type { TemplateResult } from 'lit';
import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FacetList, withValue } from './facet-lists.ts';
import { valueList } from './value-list.ts';
import { openValueTree, type ValueTree } from './value-tree.ts';
import { valueTreeView } from './value-tree-view.ts';

/** Draws the values of facets: nodes as trees, others as lists. */
export interface FacetValues {
  /** Takes over the lists of a query. With `isNarrowed`, values keep their order. */
  use(lists: readonly FacetList[], query: AssetQuery, isNarrowed: boolean): void;
  draw(list: FacetList, query: AssetQuery): TemplateResult;
  /** Loads and counts what the last drawing lacked. To be called after it. */
  settle(): void;
  /** Ends all requests. */
  stop(): void;
}

/** What the values of facets are drawn for. */
export interface FacetValuesOptions {
  readonly catalogue: Catalogue;
  /** Called when something else is to be drawn. */
  readonly changed: () => void;
  /** Called with the query that somebody has chosen. */
  readonly tell: (query: AssetQuery) => void;
}

/** A tree, and the values that were chosen when it was drawn last. */
interface DrawnTree {
  readonly tree: ValueTree;
  readonly chosen: ReadonlySet<number>;
}

/** Opens the values of the facets of a catalogue, which are drawn once they are loaded. */
export function openFacetValues({ catalogue, changed, tell }: FacetValuesOptions): FacetValues {
  const { say } = catalogue;
  const trees = new Map<string, ValueTree>();
  const whole = new Set<string>();
  const wanted = new Map<string, string>();
  let used: { readonly query: AssetQuery } = { query: {} };
  let drawn: readonly DrawnTree[] = [];

  function treeOf({ facet, nodes }: FacetList): ValueTree | undefined {
    if (!nodes) return undefined;
    const present = trees.get(facet);
    if (present) return present;
    const tree = openValueTree(catalogue, facet, changed);
    tree.use(used.query, nodes, false);
    trees.set(facet, tree);
    return tree;
  }

  function drawTree({ tree, chosen }: DrawnTree, list: FacetList, query: AssetQuery): TemplateResult {
    const { facet, name, values } = list;
    return valueTreeView({
      ...{ say, name, size: values.length, tree, chosen },
      choose: (id, isChosen) => tell(withValue(query, facet, id, isChosen)),
    });
  }

  return {
    use: (lists, query, isNarrowed) => {
      used = { query };
      for (const { facet, nodes } of lists) if (nodes) trees.get(facet)?.use(query, nodes, isNarrowed);
    },
    draw: (list, query) => {
      const { facet } = list;
      const tree = treeOf(list);
      if (tree) {
        const chosen = new Set(query.filters?.find((filter) => filter.facet === facet)?.values.map(Number));
        drawn = [...drawn, { tree, chosen }];
        // Where the tree cannot be loaded, the counted values show without it.
        if (!tree.forest.failure) return drawTree({ tree, chosen }, list, query);
      }
      return valueList({
        ...{ say, list, isWhole: whole.has(facet), wanted: wanted.get(facet) ?? '' },
        choose: ({ value }, isChosen) => tell(withValue(query, facet, value, isChosen)),
        showWhole: (isWhole) => {
          if (isWhole) whole.add(facet);
          else whole.delete(facet);
          wanted.delete(facet);
          changed();
        },
        want: (text) => {
          wanted.set(facet, text);
          changed();
        },
      });
    },
    settle: () => {
      const settling = drawn;
      drawn = [];
      for (const { tree, chosen } of settling) tree.settle(chosen);
    },
    stop: () => {
      for (const tree of trees.values()) tree.stop();
    },
  };
}
