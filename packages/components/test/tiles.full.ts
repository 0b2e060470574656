/** Large pictures, which become sharp in tiles when they are enlarged, where tiles are late or fail. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import type { Host } from './support/host.ts';
import { boxOf, openViewer, type Viewing } from './support/open-viewer.ts';
import { skipWithout, test } from './support/test.ts';
import { VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

const TILE = /iiif\/image\/3\/.*\/default\.jpg/;

/** Pixels of the screen that the large picture is enlarged to, where the preview is not sharp. */
const ENLARGED = 4500;

skipWithout(withoutMedia);
test.use({ service: { catalogue: viewerCatalogue } });

test.describe('large pictures in a browser', () => {
  /** Opens a dark picture, without a neighbour, whose button would be over it. */
  const openLarge = (host: Host, options: Viewing = {}) => openViewer(host, [VIEWED.photo], options);

  /** Enlarges the picture until it is sharp in tiles only, or as large as it gets. */
  async function enlarge(page: Page): Promise<void> {
    for (let [before, now] = [0, 1]; now < ENLARGED && now !== before; await page.keyboard.press('+'))
      [before, now] = [now, (await boxOf(page)).width];
  }

  const white = sharp({ create: { width: 512, height: 512, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();

  /** Lets all tiles be white. */
  const whiten = (page: Page) =>
    page.route(TILE, async (route) => route.fulfill({ contentType: 'image/jpeg', body: await white }));

  /** The darkest pixel on the stage. */
  async function darkest(page: Page): Promise<number> {
    // The buttons and the hint over the picture are dark.
    const style = (hidden: string) =>
      page.locator('abs-viewer .stage').evaluate((stage, visibility) => {
        for (const part of stage.querySelectorAll<HTMLElement>('.pans, .hint')) part.style.visibility = visibility;
      }, hidden);
    await style('hidden');
    const { x, y, width, height } = (await page.locator('abs-viewer .stage').boundingBox()) ?? assert.fail();
    // Without the edges, where the stage meets its neighbours.
    const clip = { x: x + 4, y: y + 4, width: width - 8, height: height - 8 };
    const { channels } = await sharp(await page.screenshot({ clip })).stats();
    await style('');
    return Math.min(...channels.slice(0, 3).map(({ min }) => min));
  }

  const covered = (page: Page) => expect.poll(() => darkest(page)).toBeGreaterThan(250);
  const hint = (page: Page) => page.locator('abs-viewer .hint');
  const failure = (page: Page) => hint(page).getByText('The large picture could not be loaded.');
  const retry = (page: Page) => hint(page).getByRole('button', { name: 'Try again' });

  test('nothing of the preview is seen between two tiles, at any zoom and density of the screen', async ({ host }) => {
    for (const deviceScaleFactor of [1, 3]) {
      const page = await openLarge(host, { deviceScaleFactor });
      await whiten(page);
      await enlarge(page);
      for (let step = 0; step < 2; step += 1) {
        await page.mouse.move(300, 300);
        await page.mouse.wheel(0, -37);
        await page.keyboard.press('ArrowRight');
        await covered(page);
      }
    }
  });

  test('tiles that do not come leave the preview, and come after another try or on the stage', async ({ host }) => {
    const page = await openLarge(host);
    for (const key of ['Enter', '0']) {
      await page.route(TILE, (route) => route.abort());
      await enlarge(page);
      await failure(page).waitFor();
      assert.ok((await darkest(page)) < 150);
      await page.unroute(TILE);
      await whiten(page);
      await retry(page).press(key);
      await enlarge(page);
      await covered(page);
      await failure(page).waitFor({ state: 'detached' });
      await page.keyboard.press('0');
      await expect.poll(() => darkest(page)).toBeLessThan(150);
      await page.unroute(TILE);
    }
  });
});
