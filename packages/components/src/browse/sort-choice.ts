import { html, nothing, type TemplateResult } from 'lit';
import type { AssetQuery, Sorting } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Updatable } from '../catalogue/later-part.ts';
import type { TextKey } from '../texts/en.ts';
import { ordersOf } from './orders.ts';

/** Draws the choice of the order of a list. It always shows the order that the list has. */
export type SortChoice = (catalogue: Catalogue, query: AssetQuery, sort: (sorting: Sorting) => void) => TemplateResult;

/** Creates the choice. `host` is updated when the name of an unusual order has arrived, whose script is loaded only then. */
export function openSortChoice(host: Updatable): SortChoice {
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

  return (catalogue, query, sort) => {
    const { say } = catalogue;
    const { usual, current } = ordersOf(query, catalogue.about.defaults);
    const chosen = ({ target }: Event) => {
      const [by = '', direction] = (target as HTMLSelectElement).value.split('-');
      sort({ by, direction: direction === 'desc' ? 'desc' : 'asc' });
    };
    const option = (order: string, text: string) =>
      html`<option value=${order} .selected=${order === current}>${text}</option>`;
    return html`<label class="sort">
      <span class="unseen">${say('browse.sort')}</span>
      <select @change=${chosen}>
        ${usual.map((order) => option(order, say(`browse.sort.${order}` as TextKey)))}
        ${usual.includes(current) ? nothing : option(current, nameOf(catalogue, current))}
      </select>
    </label>`;
  };
}
