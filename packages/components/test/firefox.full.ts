/** The main ways through the page and the examples in Firefox, which Debian has and no other test uses. */
import assert from 'node:assert/strict';
import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from '@playwright/test';
import puppeteer, { type Browser, type Frame, type Page } from 'puppeteer-core';
import { build } from '../../../scripts/build.mjs';
import { findProgram } from '../../core/src/platform/find-program.ts';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { until } from '../../core/test/support/until.ts';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { type RunningApp, startApp } from '../../service/test/support/app.ts';
import { MAX_BYTES_IN_MEMORY } from '../src/download/way-to-save.ts';
import { addToSample } from './support/add-to-sample.ts';
import { openPickerSite, type PickerSite, TOKEN } from './support/open-picker-site.ts';
import { makeViewerCatalogue, VIEWED } from './support/viewer-catalogue.ts';

const firefox = findProgram('firefox-esr') ?? findProgram('firefox');
const missing = firefox === undefined ? 'no Firefox on this machine' : withoutMedia;

test.describe('the page in Firefox', () => {
  test.skip(Boolean(missing), String(missing));
  // Firefox may take long beside other tests.
  test.describe.configure({ timeout: 180_000 });

  const stack = new AsyncDisposableStack();
  const downloads = newFolder();
  let app: RunningApp;
  let browser: Browser;
  test.beforeAll(async () => {
    assert.equal(await build({ names: ['components', 'service'] }), 0);
    const bundle = stack.use(await makeViewerCatalogue());
    app = stack.use(await startApp({}, bundle.directory));
    browser = await puppeteer.launch({
      ...{ browser: 'firefox', executablePath: firefox ?? '', headless: true, timeout: 120_000 },
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-GB',
        'browser.download.dir': downloads,
        // It would take the keys of the pages after a download.
        'browser.download.alwaysOpenPanel': false,
        'browser.download.folderList': 2,
        'media.autoplay.default': 0,
        // The driver lets frames of other sites use the storage of their site, which nobody's Firefox does.
        'network.cookie.cookieBehavior': 5,
        'browser.contentblocking.category': 'custom',
      },
    });
    stack.defer(() => browser.close());
  });
  test.afterAll(() => stack.disposeAsync());

  /** Opens an address below that of the service. Closed after the test. */
  async function open(path: string, of: { readonly url: string } = app): Promise<Page & AsyncDisposable> {
    const page = watched(await browser.newPage());
    await page.setViewport({ width: 1200, height: 800 });
    await page.evaluateOnNewDocument(changeOften);
    await page.goto(of.url + path);
    return Object.assign(page, { [Symbol.asyncDispose]: () => page.close() });
  }

  function watched(page: Page): Page {
    page.on('pageerror', (error) => assert.fail(String(error)));
    page.setDefaultTimeout(60_000);
    return page;
  }

  /** Runs in a page. Locators look again only after a change of the document, and do not see changes in shadow roots. */
  function changeOften(): void {
    setInterval(() => document.documentElement?.toggleAttribute('data-changed'), 50);
  }

  /** The first element that a selector finds, also in shadow roots, once it is there. */
  const find = (page: Page | Frame, selector: string) => page.locator(`>>> ${selector.replaceAll(' ', ' >>> ')}`);

  /** Waits until an expression over the first element of a selector holds. */
  async function holds(page: Page | Frame, selector: string, holdsFor: (element: Element) => boolean): Promise<void> {
    await find(page, selector).filter(holdsFor).waitHandle();
  }

  const tile = (position: number) => `abs-grid .tile[data-position="${position}"]`;

  test('a node of the tree, a search and a facet narrow the list, and Back undoes them', async () => {
    await using page = await open('/');
    await find(page, `${tile(0)} img`).wait();
    await find(page, 'abs-tree ::-p-text(Archive)').click();
    await page.waitForFunction(() => /node=1\b/.test(location.hash));
    await find(page, 'abs-browse ::-p-text(Filters)').click();
    await find(page, 'abs-facets input[type=checkbox]').click();
    await page.waitForFunction(() => /fileCategory=/.test(location.hash));
    await find(page, 'abs-facets abs-chips button').wait();
    await find(page, 'abs-search input').fill('dawn');
    await page.waitForFunction(() => /dawn/.test(location.hash));
    await find(page, tile(0))
      .filter((element) => /dawn/.test(element.getAttribute('aria-label') ?? ''))
      .wait();
    await page.goBack();
    await page.goBack();
    await page.waitForFunction(() => !/dawn|fileCategory/.test(location.hash) && /node=1\b/.test(location.hash));
  });

  test('the list scrolls, and the keyboard walks, selects, opens and comes back to its tile', async () => {
    await using page = await open('/');
    await find(page, `${tile(0)} img`).wait();
    await page.evaluate(() => document.querySelector('abs-page')?.shadowRoot?.querySelector('abs-browse')?.focus());
    for (const key of ['ArrowRight', 'ArrowRight', ' '] as const) await page.keyboard.press(key);
    await holds(page, tile(2), (element) => element.getAttribute('aria-selected') === 'true');
    await page.keyboard.press('End');
    await find(page, 'abs-grid .tile.active')
      .filter((element) => {
        const { posinset, setsize } = { posinset: element.ariaPosInSet, setsize: element.ariaSetSize };
        return posinset === setsize;
      })
      .wait();
    await page.keyboard.press('Enter');
    await find(page, 'abs-viewer dialog[open]').wait();
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !/asset=/.test(location.hash));
  });

  test('a film plays', async () => {
    await using page = await open(`/#asset=${VIEWED.film}`);
    await find(page, 'abs-viewer video').wait();
    const video = await find(page, 'abs-viewer video').waitHandle();
    await video.evaluate(async (element) => await (element as HTMLVideoElement).play());
    await holds(page, 'abs-viewer video', (element) => (element as HTMLVideoElement).currentTime > 0.2);
  });

  test('with a token, a file too large for memory is downloaded, and its copy in the storage removed later', async () => {
    await using needed = new AsyncDisposableStack();
    const bundle = newFolder();
    await addToSample(bundle, { 1010: new Uint8Array() });
    const size = MAX_BYTES_IN_MEMORY + 1;
    truncateSync(join(bundle, 'files/1010.bin'), size);
    const tokens = JSON.stringify([{ token: TOKEN, user: 2 }]);
    const guarded = needed.use(await startApp({ ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: tokens }, bundle));
    const page = needed.use(await open(`/?token=${TOKEN}#asset=1010`, guarded));
    const stored = () =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const folder = await root.getDirectoryHandle('asset-browsing-service-downloads');
        return (await Array.fromAsync(folder.keys())).length;
      });
    await find(page, 'abs-viewer dialog[open]').wait();
    await find(page, '[slot=actions] button').click();
    await find(page, 'abs-download dialog[open] button.primary').click();
    await find(page, 'abs-download ::-p-text(Downloaded.)').wait();
    const isSaved = () =>
      readdirSync(downloads).includes('1010.bin') && statSync(join(downloads, '1010.bin')).size === size;
    await until(isSaved);
    assert.equal(await stored(), 1);
    // Another visit, long after.
    await page.evaluate(() => {
      const later = Date.now() + 3600 * 1000;
      Date.now = () => later;
      document.body.append(document.createElement('abs-download'));
    });
    await until(async () => (await stored()) === 0);
  });

  test.describe('the picker, on a page of another site', () => {
    let sites: PickerSite;
    test.beforeAll(async () => {
      sites = stack.use(await openPickerSite());
    });

    /** A service under the other name of this machine, because all names and ports of one site share a storage. */
    const elsewhere = ({ url }: RunningApp) => url.replace('127.0.0.1', 'localhost');

    /**
     * Opens a page whose button opens the picker of a service; `picked` reads what came of it: the IDs, or the code of an
     * error.
     */
    async function openPage(service: string, place: 'frame' | 'popup'): Promise<Page & AsyncDisposable> {
      const { site } = sites;
      const policy = `default-src 'none'; script-src 'self'; img-src 'self'; connect-src 'self' ${service}; frame-src ${service}`;
      const body = '<h1>Host</h1><button>Choose</button><div></div>';
      const page = await open(site.publish(body, { policy, elements: [] }).slice(site.url.length), site);
      await page.evaluate(
        async (address, isFrame) => {
          const path = `${location.origin}/elements/open-picker.js`;
          const { openPicker } = (await import(path)) as typeof import('../src/picker/open-picker.ts');
          const container = document.querySelector('div');
          document.querySelector('button')?.addEventListener('click', () => {
            const opened = openPicker({ service: address, ...(isFrame && container ? { container } : {}) });
            const picked = opened.then(
              (assets) => assets?.map(({ id }) => id) ?? 'nothing',
              ({ code }) => String(code),
            );
            Object.assign(globalThis, { picked });
          });
        },
        service,
        place === 'frame',
      );
      return page;
    }

    const picked = (page: Page) =>
      page.evaluate(() => (globalThis as unknown as { picked: Promise<number[] | string> }).picked);

    /** Selects the first asset, once it is there. */
    async function select(picker: Page | Frame): Promise<void> {
      await find(picker, `${tile(0)}:not(.empty)`).click();
      await holds(picker, tile(0), (element) => element.getAttribute('aria-selected') === 'true');
    }

    const confirm = (picker: Page | Frame) => find(picker, 'button.primary').click();

    test('in a frame, a token that a person enters is kept for the next time, and the page gets the asset', async () => {
      await using page = await openPage(elsewhere(sites.guarded), 'frame');
      const openFrame = async () => {
        await page.locator('button').click();
        return await page.waitForFrame((frame) => frame.url().endsWith('/picker'));
      };
      const first = await openFrame();
      await find(first, 'input[type=password]').fill(TOKEN);
      await find(first, 'form button').click();
      await find(first, `${tile(0)}:not(.empty)`).wait();
      const isShared = await first.evaluate(() => document.hasStorageAccess());
      assert.equal(isShared, false, 'the frame has a storage of its own');
      await find(first, '.buttons button:not(.primary)').click();
      assert.equal(await picked(page), 'nothing');
      await page.waitForFunction(() => !document.querySelector('iframe'));
      const second = await openFrame();
      await select(second);
      await confirm(second);
      const [id, ...others] = await picked(page);
      assert.equal(typeof id, 'number');
      assert.deepEqual(others, []);
    });

    test('in a popup, the page gets the asset, and the popup closes itself', async () => {
      await using page = await openPage(elsewhere(sites.app), 'popup');
      const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
      await page.locator('button').click();
      const popup = await opened;
      assert.ok(popup);
      watched(popup);
      await popup.waitForFunction(() => location.pathname === '/picker');
      await popup.evaluate(changeOften);
      await select(popup);
      // The popup closes itself, which may end the click.
      await Promise.allSettled([confirm(popup)]);
      const [id, ...others] = await picked(page);
      assert.equal(typeof id, 'number');
      assert.deepEqual(others, []);
      await until(() => popup.isClosed());
    });
  });
});
