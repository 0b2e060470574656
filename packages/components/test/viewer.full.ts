/** A viewer in less usual situations: changed lists, fingers over players, files that are too large, parts that do not load. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import type { AbsViewer } from '../src/abs-viewer.ts';
import { fingersOn } from './support/fingers.ts';
import { film, openViewer, positioned, shownPicture } from './support/open-viewer.ts';
import { skipWithout, test } from './support/test.ts';
import { listenTo } from './support/told.ts';
import { CHANGED, VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

skipWithout(withoutMedia);
test.use({ service: { catalogue: viewerCatalogue } });

const PHONE = { hasTouch: true, viewport: { width: 375, height: 700 } };
const [RIGHT, LEFT] = [
  { x: 300, y: 250 },
  { x: 100, y: 250 },
];

test.describe('the dialog of abs-viewer', () => {
  test('the double click that opens it neither enlarges nor moves on; another waits and enlarges', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile], { attributes: 'aside' });
    const clicked = Promise.withResolvers<void>();
    await page.route(/deep-zoom/, async (route) => {
      await clicked.promise;
      await route.continue();
    });
    const openAt = async (x: number, y: number) => {
      await page.evaluate(() =>
        document.addEventListener('click', () => document.querySelector<AbsViewer>('abs-viewer')?.open(), {
          once: true,
        }),
      );
      await page.mouse.click(x, y);
      await shownPicture(page).waitFor();
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
    };
    await openAt(500, 400);
    await page.mouse.dblclick(500, 400);
    await expect(page.getByText('19%', { exact: true })).toBeVisible();
    clicked.resolve();
    await page.getByText('48%', { exact: true }).waitFor();
    const { x, y } = (await page.getByRole('button', { name: 'Next item' }).boundingBox()) ?? assert.fail();
    await page.keyboard.press('Escape');
    // Browsers report the closing of a dialog a moment later.
    await page.waitForFunction(() => !document.querySelector<AbsViewer>('abs-viewer')?.opened);
    await openAt(x + 10, y + 10);
    await page.getByRole('button', { name: 'Fit' }).click();
    await positioned(page, '1 of 2');
  });

  test('the buttons to the neighbours stay in one place for each kind, also beside a placeholder', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.document, VIEWED.sound, VIEWED.brokenPicture]);
    const next = page.getByRole('button', { name: 'Next item' });
    await positioned(page, '1 of 4');
    await shownPicture(page).waitFor();
    const place = await next.boundingBox();
    assert.ok(place);
    for (const [position, shown] of ['.strip', 'audio', '.picture.symbol'].entries()) {
      await next.click();
      await positioned(page, `${position + 2} of 4`);
      // The player draws its own controls, so the element of a sound is not seen.
      await page.locator(`abs-viewer ${shown}`).waitFor({ state: 'attached' });
      assert.deepEqual(await next.boundingBox(), place, shown);
    }
  });

  test('the key F fills the screen and leaves it again, and so does closing', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.document]);
    await page.getByRole('button', { name: 'Full screen' }).focus();
    const isFull = (wanted: boolean) =>
      page.waitForFunction((expected) => (document.fullscreenElement !== null) === expected, wanted);
    await page.keyboard.press('f');
    await isFull(true);
    await page.getByRole('heading', { name: 'pages.pdf' }).waitFor();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await page.keyboard.press('f');
    await isFull(false);
    await page.keyboard.press('f');
    await isFull(true);
    await page.getByRole('button', { name: 'Close' }).click();
    await isFull(false);
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    await shownPicture(page).locator('img').last().click();
  });
});

test.describe('swipes over abs-viewer', () => {
  test('they lead on from a film, from a sound, and from a notice in their place', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film, VIEWED.lost, VIEWED.sound, VIEWED.brokenPicture], PHONE);
    const { swipe } = await fingersOn(page);
    await film(page).waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '2 of 4');
    await page.getByText('This record has no file to play').waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '3 of 4');
    await page.locator('abs-viewer .bars').waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '4 of 4');
  });

  test('those that begin on the controls of a player are left to it', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film, VIEWED.sound, VIEWED.brokenPicture], PHONE);
    await film(page).waitFor();
    /** Sends a swipe to the left. */
    const swipeOver = (part: string) =>
      page.locator(`abs-viewer ${part}`).evaluate((element) => {
        const { right, top } = element.getBoundingClientRect();
        const send = (type: string, left: number) =>
          element.dispatchEvent(
            new PointerEvent(type, {
              ...{ bubbles: true, composed: true, isPrimary: true, pointerType: 'touch', pointerId: 7 },
              ...{ clientX: right - left, clientY: top + 8 },
            }),
          );
        send('pointerdown', 50);
        for (const type of ['pointermove', 'pointerup']) send(type, 250);
      });
    await swipeOver('abs-media-controls');
    // Had that led on, there would be no film.
    await swipeOver('video');
    await positioned(page, '2 of 3');
  });
});

test.describe('GIFs and models in abs-viewer', () => {
  const moving = (page: Page) => page.locator('abs-viewer img.moving');
  const button = (page: Page, name: 'Pause' | 'Play') => page.getByRole('button', { name, exact: true });

  /** Whether the middle of the picture that is shown is more red than blue. */
  async function isRed(page: Page): Promise<boolean> {
    const { x, y, width, height } = (await shownPicture(page).boundingBox()) ?? assert.fail();
    const clip = { x: x + width / 2, y: y + height / 2, width: 2, height: 2 };
    const { dominant } = await sharp(await page.screenshot({ clip })).stats();
    return dominant.r > dominant.b;
  }

  test('a GIF moves over its preview until paused; who may only see it sees its first frame', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.gif, VIEWED.viewOnlyGif]);
    await expect(moving(page)).toHaveAttribute('src', /type=animation/);
    for (const colour of [false, true]) await expect.poll(() => isRed(page)).toBe(colour);
    await button(page, 'Pause').click();
    await button(page, 'Play').waitFor();
    assert.equal(await moving(page).count(), 0);
    await expect.poll(() => isRed(page)).toBe(true);
    await page.keyboard.press(' ');
    await moving(page).waitFor();
    const refused = page.waitForResponse((response) => response.url().includes('type=animation'));
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: view only.gif');
    assert.equal((await refused).status(), 403);
    await shownPicture(page).locator('img').first().waitFor();
    assert.deepEqual([await moving(page).count(), await button(page, 'Pause').count()], [0, 0]);
  });

  test('a GIF stands still for people who want less motion until they press Play', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.gif], { reducedMotion: 'reduce' });
    await button(page, 'Play').waitFor();
    assert.equal(await moving(page).count(), 0);
    await button(page, 'Play').click();
    await expect.poll(() => isRed(page)).toBe(false);
  });

  test('a model is turned by keys and by buttons; a damaged one keeps its picture and says why', async ({ host }) => {
    // Small, because the processor draws it.
    const page = await openViewer(host, [VIEWED.cube, VIEWED.brokenModel], { viewport: { width: 700, height: 400 } });
    const requests: string[] = [];
    page.on('request', (request) => /model-scene|type=3D/.test(request.url()) && requests.push(request.url()));
    const turn = page.getByRole('button', { name: 'Turn in 3D' });
    await turn.waitFor();
    assert.deepEqual(requests, []);
    const held = Promise.withResolvers<void>();
    await page.route(/type=3D/, (route) => held.promise.then(() => route.continue()));
    await turn.click();
    const background = () =>
      page.locator('abs-viewer .stage > canvas').evaluate((canvas) => getComputedStyle(canvas).backgroundColor);
    // The picture is seen through it until the model stands.
    assert.equal(await background(), 'rgba(0, 0, 0, 0)');
    await shownPicture(page).locator('img').first().waitFor();
    held.resolve();
    const canvas = page.locator('abs-viewer .stage > canvas[aria-busy=false]');
    await canvas.focus();
    assert.notEqual(await background(), 'rgba(0, 0, 0, 0)');
    const shots = new Set<string>();
    for (const key of ['0', 'ArrowLeft', 'ArrowUp', '+']) {
      await page.keyboard.press(key);
      shots.add((await canvas.screenshot()).toString('base64'));
    }
    const { x, y } = (await canvas.boundingBox()) ?? assert.fail();
    await page.mouse.move(x + 200, y + 100);
    await page.mouse.down();
    await page.mouse.move(x + 260, y + 120, { steps: 3 });
    await page.mouse.up();
    shots.add((await canvas.screenshot()).toString('base64'));
    await page.mouse.wheel(0, 300);
    shots.add((await canvas.screenshot()).toString('base64'));
    assert.equal(shots.size, 6);
    await page.keyboard.press('0');
    await page.getByText('100%', { exact: true }).waitFor();
    await canvas.press('ArrowLeft');
    const turned = await canvas.screenshot();
    await canvas.press('0');
    for (const name of ['Turn right', 'Turn left', 'Turn left'])
      await page.getByRole('button', { name }).press('Enter');
    await canvas.focus();
    assert.ok(turned.equals(await canvas.screenshot()));
    await page.getByRole('button', { name: 'Zoom out' }).focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('-');
    await page.getByText('26%', { exact: true }).waitFor();
    await expect(page.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
    await turn.click();
    await canvas.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2');
    await turn.click();
    await page.getByText('This model cannot be turned here.').waitFor();
    await shownPicture(page).waitFor();
  });
});

test.describe('parts of abs-viewer that do not load', () => {
  const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });

  test('a recording that lost its connection can be tried again; a refused one is not unplayable', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film]);
    // Simulated, because it depends on their buffers when browsers report a lost connection.
    const stop = (code: number) =>
      film(page).evaluate((element, own) => {
        Object.defineProperty(element, 'error', { value: { code: own } });
        element.dispatchEvent(new Event('error'));
      }, code);
    await stop(2);
    await page.getByText('The connection was lost').waitFor();
    await retry(page).click();
    await film(page).waitFor();
    await page.route('**/asset.do?*stream=*', (route) => route.fulfill({ status: 503, body: '' }));
    await stop(4);
    await retry(page).waitFor();
    assert.equal(await page.getByText('cannot play this recording').count(), 0);
    await page.unroute('**/asset.do?*stream=*');
    await retry(page).click();
    await film(page).waitFor();
    await stop(4);
    await page.getByText('cannot play this recording').waitFor();
  });

  test('a version that cannot be loaded for comparison leads to a message and leaves the other', async ({ host }) => {
    const page = await openViewer(host, [CHANGED.id], { properties: { version: CHANGED.old } });
    await shownPicture(page).locator('img').first().waitFor();
    const current = new RegExp(`version=${CHANGED.current}\\b`);
    await page.route(current, (route) => route.abort());
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('status').getByText('The other version has no such page').waitFor();
    assert.equal(await page.locator('abs-viewer .over').count(), 0);
    await page.unroute(current);
    await retry(page).click();
    await page.locator('abs-viewer .over img').first().waitFor();
  });

  test('what draws models loads again after a failure, and a broken model can be downloaded', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.cube]);
    const told = await listenTo(page, 'abs-download');
    await page.route('**/model-scene-*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Turn in 3D' }).click();
    await page.getByRole('status').getByText('The model could not be loaded').waitFor();
    await page.unroute('**/model-scene-*.js');
    await page.route(/type=3D/, (route) => route.fulfill({ body: '' }));
    await retry(page).click();
    await page.getByRole('button', { name: 'Download' }).click();
    assert.deepEqual(await told('abs-download'), [{ ids: [VIEWED.cube], version: 0 }]);
  });
});
