import type { Node } from '@asset-browsing-service/client';
import { type AssetQuery, withoutLimits } from '../assets/asset-query.ts';
import type { EventDetails } from '../catalogue/event-details.ts';

/** What navigation changes, and whom it tells. */
export interface NavigationOptions {
  /** What is shown, and what cannot be left. */
  readonly place: { query: AssetQuery; readonly limits: AssetQuery };
  /** Tells the page of the query. False if it shows another one itself. */
  readonly tell: (detail: EventDetails['abs-query']) => boolean;
  /** Called before another list is shown. */
  readonly left: () => void;
}

/** The ways of a person from one list to another. */
export interface Navigation {
  /** Shows another query. */
  ask(query: AssetQuery): void;
  /** Goes to a node, or to everything. */
  goTo(node: Pick<Node, 'id'> | undefined): void;
  /** Takes the query that an element within has told. */
  readonly queryChosen: (event: CustomEvent<EventDetails['abs-query']>) => void;
  /** Takes the node that an element within has told. */
  readonly nodeChosen: (event: CustomEvent<EventDetails['abs-node']>) => void;
}

/** Opens the navigation of a list. */
export function openNavigation({ place, tell, left }: NavigationOptions): Navigation {
  function ask(query: AssetQuery, detail?: EventDetails['abs-query']): void {
    left();
    const chosen = withoutLimits(query, place.limits);
    if (tell({ ...detail, query: chosen })) place.query = chosen;
  }

  /** A node is a place of its own; what was searched for elsewhere does not apply there. */
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
      // Filters are chosen one after the other, so their drawer stays open.
      if ((target as Element).localName !== 'abs-facets') ask(detail.query, detail);
      else if (tell(detail)) place.query = detail.query;
    },
    nodeChosen: (event) => {
      event.stopPropagation();
      goTo(event.detail.node);
    },
  };
}
