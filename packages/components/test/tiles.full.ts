/** Large pictures, which become sharp in tiles when they are enlarged, where tiles are late or fail. */
import assert from 'node:assert/strict';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import sharp from 'sharp';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import { openViewer, shownPicture, type Viewing } from './support/open-viewer.ts';
import { test } from './support/test.ts';
import { giveToken } from './support/tokens.ts';
import { VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

const LARGE = VIEWED.photo;
const SMALL = VIEWED.hostile;

const TILE = /asset\.do\?.*\btile=/;

/** Pixels of the screen that the large picture is enlarged to, where the preview is not sharp. */
const ENLARGED = 4500;

test.skip(withoutMedia !== false, withoutMedia || undefined);
test.use({ service: { catalogue: viewerCatalogue } });

test.describe('large pictures in a browser', () => {
  /** Enlarges a picture until it is this wide, in pixels, or as large as it gets. */
  async function enlarge(page: Page, width = ENLARGED): Promise<void> {
    await shownPicture(page).locator('img').first().waitFor();
    for (let before = -1; ; ) {
      const now = (await shownPicture(page).boundingBox())?.width ?? 0;
      if (now >= width || now === before) return;
      before = now;
      await page.keyboard.press('+');
    }
  }

  const openLarge = (host: Parameters<typeof openViewer>[0], options: Viewing = {}) =>
    openViewer(host, [LARGE, SMALL], options);

  /** Waits until every part of the picture on the stage has a loaded tile. */
  async function covered(page: Page): Promise<void> {
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
  }

  const hint = (page: Page) => page.locator('abs-viewer .hint');
  const failure = (page: Page) => hint(page).getByText('The large picture could not be loaded.');
  const retry = (page: Page) => hint(page).getByRole('button', { name: 'Try again' });

  test('nothing of the preview is seen between two tiles, at any zoom and density of the screen', async ({ host }) => {
    const tile = { create: { width: 512, height: 512, channels: 3, background: '#fff' } } as const;
    const body = await sharp(tile).jpeg().toBuffer();
    // No fractions: when Chromium only emulates them, it puts edges between the pixels, which it does not do on real screens.
    for (const deviceScaleFactor of [1, 3]) {
      // Without a neighbour, whose button would be over the picture.
      const page = await openViewer(host, [LARGE], { deviceScaleFactor });
      await page.route(TILE, (route) => route.fulfill({ contentType: 'image/jpeg', body }));
      await enlarge(page);
      for (let step = 0; step < 4; step += 1) {
        await page.mouse.move(300, 300);
        await page.mouse.wheel(0, -37);
        await page.keyboard.press('ArrowRight');
        await covered(page);
        // The buttons over the picture are dark.
        await page.locator('abs-viewer .pans').evaluate((pans: HTMLElement) => {
          pans.style.visibility = 'hidden';
        });
        const { x, y, width, height } =
          (await page.locator('abs-viewer .stage').boundingBox()) ?? assert.fail('there is no stage');
        // Without the edges, where the stage meets its neighbours.
        const clip = { x: x + 4, y: y + 4, width: width - 8, height: height - 8 };
        const { channels } = await sharp(await page.screenshot({ clip })).stats();
        const darkest = Math.min(...channels.slice(0, 3).map(({ min }) => min));
        assert.ok(darkest > 250, `${darkest} with ${deviceScaleFactor} pixels in step ${step}`);
      }
    }
  });

  test('tiles that do not come leave the preview, and come after another try or on the stage', async ({ host }) => {
    const page = await openLarge(host);
    for (const key of ['Enter', '0']) {
      await page.route(TILE, (route) => route.abort());
      await enlarge(page);
      await failure(page).waitFor();
      assert.equal(await page.locator('abs-viewer .tile img').count(), 0);
      assert.equal(await page.locator('abs-viewer .picture img').first().isVisible(), true);
      await page.unroute(TILE);
      await retry(page).press(key);
      await enlarge(page);
      await covered(page);
      await failure(page).waitFor({ state: 'detached' });
      await page.keyboard.press('0');
      await page.locator('abs-viewer .tile').first().waitFor({ state: 'detached' });
    }
  });

  test('tiles that take long are announced with another try', async ({ host }) => {
    const page = await openLarge(host);
    await page.clock.install();
    const held: Route[] = [];
    await page.route(TILE, (route) => void held.push(route));
    await enlarge(page);
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await page.clock.runFor(8000);
    await retry(page).waitFor();
    const before = held.length;
    await retry(page).click();
    await expect.poll(() => held.length).toBeGreaterThan(before);
    // Lets all that are held go on.
    await page.unroute(TILE);
    await covered(page);
    await retry(page).waitFor({ state: 'detached' });
  });

  test.describe('of a service that wants a token', () => {
    test.use({ service: { settings: GUARDED, catalogue: viewerCatalogue } });

    test('tiles are fetched with it, and it is in no address', async ({ host }) => {
      const page = await openLarge(host);
      const asked: Request[] = [];
      page.on('request', (request) => /asset\.do\?.*\btiles?=/.test(request.url()) && asked.push(request));
      await giveToken(page);
      await enlarge(page);
      await covered(page);
      const sources = page.locator('abs-viewer .tile img');
      assert.ok((await sources.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).src))).every(isBlob));
      assert.ok(asked.length > 0);
      for (const request of asked) {
        assert.equal((await request.allHeaders())['authorization'], `Bearer ${TOKEN}`);
        assert.ok(!request.url().includes(TOKEN));
      }
    });
  });
});

const isBlob = (address: string) => address.startsWith('blob:');
