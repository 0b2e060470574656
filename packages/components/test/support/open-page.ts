import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core';
import { build } from '../../../../scripts/build.mjs';
import { findProgram } from '../../../service/src/platform/find-program.ts';
import { chromium } from '../../../service/test/browser/chromium.ts';
import { type RunningApp, startApp, startNode } from '../../../service/test/support/app.ts';
import { closeBrowser } from './close-browser.ts';

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
  if ((await build({ names: ['components'] })) !== 0) throw new Error('the elements cannot be built');
  const app = stack.use(await (fill ? startNode(settings, fill) : startApp(settings)));
  const browser = await driver.launch({
    executablePath: findProgram(chromium ?? '') ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  stack.defer(() => closeBrowser(browser));
  const owned = stack.move();
  return {
    app,
    browser,
    async open(path, options) {
      const page = await (await browser.newContext({ locale: 'en-GB', ...options })).newPage();
      await page.goto(path.startsWith('/') ? app.url + path : path);
      return page;
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
