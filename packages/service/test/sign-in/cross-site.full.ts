/** What pages of another site, and of a subdomain beside the service's own, can do with the session of whoever opens them. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { newCertificate } from '../../../core/test/support/certificate.ts';
import { headlessChromium } from '../support/chromium.ts';
import { startRealProvider } from '../support/identity-providers.ts';
import { startWithSignIn } from '../support/with-sign-in.ts';

const certificate = newCertificate();

/** The service, a subdomain beside it, to which browsers send its cookies, and another site. */
const SERVICE = 'dam.site.example';
const OTHERS = ['evil.site.example', 'evil.example'];

const FIREFOX = findProgram('firefox-esr') ?? findProgram('firefox');
const BROWSERS = [
  { browser: 'chrome', path: headlessChromium && findProgram(headlessChromium) },
  { browser: 'firefox', path: FIREFOX },
] as const;

/** An asset of the sample. */
const ASSET = 1003;

for (const { browser, path } of BROWSERS) {
  test(`other sites change nothing and read nothing with a session in ${browser}`, {
    skip: (!path && `skipped: no ${browser} on this machine`) || (!certificate && 'skipped: openssl is not here'),
    timeout: 600_000,
  }, async () => {
    await using stack = new AsyncDisposableStack();
    const provider = stack.use(await startRealProvider({ accounts: { ada: {} } }));
    const front = stack.use(await openFront());
    const dam = `https://${SERVICE}:${front.port}`;
    const more = { ABS_PUBLIC_URL: dam, ABS_TRUST_PROXY: '127.0.0.1', ABS_PIN_PARENT_NODE: '1' };
    const app = stack.use(await startWithSignIn(provider.issuer, { more }));
    front.leadTo(Number(new URL(app.url).port));
    provider.serve(dam);
    const started = await launch(browser, path ?? '');
    stack.defer(() => started.close());
    const page = await started.newPage();
    page.setDefaultTimeout(60_000);

    await page.goto(`${dam}/sign-in?return=/docs`);
    const own = async (target: string) => await answerOf(page, `${dam}/docs`, target);
    const userOf = async () => (await own('/node.do?about=true')).data['userId'];
    assert.equal(await userOf(), 2);
    const posted = await own(`/review.do?post=${ASSET}&rating=4`);
    assert.equal(posted.status, 200);
    const created = await own(`/pin.do?create=${ASSET}`);
    const pin = String(created.data['pin']);
    assert.equal(created.status, 200);
    // Without a session, anybody may post.
    const state = async () => {
      const { reviewList } = (await own(`/review.do?get=${ASSET}`)).data as {
        reviewList: { creator: { userId: number } }[];
      };
      const reviews = reviewList.filter(({ creator }) => creator.userId === 2);
      return JSON.stringify([(await own('/pin.do?list=true')).data, reviews]);
    };
    const before = await state();

    const changing = [
      ...[`/review.do?post=${ASSET}&rating=1`, `/pin.do?create=${ASSET}`, `/pin.do?revoke=${pin}`],
      ...['/node.do?about=true&flush=true', '/sign-out'],
    ].map((target) => dam + target);
    for (const host of OTHERS) {
      const other = `https://${host}:${front.port}/`;
      await page.goto(other);
      await page.evaluate(tossCookies);
      await page.evaluate(sendQuietly, changing);
      for (const target of [...changing, `${dam}/sign-in/callback?code=x&state=x`]) {
        await page.goto(other);
        const status = page.waitForNavigation();
        await page.evaluate((address) => void window.location.assign(address), target);
        assert.equal((await status)?.status(), target.includes('callback') ? 400 : 403, `${target} from ${host}`);
      }
      await page.goto(other);
      assert.deepEqual(await page.evaluate(read, `${dam}/node.do?about=true`), { script: 1, fetched: 'refused' });
      assert.equal(await userOf(), 2);
      assert.equal(await state(), before, host);
    }
  });
}

async function launch(browser: 'chrome' | 'firefox', executablePath: string): Promise<Browser> {
  return await puppeteer.launch({
    ...{ browser, executablePath, headless: true, acceptInsecureCerts: true, timeout: 120_000 },
    args: browser === 'chrome' ? ['--host-resolver-rules=MAP *.example 127.0.0.1', '--no-sandbox'] : [],
    extraPrefsFirefox: {
      'network.dns.localDomains': [SERVICE, ...OTHERS].join(','),
      // As in everybody's Firefox; the driver allows more.
      'network.cookie.cookieBehavior': 5,
    },
  });
}

interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a page of the service gets. */
async function answerOf(page: Page, from: string, target: string): Promise<Answer> {
  if (!page.url().startsWith(from)) await page.goto(from);
  return (await page.evaluate(async (path) => await (await fetch(path)).json(), target)) as Answer;
}

/** Runs in a page: sets what the service would take for its own, for all subdomains. */
function tossCookies(): void {
  for (const name of ['__Host-abs-session', 'abs-session']) {
    // biome-ignore lint/suspicious/noDocumentCookie: all browsers have it
    document.cookie = `${name}=x; domain=site.example; path=/; secure`;
  }
}

/** Runs in a page: asks for each address in every way that needs nobody's click. */
async function sendQuietly(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    for (const method of ['GET', 'HEAD', 'POST'])
      await fetch(address, { mode: 'no-cors', credentials: 'include', method }).catch(() => {});
    navigator.sendBeacon(address);
    for (const name of ['img', 'script', 'iframe', 'video'] as const) {
      const element = document.createElement(name);
      const done = new Promise((resolve) => {
        for (const event of ['load', 'error']) element.addEventListener(event, resolve);
      });
      element.src = address;
      document.body.append(element);
      await done;
      element.remove();
    }
  }
}

/** Runs in a page: the user whom the service sees in a script, and what a request with cookies may read. */
async function read(address: string): Promise<{ script: unknown; fetched: unknown }> {
  const seen = new Promise((resolve) => Object.assign(window, { seen: resolve }));
  const script = document.createElement('script');
  script.src = `${address}&callback=seen`;
  document.body.append(script);
  const { data } = (await seen) as { data: { userId: unknown } };
  const fetched = await fetch(address, { credentials: 'include' }).then(
    () => 'read',
    () => 'refused',
  );
  return { script: data.userId, fetched };
}

/** TLS for all names: what is sent to the service goes on to it, the others have an empty page. */
async function openFront() {
  let port = 0;
  const server = createServer(certificate ?? {}, (asked, response) => {
    const { host = '' } = asked.headers;
    if (!host.startsWith(SERVICE)) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>x</title><body></body>');
      return;
    }
    const headers = { ...asked.headers, 'x-forwarded-proto': 'https', 'x-forwarded-host': host };
    const on = request({ port, host: '127.0.0.1', path: asked.url, method: asked.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    on.on('error', () => response.destroy());
    asked.pipe(on);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    leadTo: (service: number) => {
      port = service;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
