/**
 * `npm run bench:first-view`: the time to the first picture of the demo on a slow connection, without any cache, and the
 * bytes of the first view's pictures on sharp screens; exit status 1 if either is too much. The connection is Lighthouse's
 * slow 4G as Chromium imitates it: each request takes a round trip, and all share the line. It imitates no TCP: `PHYSICAL`
 * adds what that costs.
 */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, chromium as driver } from '@playwright/test';
import { findProgram } from '../../core/src/platform/find-program.ts';
import { median, ms, report } from '../../service/bench/report.ts';
import { startServer } from '../../service/bench/service.ts';
import { chromium } from '../../service/test/support/chromium.ts';

const { values } = parseArgs({
  options: {
    /** A data folder with the demo; filled if it is empty. */
    folder: { type: 'string', default: join(tmpdir(), 'abs-bench-first-view') },
    /** A service to measure instead. */
    url: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    /** Prints when each request began and ended. */
    requests: { type: 'boolean', default: false },
  },
});

const ROUND_TRIP_MS = 150;
const BYTES_A_SECOND = 1_600_000 / 8;
/** The times that are measured, and what is asked of them, in milliseconds. */
const TIMES = [
  { name: 'first picture', of: 'seen', asked: 1200 },
  { name: 'first picture of the list, which people can use', of: 'inList', asked: 1500 },
] as const;

/** Sharp screens, and the kilobytes of pictures that their first view may take: a third of JPEG in four sizes. */
const SCREENS = [
  {
    name: 'screen of 1280 points with 2 pixels each',
    asked: 379,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 2,
  },
  {
    ...{ name: 'phone of 390 points with 3 pixels each', asked: 489, viewport: { width: 390, height: 844 } },
    ...{ deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  },
];

/** Milliseconds after which people see the first picture, and after which the list, which they can use, has its own. */
interface FirstPictures {
  readonly seen: number;
  readonly inList: number;
}

/** Runs in the page: resolves when the first picture of the list has been painted. */
function firstPictures(): Promise<FirstPictures> {
  return new Promise((resolve) => {
    let seen = Number.POSITIVE_INFINITY;
    const isIn = (pictures: Iterable<HTMLImageElement> = []) =>
      [...pictures].some((picture) => picture.complete && picture.naturalWidth > 0);
    const look = () => {
      const root = document.querySelector('abs-page')?.shadowRoot?.querySelector('abs-browse')?.shadowRoot;
      const list = isIn(root?.querySelector('abs-grid')?.shadowRoot?.querySelectorAll('img'));
      const first = isIn(document.querySelectorAll<HTMLImageElement>('#first img'));
      requestAnimationFrame(() => {
        if (list || first) seen = Math.min(seen, performance.now());
        if (list) resolve({ seen, inList: performance.now() });
        else look();
      });
    };
    look();
  });
}

async function measure(url: string): Promise<void> {
  const browser = await driver.launch({
    executablePath: findProgram(chromium ?? '') ?? '',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  await using _ = { [Symbol.asyncDispose]: () => browser.close() };
  const times: FirstPictures[] = [];
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: ROUND_TRIP_MS },
      ...{ downloadThroughput: BYTES_A_SECOND, uploadThroughput: BYTES_A_SECOND },
    });
    await page.goto(url, { waitUntil: 'commit' });
    const time = await page.evaluate(firstPictures);
    // The first round fills the caches of the service.
    if (round > 0) times.push(time);
    if (values.requests && round === Number(values.rounds))
      for (const line of await page.evaluate(requestsOfPage)) console.log(line);
    await context.close();
  }
  for (const { name, of, asked } of TIMES) {
    const each = times.map((time) => time[of]);
    report({
      name: `demo, cold, slow 4G: ${name}`,
      asked: ms(asked),
      measured: `${ms(median(each))} (slowest of ${each.length}: ${ms(Math.max(...each))})`,
      isReached: median(each) <= asked,
    });
  }
  for (const screen of SCREENS) await measureScreen(browser, url, screen);
}

/** Measures the pictures that are loaded before anybody scrolls. */
async function measureScreen(
  browser: Browser,
  url: string,
  { name, asked, ...screen }: (typeof SCREENS)[0],
): Promise<void> {
  const context = await browser.newContext({ ...screen, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'networkidle' });
  const pictures = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /asset\.do\?(thumb|preview|picture)=/.test(name))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
  await context.close();
  const kilobytes = Math.round(pictures.reduce((sum, each) => sum + each, 0) / 1000);
  report({
    name: `demo, ${name}: pictures of the first view`,
    asked: `${asked} kB`,
    measured: `${kilobytes} kB (${pictures.length} pictures)`,
    isReached: pictures.length > 0 && kilobytes <= asked,
  });
}

/** Runs in the page: one line for each request, in the order of their beginnings. */
function requestsOfPage(): readonly string[] {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return [page, ...files].flatMap((entry) =>
    entry
      ? `${entry.startTime.toFixed(0).padStart(5)}–${entry.responseEnd.toFixed(0).padStart(5)} ms ${String(entry.transferSize).padStart(6)} B  ${entry.name}`
      : [],
  );
}

if (values.url !== undefined) await measure(values.url);
else {
  await using server = await startServer(values.folder, { command: 'start' });
  await measure(server.url);
}
