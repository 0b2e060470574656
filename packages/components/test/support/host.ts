import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import type { RunningApp } from '../../../service/test/support/app.ts';
import { recordInputs } from './layout-shifts.ts';
import type { Service } from './services.ts';
import type { PublishedPage, Site } from './site.ts';

/** A service, a site of another origin that embeds its elements, and the windows of a browser that a test opens. */
export interface Host extends AsyncDisposable {
  readonly app: RunningApp;
  /** Address of the site. */
  readonly url: string;
  readonly publish: Site['publish'];
  /** Opens a page of the site with this body, see `publish`, in a window of its own. */
  open(body: string, options?: HostPageOptions): Promise<Page>;
  /** Opens an address, or a path of the service, in a window of its own. */
  visit(address: string, options?: BrowserContextOptions): Promise<Page>;
}

/** A page, and the window that shows it. */
export interface HostPageOptions extends PublishedPage, BrowserContextOptions {}

/** Opens a window whose pages record their inputs, for `layoutShifts`. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await recordInputs(context);
  return context;
}

/** Windows of this browser over a service. Disposal closes the windows; the service goes on. */
export function hostOf({ app, site }: Service, browser: Browser): Host {
  const windows = new AsyncDisposableStack();
  async function visit(address: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await openContext(browser, options);
    windows.defer(async () => {
      // A route that is still fetching an answer must not fail the test that has ended.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    });
    const page = await context.newPage();
    await page.goto(address.startsWith('/') ? app.url + address : address);
    return page;
  }
  return {
    app,
    url: site.url,
    publish: site.publish,
    visit,
    open: (body, { elements, head, policy, headers, ...window } = {}) =>
      visit(site.publish(body, { elements, head, policy, headers }), window),
    [Symbol.asyncDispose]: () => windows.disposeAsync(),
  };
}
