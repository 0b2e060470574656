/** Large pictures in a browser, which become sharp in tiles when they are enlarged. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request, Route } from '@playwright/test';
import sharp from 'sharp';
import { fetchUntilReady } from '../../service/test/support/fetch-until-ready.ts';
import { SAMPLE } from '../../service/test/support/sample.ts';
import { until } from '../../service/test/support/until.ts';
import type { AbsViewer } from '../src/abs-viewer.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { endOf, openViewer, positioned, shownPicture, type Viewing } from './support/open-viewer.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';

/** Assets of the catalogue: two that are larger than any preview, and one that is not. */
const [LARGE, OTHER, SMALL] = [2000, 2001, 2002];
const SIZE = { width: 6000, height: 4500 };
/** The level with the size of the file: its longer side is halved four times until it fits into a tile. */
const LAST_LEVEL = 4;

const DESCRIPTION = /asset\.do\?.*\btiles=/;
const TILE = /asset\.do\?.*\btile=/;

/** Makes a bundle with these assets. */
async function makeCatalogue(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'tiles-'));
  cpSync(SAMPLE, directory, { recursive: true });
  const sample = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  for (const [id, width, height] of [
    [LARGE, SIZE.width, SIZE.height],
    [OTHER, 5000, 5000],
    [SMALL, 900, 700],
  ] as const) {
    // Noise, so that each part of the picture differs.
    const noise = { type: 'gaussian', mean: 120, sigma: 50 } as const;
    const grain = await sharp({ create: { width: 60, height: 45, channels: 3, background: '#777', noise } })
      .png()
      .toBuffer();
    const file = `files/picture-${id}.jpg`;
    await sharp(grain).resize({ width, height, fit: 'fill' }).jpeg({ quality: 80 }).toFile(join(directory, file));
    sample.assets.push({ id, file, name: `picture ${id}.jpg`, type: 'photo', nodes: [2] });
  }
  writeFileSync(join(directory, 'catalogue.json'), JSON.stringify(sample));
  return directory;
}

test.describe('large pictures in a browser', () => {
  const stack = new AsyncDisposableStack();
  let directory = '';
  let host: Host;
  test.beforeAll(async () => {
    directory = await makeCatalogue();
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    host = stack.use(await openHost({}, directory));
    // The first request cuts the tiles, and would be repeated where that takes long.
    for (const id of [LARGE, OTHER]) await fetchUntilReady(`${host.app.url}/asset.do?tiles=${id}`);
  });
  test.afterAll(() => stack.disposeAsync());

  /** Opens a picture, and waits until it is shown. */
  async function open(ids: readonly number[], options: Viewing = {}): Promise<Page> {
    const page = await openViewer(host, ids, options);
    await shownPicture(page).locator('img').first().waitFor();
    return page;
  }

  /** Enlarges until the picture is this wide, in pixels, or as large as it gets. */
  async function enlarge(page: Page, width = Number.POSITIVE_INFINITY): Promise<number> {
    await shownPicture(page).waitFor();
    for (let before = 0; ; ) {
      const now = (await shownPicture(page).boundingBox())?.width ?? 0;
      if (now >= width || now === before) return now;
      before = now;
      await page.keyboard.press('+');
    }
  }

  /** Waits until every part of the picture on the stage has a loaded tile, and returns the tiles. */
  async function covered(page: Page): Promise<readonly { readonly src: string; readonly width: number }[]> {
    await page.waitForFunction(() => {
      const root = document.querySelector('abs-viewer')?.shadowRoot;
      const [stage, picture] = ['.stage', '.picture'].map((part) => root?.querySelector(part)?.getBoundingClientRect());
      if (!root || !stage || !picture) return false;
      const tiles = [...root.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect());
      const isCovered = (x: number, y: number) =>
        tiles.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
      const [left, top] = [Math.max(stage.left, picture.left), Math.max(stage.top, picture.top)];
      const [right, bottom] = [Math.min(stage.right, picture.right), Math.min(stage.bottom, picture.bottom)];
      for (let x = left + 1; x < right; x += 16)
        for (let y = top + 1; y < bottom; y += 16) if (!isCovered(x, y)) return false;
      return right > left && bottom > top;
    });
    return await tilesOf(page);
  }

  async function tilesOf(page: Page): Promise<readonly { readonly src: string; readonly width: number }[]> {
    return await page
      .locator('abs-viewer .tile img')
      .evaluateAll((images) => (images as HTMLImageElement[]).map(({ src, naturalWidth: width }) => ({ src, width })));
  }

  /** The requests of a page from now on whose addresses match. */
  function follow(page: Page, addresses: RegExp) {
    const all: Request[] = [];
    const ended = new Set<Request>();
    page.on('request', (request) => addresses.test(request.url()) && all.push(request));
    for (const end of ['requestfailed', 'requestfinished'] as const)
      page.on(end as 'requestfailed', (request) => ended.add(request));
    return {
      all,
      addresses: () => all.map((request) => request.url()),
      isOver: () => all.every((request) => ended.has(request)),
    };
  }

  const hint = (page: Page, text: string | RegExp) => page.locator('abs-viewer .hint').getByText(text);

  test('a picture that is enlarged beyond its preview is drawn in few tiles of the file, up to two pixels of the screen each', async ({
    host,
  }) => {
    const page = await open([LARGE, SMALL]);
    const descriptions = follow(page, DESCRIPTION);
    const tiles = follow(page, TILE);
    await enlarge(page, 2000);
    assert.equal(descriptions.all.length, 0);
    await enlarge(page, 5000);
    const first = await covered(page);
    assert.ok(first.length <= 20, `${first.length} tiles`);
    for (const { src, width } of first) {
      assert.match(src, new RegExp(`tile=${LARGE}\\b.*level=${LAST_LEVEL}\\b`));
      assert.match(src, /\bversion=1\b/);
      assert.ok(width > 0 && width <= 512);
    }
    assert.equal(descriptions.all.length, 1);
    assert.deepEqual(await seriousViolations(page), []);
    const largest = await enlarge(page);
    assert.ok(Math.abs(largest - 2 * SIZE.width) < 1, `${largest} pixels`);
    // The stage is about 1000 pixels wide, and a tile covers 1024 pixels now; those beside the stage are kept.
    await page.waitForFunction(
      () => Number(document.querySelector('abs-viewer')?.shadowRoot?.querySelectorAll('.tile').length) <= 16,
    );
    const fewer = await covered(page);
    // To another corner and back.
    for (const key of ['ArrowRight', 'ArrowDown'])
      for (let step = 0; step < 12; step += 1) await page.keyboard.press(key);
    const moved = await covered(page);
    assert.ok(moved.length <= 16 && moved.some(({ src }) => !fewer.some((tile) => tile.src === src)));
    assert.ok(tiles.all.length <= 60, `${tiles.all.length} requests`);
    await page.keyboard.press('0');
    await page.locator('abs-viewer .tile').first().waitFor({ state: 'detached' });
    await enlarge(page, 5000);
    await covered(page);
    assert.equal(descriptions.all.length, 1);
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2');
    assert.deepEqual(await tilesOf(page), []);
    await endOf(page);
  });

  test('the last column and row reach the edges of the picture', async ({ host }) => {
    const page = await open([LARGE]);
    await enlarge(page, 5000);
    await covered(page);
    await enlarge(page);
    for (const key of ['ArrowRight', 'ArrowDown'])
      for (let step = 0; step < 80; step += 1) await page.keyboard.press(key);
    const tiles = await covered(page);
    const [columns, rows] = [Math.ceil(SIZE.width / 512), Math.ceil(SIZE.height / 512)];
    const last = tiles.find(({ src }) => new RegExp(`column=${columns - 1}\\b.*row=${rows - 1}\\b`).test(src));
    assert.equal(last?.width, SIZE.width % 512);
    await endOf(page);
  });

  test('nothing of the preview is seen between two tiles, at any zoom, however many pixels the screen has', async ({
    host,
  }) => {
    const tile = { create: { width: 512, height: 512, channels: 3, background: '#fff' } } as const;
    const body = await sharp(tile).jpeg().toBuffer();
    // No fractions: when Chromium only emulates them, it puts edges between the pixels, which it does not do on real screens.
    for (const deviceScaleFactor of [1, 2, 3]) {
      const page = await open([LARGE], { deviceScaleFactor });
      await page.route(TILE, (route) => route.fulfill({ contentType: 'image/jpeg', body }));
      await enlarge(page, 5000);
      for (let step = 0; step < 4; step += 1) {
        await page.mouse.move(300, 300);
        await page.mouse.wheel(0, -37);
        await page.keyboard.press('ArrowRight');
        await covered(page);
        const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('abs-viewer .stage').boundingBox()) ?? {};
        // Without the edges, where the stage meets its neighbours.
        const clip = { x: x + 4, y: y + 4, width: width - 8, height: height - 8 };
        // The buttons over the picture are dark.
        await page.locator('abs-viewer .pans').evaluate((pans: HTMLElement) => {
          pans.style.visibility = 'hidden';
        });
        const { channels } = await sharp(await page.screenshot({ clip })).stats();
        const darkest = Math.min(...channels.slice(0, 3).map(({ min }) => min));
        assert.ok(darkest > 250, `${darkest} with ${deviceScaleFactor} pixels in step ${step}`);
      }
      await endOf(page);
    }
  });

  test('a small picture has no tiles, and its service is asked once', async ({ host }) => {
    const page = await open([SMALL]);
    const described = follow(page, DESCRIPTION);
    const asked = follow(page, TILE);
    await enlarge(page);
    await until(() => described.all.length === 1 && described.isOver());
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('-');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.deepEqual([described.all.length, asked.addresses()], [1, []]);
    await endOf(page);
  });

  test('with a token, tiles are fetched with it, and it is in no address', async ({ host }) => {
    const signedIn = await openHost(
      { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]) },
      directory,
    );
    const page = await openViewer(signedIn, [LARGE]);
    const asked = follow(page, /asset\.do\?.*\btiles?=/);
    await page.locator('abs-catalogue').evaluate((catalogue, token) => {
      Object.assign(catalogue, { tokenProvider: () => token });
    }, TOKEN);
    await shownPicture(page).locator('img').first().waitFor();
    await enlarge(page, 5000);
    const tiles = await covered(page);
    assert.ok(tiles.every(({ src, width }) => src.startsWith('blob:') && width > 0));
    assert.ok(asked.all.length > 0);
    for (const request of asked.all) {
      assert.equal((await request.allHeaders())['authorization'], `Bearer ${TOKEN}`);
      assert.ok(!request.url().includes(TOKEN));
    }
    assert.deepEqual(await seriousViolations(page), []);
    await endOf(page);
  });

  test('a description that fails leads to a hint and another try, and the preview stays', async ({ host }) => {
    for (const fail of [(route: Route) => route.fulfill({ status: 500, body: '' }), (route: Route) => route.abort()]) {
      const page = await open([LARGE]);
      await page.route(DESCRIPTION, fail);
      await enlarge(page, 5000);
      await hint(page, 'The large picture could not be loaded.').waitFor();
      assert.deepEqual(await seriousViolations(page), []);
      assert.equal(await page.locator('abs-viewer .picture img').first().isVisible(), true);
      await page.unroute(DESCRIPTION);
      const before = await shownPicture(page).boundingBox();
      await page.getByRole('button', { name: 'Try again' }).click();
      await covered(page);
      assert.equal(await hint(page, 'The large picture').count(), 0);
      assert.deepEqual(await shownPicture(page).boundingBox(), before);
      await endOf(page);
    }
  });

  test('while the picture is being cut, the hint says that it is loading, and closing ends the request', async ({
    host,
  }) => {
    const page = await open([LARGE]);
    const asked = follow(page, DESCRIPTION);
    await page.route(DESCRIPTION, () => {});
    await enlarge(page, 5000);
    await hint(page, /^Loading|taking a long time/).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await until(() => asked.all.length === 1);
    await page.getByRole('button', { name: 'Close' }).click();
    await until(asked.isOver);
    await page.unroute(DESCRIPTION);
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    await enlarge(page, 5000);
    await covered(page);
    await endOf(page);
  });

  test('tiles that do not come leave the preview to be seen, and come after another try, or when they are next on the stage', async ({
    host,
  }) => {
    const page = await open([LARGE]);
    const asked = follow(page, TILE);
    await page.route(TILE, (route) => route.abort());
    await enlarge(page, 5000);
    await until(() => asked.all.length > 0 && asked.isOver());
    assert.deepEqual(await tilesOf(page), []);
    assert.equal(await page.locator('abs-viewer .picture img').first().isVisible(), true);
    await page.getByText('The large picture could not be loaded.').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(TILE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await covered(page);
    await page.getByText('The large picture could not be loaded.').waitFor({ state: 'detached' });

    await page.keyboard.press('0');
    await page.route(TILE, (route) => route.abort());
    await page.locator('abs-viewer .tile').first().waitFor({ state: 'detached' });
    await enlarge(page, 5000);
    await page.getByText('The large picture could not be loaded.').waitFor();
    await page.unroute(TILE);
    await page.keyboard.press('0');
    await enlarge(page, 5000);
    await covered(page);
    await endOf(page);
  });

  test('tiles that take long are announced with another try', async ({ host }) => {
    const page = await open([LARGE]);
    await page.clock.install();
    const held: Route[] = [];
    await page.route(TILE, (route) => void held.push(route));
    await enlarge(page, 5000);
    await until(() => held.length > 0);
    await page.clock.runFor(8000);
    const again = page.locator('abs-viewer .hint').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    const before = held.length;
    await again.click();
    await until(() => held.length > before);
    // Lets all that are held go on.
    await page.unroute(TILE);
    await covered(page);
    await again.waitFor({ state: 'detached' });
    await endOf(page);
  });

  test('tiles that are still being loaded are cancelled by closing, another asset and removal, and do not appear late', async ({
    host,
  }) => {
    const leave: readonly ((page: Page) => Promise<unknown>)[] = [
      (page) => page.getByRole('button', { name: 'Close' }).click(),
      (page) => page.getByRole('button', { name: 'Next item' }).click(),
      (page) => page.locator('abs-viewer').evaluate((viewer) => viewer.remove()),
    ];
    for (const act of leave) {
      const page = await open([LARGE, OTHER]);
      const asked = follow(page, TILE);
      const held: Route[] = [];
      await page.route(TILE, (route) => void held.push(route));
      await enlarge(page, 5000);
      await until(() => held.length > 0);
      await act(page);
      await until(asked.isOver);
      const before = asked.all.length;
      await page.unroute(TILE);
      assert.equal(await page.locator('abs-viewer .tile').count(), 0);
      if ((await page.getByRole('heading', { name: `picture ${OTHER}` }).count()) > 0) {
        await shownPicture(page).locator('img').first().waitFor();
        await enlarge(page, 5000);
        for (const { src } of await covered(page)) assert.match(src, new RegExp(`tile=${OTHER}\\b`));
      } else assert.equal(asked.all.length, before);
      await endOf(page);
    }
  });
});
