/** Fingers that lead a viewer on, over whatever it shows. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { until } from '../../service/test/support/until.ts';
import { fingersOn } from './support/fingers.ts';
import { endOf, openViewer, positioned, shownPicture, type Viewing } from './support/open-viewer.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';
import { VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

const PHONE = { hasTouch: true, viewport: { width: 375, height: 700 } };
const [RIGHT, LEFT] = [
  { x: 300, y: 250 },
  { x: 100, y: 250 },
];

test.describe('swipes over a viewer', () => {
  test.use({ service: { catalogue: viewerCatalogue } });
  const view = (ids: readonly number[], options: Viewing = {}) => openViewer(host, ids, { ...PHONE, ...options });

  /** How far what is shown has followed a finger, as CSS says it. */
  const followed = (page: Page, part: string) =>
    page.locator(`abs-viewer ${part}`).evaluate((element) => getComputedStyle(element).translate);

  test('they lead on from a film, from a sound, and from a notice in their place', async ({ host }) => {
    const page = await view([VIEWED.film, VIEWED.lost, VIEWED.sound, VIEWED.brokenPicture]);
    const { swipe } = await fingersOn(page);
    await page.locator('abs-viewer video').waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '2 of 4');
    await page.getByText('This record has no file to play').waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '3 of 4');
    await page.locator('abs-viewer .bars').waitFor();
    await swipe(RIGHT, LEFT);
    await positioned(page, '4 of 4');
    await shownPicture(page).waitFor();
    await swipe(LEFT, RIGHT);
    await positioned(page, '3 of 4');
    await endOf(page);
  });

  test('those that begin on the controls of a player are left to it', async ({ host }) => {
    const page = await view([VIEWED.film, VIEWED.sound, VIEWED.brokenPicture]);
    /** Sends a swipe to the left, so many pixels above the lower edge. Chromium keeps what its controls receive, other browsers don't. */
    const swipeOver = (player: string, above: number) =>
      page.locator(`abs-viewer ${player}`).evaluate((element, height) => {
        const { right, bottom } = element.getBoundingClientRect();
        const send = (type: string, left: number) =>
          element.dispatchEvent(
            new PointerEvent(type, {
              ...{ bubbles: true, composed: true, isPrimary: true, pointerType: 'touch', pointerId: 7 },
              ...{ clientX: right - left, clientY: bottom - height },
            }),
          );
        send('pointerdown', 50);
        for (const type of ['pointermove', 'pointerup']) send(type, 250);
      }, above);
    await page.locator('abs-viewer video').waitFor();
    await swipeOver('video', 20);
    // Had that led on, there would be no film.
    await swipeOver('video', 120);
    await positioned(page, '2 of 3');
    await page.locator('abs-viewer audio').waitFor();
    await page.locator('abs-viewer .bars').waitFor();
    await swipeOver('audio', 20);
    const { swipe } = await fingersOn(page);
    await swipe(LEFT, RIGHT);
    await positioned(page, '1 of 3');
    await endOf(page);
  });

  test('those over a model that is turned turn it', async ({ host }) => {
    const page = await view([VIEWED.cube, VIEWED.brokenModel, VIEWED.brokenPicture]);
    const { swipe } = await fingersOn(page);
    await page.getByRole('button', { name: 'Turn in 3D' }).click();
    const canvas = page.locator('abs-viewer canvas[aria-busy=false]');
    const before = await canvas.screenshot();
    await swipe(RIGHT, LEFT);
    assert.ok(!before.equals(await canvas.screenshot()));
    // Had that led on, this would lead to the third.
    await page.getByRole('button', { name: 'Next' }).click();
    await positioned(page, '2 of 3');
    await endOf(page);
  });

  test('what is shown follows the finger, less so where nothing follows, and not for people who want less motion', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo, VIEWED.film]);
    const { drag, touch } = await fingersOn(page);
    await shownPicture(page).waitFor();
    await drag(LEFT, RIGHT);
    await until(async () => (await followed(page, '.stage')) === '50px');
    await touch('touchEnd');
    await until(async () => (await followed(page, '.stage')) === 'none');
    await drag(RIGHT, LEFT);
    await until(async () => (await followed(page, '.stage')) === '-200px');
    // A finger that returns has not swiped.
    await touch('touchMove', { ...RIGHT, id: 1 });
    await touch('touchEnd');
    await drag(RIGHT, LEFT);
    await touch('touchEnd');
    await positioned(page, '2 of 2');
    await page.locator('abs-viewer video').waitFor();
    assert.equal(await followed(page, '.recording'), 'none');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await drag(LEFT, RIGHT);
    await page.waitForFunction(
      () =>
        document.querySelector('abs-viewer')?.shadowRoot?.querySelector('.show')?.getAttribute('style') ===
        '--_swipe: 200px;',
    );
    assert.equal(await followed(page, '.recording'), 'none');
    await touch('touchEnd');
    await positioned(page, '1 of 2');
    await endOf(page);
  });

  test('one downwards closes the dialog, but neither from an enlarged picture nor within a page', async ({ host }) => {
    const downwards = [
      { x: 200, y: 200 },
      { x: 205, y: 400 },
    ] as const;
    const page = await view([VIEWED.photo, VIEWED.hostile]);
    const { swipe } = await fingersOn(page);
    const told = await listenTo(page, 'abs-close');
    await shownPicture(page).waitFor();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await swipe(...downwards);
    await page.getByRole('button', { name: /^150%/ }).click();
    assert.equal((await told('abs-close')).length, 0);
    await swipe(...downwards);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(async () => (await told('abs-close')).length === 1);
    await endOf(page);

    const inPage = await view([VIEWED.photo, VIEWED.hostile], { attributes: 'inline' });
    const toldInPage = await listenTo(inPage, 'abs-close');
    const fingers = await fingersOn(inPage);
    await shownPicture(inPage).waitFor();
    await fingers.swipe(...downwards);
    await fingers.swipe(RIGHT, LEFT);
    await positioned(inPage, '2 of 2');
    assert.deepEqual(await toldInPage('abs-close'), []);
    await endOf(inPage);
  });
});
