import { AbsGrid } from '../abs-grid.ts';
import { AbsTree } from '../abs-tree.ts';
import { addressOf, type PagePlace, START } from './address.ts';

/** What a person wants to open: an asset of the list, or a node of the tree. */
type Wanted = Pick<PagePlace, 'asset' | 'position'> | Pick<PagePlace, 'query'>;

/**
 * Opens an asset of the list or a node of the tree in a new tab, as links are opened: with the middle button of the mouse, or with
 * Ctrl or ⌘ and Enter. To be called with each `mousedown`, `auxclick` and `keydown`. `place` is that of the page.
 */
export function openInNewTab(event: MouseEvent | KeyboardEvent, place: PagePlace): void {
  const isAsked =
    'key' in event ? event.key === 'Enter' && !event.repeat && (event.ctrlKey || event.metaKey) : event.button === 1;
  const wanted = isAsked && wantedBy(event);
  if (!wanted) return;
  // A press of the middle button would begin to scroll.
  event.preventDefault();
  if (event.type === 'mousedown') return;
  const { locale } = place;
  const list = 'asset' in wanted ? place : { ...START, locale };
  // The new tab must not add a shared basket, too.
  const address = addressOf({ ...list, version: undefined, page: undefined, basket: undefined, ...wanted });
  // With `noopener`, browsers would not copy the token of this window to the new tab.
  const tab = window.open(address, '_blank');
  if (tab) tab.opener = null;
}

function wantedBy(event: Event): Wanted | undefined {
  for (const element of event.composedPath()) {
    if (element instanceof AbsGrid) {
      const opened = element.assetOf(event);
      return opened && { asset: opened.asset.id, position: opened.position ?? 0 };
    }
    if (element instanceof AbsTree) {
      const chosen = element.nodeOf(event);
      return chosen && { query: chosen.node ? { node: chosen.node.id, isDeep: true } : {} };
    }
  }
  return undefined;
}
