import assert from 'node:assert/strict';
import { type Browser, expect, type Page } from '@playwright/test';
import { LACKING, PROXIES } from '../../../service/test/proxies/below-path.ts';
import { startRealProvider } from '../../../service/test/support/identity-providers.ts';
import { importSample } from '../../../service/test/support/sample.ts';
import { SOUND, sampleWithSound } from '../../../service/test/support/sample-with-sound.ts';
import { giveLogin, signInSettings } from '../../../service/test/support/with-sign-in.ts';
import { hostOf } from './host.ts';
import { headingIs } from './page.ts';
import { openSitePage, PICKER_ORIGINS, resultOf, startPicker } from './picker-window.ts';
import { type Service, startService } from './services.ts';
import { skipWithout, test } from './test.ts';

const PHOTO = 1000;

/**
 * Tests that everything of the service works below a path of a site, over TLS and HTTP/2. `hasDocumentation` is true if the build
 * has made it.
 */
export function testBelowPath(name: keyof typeof PROXIES, hasDocumentation: boolean): void {
  test.describe(`below a path behind ${name}`, () => {
    skipWithout(LACKING[name]);
    let running: AsyncDisposableStack;
    let service: Service;
    let issuer = '';
    let url = '';

    test.beforeAll(async () => {
      test.setTimeout(120_000);
      await using stack = new AsyncDisposableStack();
      const provider = stack.use(await startRealProvider({ accounts: { ada: {} } }));
      const signIn = await signInSettings(provider.issuer);
      const settings = { ...signIn, ...PICKER_ORIGINS, ABS_TRUST_PROXY: '127.0.0.1', ABS_PIN_PARENT_NODE: 20 };
      const catalogue = async (data: string) => {
        using bundle = sampleWithSound();
        await importSample(data, bundle.directory);
        await giveLogin(data, 'ada');
      };
      service = stack.use(await startService({ settings, catalogue }));
      const place = stack.use(await PROXIES[name](Number(new URL(service.app.url).port)));
      provider.serve(place.url);
      [issuer, url] = [provider.issuer, place.url];
      running = stack.move();
    });
    test.afterAll(async () => {
      await running?.disposeAsync();
    });

    /** Opens a window, and notes what it asks for in vain or outside the path. */
    async function visit(browser: Browser) {
      const host = hostOf(service, browser);
      const page = await host.visit('about:blank', { ignoreHTTPSErrors: true });
      return { host, page, lost: lostOf(page, url), [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() };
    }

    test('the page comes with its pictures, by HTTP/2', async ({ browser }) => {
      await using window = await visit(browser);
      const { page, lost } = window;
      await page.goto(`${url}/#locale=en&node=1`);
      await headingIs(page, 'Archive');
      await drawn(page.locator('abs-grid img').first());
      const [protocol, picture] = await page.evaluate(() => {
        const entries = performance.getEntries() as PerformanceResourceTiming[];
        const shown = entries.find((entry) => entry.name.includes('asset.do'));
        return [entries.find(({ entryType }) => entryType === 'navigation')?.nextHopProtocol, shown?.name];
      });
      assert.equal(protocol, 'h2');
      assert.ok(picture?.startsWith(`${url}/asset.do`), String(picture));
      assert.deepEqual(lost, []);
    });

    test('people sign in and come back, and sign out', async ({ browser }) => {
      await using window = await visit(browser);
      const { page, lost } = window;
      await page.goto(`${url}/#locale=en&node=1`);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL(`${url}/#**`);
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('Signed in as Ada').waitFor();
      await page.getByRole('link', { name: 'Sign out' }).click();
      await page.waitForURL((address) => address.origin === issuer);
      assert.deepEqual(lost, []);
    });

    if (hasDocumentation)
      test('the documentation is there', async ({ browser }) => {
        await using window = await visit(browser);
        const { page, lost } = window;
        for (const path of ['/docs', '/docs/api', '/docs/elements', '/docs/guides/caches-and-proxies']) {
          await page.goto(url + path);
          await page.getByRole('heading', { level: 1 }).first().waitFor();
          assert.ok(page.url().startsWith(`${url}/docs/`), page.url());
        }
        assert.deepEqual(lost, []);
      });

    test('a PIN leads to its page and its file, and a player plays', async ({ browser }) => {
      await using window = await visit(browser);
      const { page, lost } = window;
      await page.goto(`${url}/pin.do?create=${PHOTO}&redirect=true`);
      assert.match(page.url().slice(url.length), /^\/pin\/\w{12}$/);
      await drawn(page.locator('main img').first());
      const [file] = await Promise.all([page.waitForEvent('download'), page.locator('form button').first().click()]);
      assert.ok(file.url().startsWith(`${url}/pin/`));
      await file.delete();
      for (const path of ['/asset.do', '/asset.do/play']) {
        await page.goto(`${url}${path}?play=${SOUND}`);
        await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('#media')?.readyState ?? 0) > 0);
      }
      assert.deepEqual(lost, []);
    });

    test('addresses for other programs lead below the path, and nothing is outside', async ({ browser }) => {
      await using window = await visit(browser);
      const { request } = window.page.context();
      const json = async (address: string) => {
        const answer = await request.get(address);
        assert.equal(answer.status(), 200, address);
        return await answer.json();
      };
      const manifest = await json(`${url}/iiif/presentation/3/asset/${PHOTO}/manifest`);
      assert.equal(manifest.id, `${url}/iiif/presentation/3/asset/${PHOTO}/manifest`);
      const addresses: string[] = JSON.stringify(manifest).match(/https?:[^"]+/g) ?? [];
      const own = addresses.filter((each) => each.startsWith('https://localhost'));
      assert.ok(own.length > 5 && own.every((each) => each.startsWith(`${url}/`)), own.join(' '));
      const [image] = own.filter((each) => /\/iiif\/image\/3\/[^/]+$/.test(each));
      assert.equal((await json(`${image}/info.json`)).id, image);
      assert.equal((await json(`${url}/iiif/discovery/1/collection`)).id, `${url}/iiif/discovery/1/collection`);
      const linked = await (await request.get(`${url}/?asset=${PHOTO}`)).text();
      const [, oembed = ''] = /href="([^"]+oembed[^"]+)"/.exec(linked) ?? [];
      assert.ok(linked.includes(`content="${url}/?asset=${PHOTO}"`), linked);
      const embedded = await json(oembed.replaceAll('&amp;', '&'));
      assert.ok(embedded.url.startsWith(`${url}/asset.do`), embedded.url);
      const [server] = (await json(`${url}/openapi.json`)).servers;
      const base = new URL(server.url, `${url}/openapi.json`).href;
      assert.equal((await json(`${new URL('node.do?about=true', base)}`)).status, 200);
      // Of a cache, the service drops answers there.
      const outside = name === 'Varnish' ? [] : ['/node.do?about=true', '/docs/', '/elements/page.js'];
      for (const path of outside) assert.equal((await request.get(new URL(url).origin + path)).status(), 404, path);
    });

    test('a page of another site opens the picker, and gets addresses below the path', async ({ browser }) => {
      await using window = await visit(browser);
      const other = await openSitePage(window.host, new URL(url).origin, {}, { ignoreHTTPSErrors: true });
      const lost = lostOf(other, url);
      await startPicker(other, url, { selected: [PHOTO] });
      await other.frameLocator('iframe').getByRole('button', { name: 'Choose', exact: true }).click();
      const { assets } = (await resultOf(other)) as { assets: { renditions: { url: string }[] }[] };
      assert.ok(assets[0]?.renditions[0]?.url.startsWith(`${url}/asset.do?`));
      assert.deepEqual(lost, []);
    });
  });
}

/** Addresses of this place that a page asks for in vain, or outside the path, from now on. */
function lostOf(page: Page, url: string): readonly string[] {
  const lost: string[] = [];
  page.on('response', (response) => {
    const isHere = response.url().startsWith(new URL(url).origin);
    if (isHere && (response.status() >= 400 || !response.url().startsWith(`${url}/`)))
      lost.push(`${response.status()} ${response.url()}`);
  });
  return lost;
}

async function drawn(picture: ReturnType<Page['locator']>): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}
