import { html, nothing, type TemplateResult } from 'lit';
import type { AssetQuery, Sorting } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';
import { ordersOf, usualText } from './orders.ts';

/** Draws the choice of the order of a list. It always shows the order that the list has. */
export type SortChoice = (catalogue: Catalogue, query: AssetQuery, sort: (sorting: Sorting) => void) => TemplateResult;

/** Creates the choice. `host` is updated when the name of an unusual order has arrived, whose script is loaded only then. */
export function openSortChoice(host: Updatable): SortChoice {
  let dates: { readonly catalogue: Catalogue; readonly orders: readonly (readonly [string, string])[] } | undefined;
  let shown: { readonly catalogue: Catalogue; readonly order: string; name: string } | undefined;

  function nameOf(catalogue: Catalogue, order: string): string {
    if (shown?.catalogue !== catalogue || shown.order !== order) {
      const asked = { catalogue, order, name: '…' };
      shown = asked;
      void import('./order-name.ts')
        .then(async ({ orderName }) => {
          asked.name = await orderName(catalogue, order);
          host.requestUpdate();
        })
        // Without its script, the order stays without a name.
        .catch(() => {});
    }
    return shown.name;
  }

  /** Loads the orders by dates of fields, which few catalogues have, when the person comes near the choice. */
  function approach(catalogue: Catalogue): void {
    if (dates?.catalogue === catalogue) return;
    dates = { catalogue, orders: [] };
    void import('./date-orders.ts')
      .then(async ({ dateOrders }) => {
        dates = { catalogue, orders: await dateOrders(catalogue) };
        host.requestUpdate();
      })
      .catch(() => {
        dates = undefined;
      });
  }

  return (catalogue, query, sort) => {
    const { say } = catalogue;
    const { usual, current } = ordersOf(query, catalogue.about);
    const chosen = ({ target }: Event) => {
      const [by = '', direction] = (target as HTMLSelectElement).value.split('-');
      sort({ by, direction: direction === 'desc' ? 'desc' : 'asc' });
    };
    const option = (order: string, text: string) =>
      html`<option value=${order} .selected=${order === current}>${text}</option>`;
    const approached = () => approach(catalogue);
    const known = dates?.catalogue === catalogue ? dates.orders : [];
    const ofFields = known.filter(([order]) => !usual.includes(order));
    const isListed = usual.includes(current) || ofFields.some(([order]) => order === current);
    return html`<label class="sort" @pointerenter=${approached} @focusin=${approached}>
      <span class="unseen">${say('browse.sort')}</span>
      <select @change=${chosen}>
        ${usual.map((order) => option(order, say(usualText(order))))}
        ${ofFields.map(([order, name]) => option(order, name))}
        ${isListed ? nothing : option(current, nameOf(catalogue, current))}
      </select>
    </label>`;
  };
}
