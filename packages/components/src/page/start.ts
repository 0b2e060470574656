/** The first script of the page. Asks for what the service is, and for the first list, while the elements are still loading. */
import { connect, type SystemInformation } from '@asset-browsing-service/client';
import { askPage, listPageSize } from '../assets/list-request.ts';
import { readViewSettings } from '../browse/view-settings.ts';
import { askEarly } from '../catalogue/early-answers.ts';
import { fieldsOf } from '../list/columns.ts';
import { pageLocale } from './page-locale.ts';
import { pageToken } from './page-token.ts';
import { showStartFailure } from './start-failure.ts';

const { node } = connect('.', { locale: pageLocale() });

/** Asks for the list of all assets, unless the address or the person has chosen another one. */
async function askForList(answer: Response): Promise<void> {
  const { view, columns, validOnly } = readViewSettings();
  if (!answer.ok || location.hash.length > 1 || validOnly) return;
  const { data: about }: { readonly data: SystemInformation } = await answer.clone().json();
  const fields = view === 'list' ? fieldsOf(columns) : [];
  await askPage({ about, query: {}, fields }, listPageSize(about), 0, async (params) =>
    askEarly(node.search.url(params)),
  );
}

// With a token, the client sends a header, and would not use these answers. Whatever fails here, it reports itself.
if (pageToken.current() === undefined) askEarly(node.about.url({ about: true }), askForList);

import('./page.ts').catch(() => showStartFailure([pageLocale(), ...navigator.languages]));
