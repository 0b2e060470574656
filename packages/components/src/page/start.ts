/** The first script of the page. Asks for what the service is, and for the first list, while the elements are still loading. */
import { connect } from '@asset-browsing-service/client';
import { askPage, type ListSettings, listPageSize } from '../assets/list-request.ts';
import { readViewSettings } from '../browse/view-settings.ts';
import { askEarly } from '../catalogue/early-answers.ts';
import { fieldsOf } from '../list/columns.ts';
import { afterPaint } from '../theme/after-paint.ts';
import { drawFirstPictures, type FirstPictures, removeFirstPictures } from './first-pictures.ts';
import { pageLocale } from './page-locale.ts';
import { pageToken } from './page-token.ts';
import { showStartFailure } from './start-failure.ts';

const locale = pageLocale();
const { node, base } = connect('.', { locale });

/** Draws the first pictures, and then asks for the list of all assets, unless the address or the person has chosen another one. */
async function askForList({ first, ...about }: ListSettings & Partial<Pick<FirstPictures, 'first'>>): Promise<void> {
  // Before the list, so that nothing that comes between them is missed. Where there are no first pictures, it needs a token.
  if (first) askEarly(node.changes.url({ changes: 'now' }), { priority: 'low' });
  const { view, tile, columns, showsFilters, validOnly } = readViewSettings();
  if (location.hash.length > 1 || validOnly) return;
  if (first && view === 'justified' && !showsFilters) {
    // They have the connection to themselves, because people wait for them.
    await drawFirstPictures({ first, locale, height: tile, base });
    await new Promise<void>(afterPaint);
  }
  const fields = view === 'list' ? fieldsOf(columns) : [];
  void askPage({ about, query: {}, fields }, listPageSize(about), 0, async (params) =>
    askEarly(node.search.url(params)),
  );
}

/** Loads the elements, whose scripts all come at once. */
function loadPage(): void {
  const scripts: string[] = JSON.parse(document.getElementById('later')?.textContent ?? '[]');
  for (const href of scripts)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import('./page.ts').catch(() => {
    removeFirstPictures();
    showStartFailure([locale, ...navigator.languages]);
  });
}

// With a token, the client sends a header, and would not use these answers.
if (pageToken.current() === undefined) {
  askEarly(node.about.url({ about: true }));
  const list = document.getElementById('list')?.textContent;
  // Without it, the elements do all by themselves.
  if (list) await askForList(JSON.parse(list)).catch(removeFirstPictures);
}
loadPage();
