import type { TemplateResult } from 'lit';
import { type AssetQuery, isRestricted } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { icon } from '../theme/icons.ts';
import { notice } from '../theme/notice.ts';

/**
 * Draws the notice that a list is empty. `chosen` is the part of the query that the person can undo. The first drawing loads what
 * the notice says besides its title, because few lists are empty.
 */
export type EmptyList = (catalogue: Catalogue, query: AssetQuery, chosen: AssetQuery | undefined) => TemplateResult;

/** Creates the notice. `changed` is called when its buttons have loaded, `ask` with the query of the one that was pressed. */
export function openEmptyList(changed: () => void, ask: (query: AssetQuery) => void): EmptyList {
  let isRequested = false;
  let waysOn: typeof import('./ways-on.ts')['waysOn'] | undefined;
  let hints: import('./hints.ts').Hints;

  async function load(): Promise<void> {
    isRequested = true;
    try {
      const [ways, { Hints }] = await Promise.all([import('./ways-on.ts'), import('./hints.ts')]);
      hints = new Hints(changed);
      ({ waysOn } = ways);
      changed();
    } catch {
      // The next drawing tries again.
      isRequested = false;
    }
  }

  return (catalogue, query, chosen = query) => {
    if (!isRequested) void load();
    return notice({
      icon: icon(isRestricted(chosen) ? 'search' : 'folder'),
      title: catalogue.say('assets.empty.title'),
      ...waysOn?.(catalogue, query, chosen, { ask, hints }),
    });
  };
}
