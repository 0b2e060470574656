import { type CannedService, startCannedService } from './canned-service.ts';
import { openPage, type Page } from './chromium.ts';

/** The number of pictures shown, and whether details are; to be evaluated in the page. */
export const TILES = `document.querySelectorAll('#grid .tile').length`;
export const IS_DIALOG_OPEN = `document.getElementById('details').open`;

/** The start page in a browser, over a service with canned answers. */
export interface StartPage extends AsyncDisposable {
  readonly service: CannedService;
  readonly browser: Page;
  /** Reloads the page with that hash. */
  open(hash: string): Promise<void>;
  text(selector: string): Promise<unknown>;
}

export async function openStartPage(chromium: string): Promise<StartPage> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await startCannedService());
  const browser = stack.use(await openPage(chromium));
  const owned = stack.move();
  return {
    service,
    browser,
    async open(hash) {
      await browser.open('about:blank');
      await browser.until(`location.href === 'about:blank'`);
      await browser.open(service.address + hash);
      await browser.until(`location.href.startsWith('http') && document.readyState === 'complete'`);
    },
    text: (selector) => browser.read(`document.querySelector(${JSON.stringify(selector)})?.textContent`),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
