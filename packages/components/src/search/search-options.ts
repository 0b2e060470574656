import type { Asset } from '@asset-browsing-service/client';
import type { Say } from '../texts/texts.ts';
import type { SuggestedNode, Suggestions } from './suggestions.ts';

/** A line of the list below a search field. */
export type SearchOption =
  | { readonly does: 'search'; readonly text: string }
  | { readonly does: 'forget' }
  | { readonly does: 'show-node'; readonly node: SuggestedNode }
  | { readonly does: 'show-asset'; readonly asset: Asset; readonly position: number };

/** Lines below a common title. */
export interface OptionGroup {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

/** Lists what a search field offers: for a text, what it suggests; without one, the searches of before. */
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

/** Position of the option that a step leads to; -1, before the first and after the last one, is the field itself. */
export function nextOption(active: number, step: number, count: number): number {
  return ((active + 1 + step + count + 1) % (count + 1)) - 1;
}
