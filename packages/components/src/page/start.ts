/** The first script of the page: asks the service what it is while the elements are on their way, which then start the page. */
import { pageToken } from './kept-token.ts';
import { pageLocale } from './page-locale.ts';
import { showStartFailure } from './start-failure.ts';

// What the client will ask first. It sends a token in a header, with which the browser would not use this answer.
if (pageToken.current() === undefined) {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'fetch';
  link.crossOrigin = 'anonymous';
  link.href = `node.do?${new URLSearchParams({ locale: pageLocale(), about: 'true' })}`;
  document.head.append(link);
}

import('./page.ts').catch(() => showStartFailure([pageLocale(), ...navigator.languages]));
