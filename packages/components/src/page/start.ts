/** The first script of the page. Sends the client's first request while the elements are still loading. */
import { pageLocale } from './page-locale.ts';
import { pageToken } from './page-token.ts';
import { showStartFailure } from './start-failure.ts';

// With a token, the client sends a header, and the browser would not use this answer for it.
if (pageToken.current() === undefined) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = `node.do?${new URLSearchParams({ locale: pageLocale(), about: 'true' })}`;
  document.head.append(link);
}

import('./page.ts').catch(() => showStartFailure([pageLocale(), ...navigator.languages]));
