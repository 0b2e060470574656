import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type RunningApp, startApp, startNode } from '../../../service/test/support/app.ts';
import { closeBrowser, launchBrowser, openContext } from './browser.ts';
import { buildElements } from './build-elements.ts';

/** The service with its own pages, and a browser. */
export interface PageHost extends AsyncDisposable {
  readonly app: RunningApp;
  readonly browser: Browser;
  /** Opens an address below that of the service. Closed with the host. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/**
 * Builds the elements, as the pages load them, and starts a service with these settings, and with the sample or what `fill`
 * puts into its data folder.
 */
export async function openPageHost(
  settings: Record<string, unknown> = {},
  fill?: (data: string) => Promise<void>,
): Promise<PageHost> {
  await using stack = new AsyncDisposableStack();
  await buildElements();
  const app = stack.use(await (fill ? startNode(settings, fill) : startApp(settings)));
  const browser = await launchBrowser();
  stack.defer(() => closeBrowser(browser));
  const owned = stack.move();
  return {
    app,
    browser,
    async open(path, options) {
      const page = await (await openContext(browser, options)).newPage();
      await page.goto(path.startsWith('/') ? app.url + path : path);
      return page;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
