import type { Node } from '@asset-browsing-service/client';
import { type AssetQuery, withoutLimits } from '../assets/asset-query.ts';
import type { EventDetails } from '../catalogue/event-details.ts';

/** The element whose query the navigation changes, and the callbacks. */
export interface NavigationOptions {
  /** The query of the list, and the limits that the person cannot remove. */
  readonly place: { query: AssetQuery; readonly limits: AssetQuery };
  /** Fires `abs-query`. Returns false if the page prevented the default, because it sets the query itself. */
  readonly tell: (detail: EventDetails['abs-query']) => boolean;
  /** Called before another list is shown. */
  readonly left: () => void;
}

/** The ways in which a person changes the list. */
export interface Navigation {
  /** Shows a query. */
  ask(query: AssetQuery): void;
  /** Shows a node, or everything. */
  goTo(node: Pick<Node, 'id'> | undefined): void;
  /** Handles `abs-query` of the elements within. */
  readonly queryChosen: (event: CustomEvent<EventDetails['abs-query']>) => void;
  /** Handles `abs-node` of the elements within. */
  readonly nodeChosen: (event: CustomEvent<EventDetails['abs-node']>) => void;
}

/** Creates the navigation of a list. */
export function openNavigation({ place, tell, left }: NavigationOptions): Navigation {
  function ask(query: AssetQuery, detail?: EventDetails['abs-query']): void {
    left();
    const chosen = withoutLimits(query, place.limits);
    if (tell({ ...detail, query: chosen })) place.query = chosen;
  }

  /** Shows the node without the text and the filters of the previous list, which were not meant for it. */
  function goTo(node: Pick<Node, 'id'> | undefined): void {
    const { sorting } = place.query;
    ask({ ...(node && { node: node.id, isDeep: true }), ...(sorting && { sorting }) });
  }

  return {
    ask,
    goTo,
    queryChosen: (event) => {
      event.stopPropagation();
      const { detail, target } = event;
      // People choose several filters in a row, so the drawer stays open.
      if ((target as Element).localName !== 'abs-facets') ask(detail.query, detail);
      else if (tell(detail)) place.query = detail.query;
    },
    nodeChosen: (event) => {
      event.stopPropagation();
      goTo(event.detail.node);
    },
  };
}
