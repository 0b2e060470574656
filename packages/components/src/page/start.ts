/** The first script of the page. Asks for what the service is, and for the first list, while the elements are still loading. */
import { connect } from '@asset-browsing-service/client';
import { askPage, type ListSettings, listPageSize } from '../assets/list-request.ts';
import { readViewSettings } from '../browse/view-settings.ts';
import { askEarly } from '../catalogue/early-answers.ts';
import { fieldsOf } from '../list/columns.ts';
import { drawFirstPictures, removeFirstPictures } from './first-pictures.ts';
import { pageLocale } from './page-locale.ts';
import { pageToken } from './page-token.ts';
import { showStartFailure } from './start-failure.ts';

const locale = pageLocale();
const { node, base } = connect('.', { locale });

/** Asks for the list of all assets, and draws its first pictures, unless the address or the person has chosen another one. */
async function askForList(settings: ListSettings, about: Promise<Response>): Promise<void> {
  const { view, tile, columns, showsFilters, validOnly } = readViewSettings();
  if (location.hash.length > 1 || validOnly) return;
  const fields = view === 'list' ? fieldsOf(columns) : [];
  const list = await askPage({ about: settings, query: {}, fields }, listPageSize(settings), 0, async (params) =>
    askEarly(node.search.url(params)),
  );
  if (view === 'justified' && !showsFilters) await drawFirstPictures({ about, list, locale, height: tile, base });
}

// With a token, the client sends a header, and would not use these answers.
if (pageToken.current() === undefined) {
  const about = askEarly(node.about.url({ about: true }));
  const list = document.getElementById('list')?.textContent;
  // Whoever gets the answers handles what fails.
  if (list) askForList(JSON.parse(list), about).catch(() => {});
}

import('./page.ts').catch(() => {
  removeFirstPictures();
  showStartFailure([locale, ...navigator.languages]);
});
