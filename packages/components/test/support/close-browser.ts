import type { Browser } from 'playwright-core';

/** Closes a browser. A route of a test that is still fetching an answer must not fail the test that has ended. */
export async function closeBrowser(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await browser.close();
}
