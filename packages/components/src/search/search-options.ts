import type { Asset, Node } from '@asset-browsing-service/client';
import type { Say } from '../texts/texts.ts';

/** A suggested node. The service suggests each name once and without IDs, so `findSuggested` must find the nodes with the name. */
export interface SuggestedNode {
  readonly name: string;
  /** ID and name of the node type. */
  readonly type: number;
  readonly typeName: string;
  /** Key of the node type, such as `folder`. */
  readonly typeKey: string;
  /** The node, if it is already found among others with its name, and the names of the nodes above it. */
  readonly found?: { readonly node: Node; readonly above: readonly string[] };
}

/** The suggestions of a search field while the person types. */
export interface Suggestions {
  readonly nodes: readonly SuggestedNode[];
  /** The first assets of the query. */
  readonly assets: readonly Asset[];
}

export const NO_SUGGESTIONS: Suggestions = { nodes: [], assets: [] };

/** An option of the list below a search field. */
export type SearchOption =
  | { readonly does: 'search'; readonly text: string }
  | { readonly does: 'forget' }
  | { readonly does: 'show-node'; readonly node: SuggestedNode }
  | { readonly does: 'show-asset'; readonly asset: Asset; readonly position: number };

/** Options below a common title. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

/** Lists the options of a search field: its suggestions if it has a text, else the recent searches. */
export function groupsOf(
  text: string,
  recent: readonly string[],
  { nodes, assets }: Suggestions,
  say: Say,
): readonly OptionGroup[] {
  if (!text.trim()) {
    const options = recent.map((text): SearchOption => ({ does: 'search', text }));
    return options.length > 0 ? [{ title: say('search.recent'), options: [...options, { does: 'forget' }] }] : [];
  }
  const types = new Map(nodes.map(({ type, typeName }) => [type, typeName]));
  return [
    ...[...types].map(([type, title]) => ({
      title,
      options: nodes.filter((node) => node.type === type).map((node): SearchOption => ({ does: 'show-node', node })),
    })),
    ...(assets.length > 0
      ? [
          {
            title: say('grid.label'),
            options: assets.map((asset, position): SearchOption => ({ does: 'show-asset', asset, position })),
          },
        ]
      : []),
  ];
}

/** Returns the position of the option after a step. The field itself, -1, comes before the first and after the last option. */
export function nextOption(active: number, step: number, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}
