/** The first script of the page. Asks for what the service is, and for the first list, while the elements are still loading. */
import { connect } from '@asset-browsing-service/client';
import { askPage, type ListSettings, listPageSize } from '../assets/list-request.ts';
import { readViewSettings } from '../browse/view-settings.ts';
import { askEarly } from '../catalogue/early-answers.ts';
import { fieldsOf } from '../list/columns.ts';
import { pageLocale } from './page-locale.ts';
import { pageToken } from './page-token.ts';
import { showStartFailure } from './start-failure.ts';

const { node } = connect('.', { locale: pageLocale() });

/** Asks for the list of all assets, unless the address or the person has chosen another one. */
function askForList(about: ListSettings): void {
  const { view, columns, validOnly } = readViewSettings();
  if (location.hash.length > 1 || validOnly) return;
  const fields = view === 'list' ? fieldsOf(columns) : [];
  void askPage({ about, query: {}, fields }, listPageSize(about), 0, async (params) =>
    askEarly(node.search.url(params)),
  );
}

// With a token, the client sends a header, and would not use these answers.
if (pageToken.current() === undefined) {
  askEarly(node.about.url({ about: true }));
  const list = document.getElementById('list')?.textContent;
  if (list) askForList(JSON.parse(list));
}

import('./page.ts').catch(() => showStartFailure([pageLocale(), ...navigator.languages]));
