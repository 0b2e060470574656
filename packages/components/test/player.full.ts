/** The page with a player, `asset.do?play`. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import {
  addChapters,
  makeRecordings,
  withoutMedia,
  writeBundle,
} from '../../service/test/media/playback/recordings.ts';
import { complaintsOf } from '../../service/test/support/complaints.ts';
import { importSample } from '../../service/test/support/sample.ts';
import { skipWithout, test } from './support/test.ts';

const FILES = ['film.mp4', 'old.avi', 'sound.mp3', 'told.mp4'];
const [FILM, OLD, SOUND, TOLD] = [1000, 1001, 1002, 1003];

async function recordings(data: string): Promise<void> {
  using made = makeRecordings(FILES.slice(0, 3));
  addChapters(made.path('film.mp4'), made.path('told.mp4'), [
    [0, 0.5, 'Dawn'],
    [0.5, 1.5, '<b>Noon</b> & after'],
    [1.5, 2, ''],
  ]);
  writeBundle(made.folder, FILES);
  await importSample(data, made.folder);
}

/** Waits until the film or sound can be played. */
async function playable(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector<HTMLMediaElement>('#media')?.readyState === 4);
}

/** Waits until the film or sound plays. */
async function playing(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('#media')?.currentTime ?? 0) > 0.2);
}

test.describe('the player', () => {
  skipWithout(withoutMedia);
  test.use({ service: { catalogue: recordings } });

  test('a film plays to its end without errors', async ({ host }) => {
    const page = await host.visit('about:blank');
    const complaints = complaintsOf(page);
    await page.goto(`${host.app.url}/asset.do?play=${FILM}`);
    await playable(page);
    await expect(page.locator('.clock')).toHaveText('0:00 / 0:02');
    await expect(page.getByRole('combobox', { name: 'Chapter' })).toHaveCount(0);
    assert.equal(await page.title(), 'film.mp4');
    const media = page.locator('#media');
    // It must not end before it is looked at.
    await media.evaluate((element) => Object.assign(element, { loop: true }));
    await page.locator('#big').click();
    await playing(page);
    await expect(page.locator('#big')).toBeHidden();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await media.evaluate((element) => Object.assign(element, { loop: false }));
    await expect(media).toHaveJSProperty('ended', true);
    assert.deepEqual(complaints, []);
  });

  test('keys seek, change the speed and the sound, and play', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${FILM}&locale=de`);
    await playable(page);
    const media = page.locator('#media');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => (document.querySelector<HTMLMediaElement>('#media')?.currentTime ?? 0) > 1.9);
    await page.keyboard.press('Home');
    await expect(media).toHaveJSProperty('currentTime', 0);
    await page.keyboard.press('>');
    await expect(page.getByRole('combobox', { name: 'Geschwindigkeit' })).toHaveValue('1.25');
    await page.keyboard.press('m');
    await expect(media).toHaveJSProperty('muted', true);
    await page.locator('abs-media-controls').getByRole('button', { name: 'Abspielen' }).waitFor();
    await page.keyboard.press('k');
    await expect(media).toHaveJSProperty('paused', false);
  });

  test('frames of the film show above its timeline', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${FILM}`);
    await page.getByRole('slider', { name: 'Position' }).hover();
    await expect(page.locator('.tip')).toHaveText('0:01');
    await expect(page.locator('.tip .scene')).not.toHaveCSS('background-position', '0% 0%');
  });

  test('a film that browsers do not play is converted while the page waits', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${OLD}`);
    await playable(page);
    await expect(page.locator('#media')).toHaveJSProperty('videoWidth', 320);
    await expect(page.locator('#notice')).toBeHidden();
  });

  test('a sound plays above its waveform', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${SOUND}`);
    await playable(page);
    await page.locator('#waveform div').waitFor();
    await page.getByRole('button', { name: 'Play' }).click();
    await playing(page);
  });

  test('without script the browser’s own player is used', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${FILM}&nojs=true`, { javaScriptEnabled: false });
    await expect(page.locator('video[controls]')).toHaveJSProperty('videoWidth', 320);
  });

  test('the player fits a phone', async ({ host }) => {
    for (const id of [FILM, SOUND, TOLD]) {
      const page = await host.visit(`/asset.do?play=${id}`, { viewport: { width: 320, height: 568 } });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      const box = await page.locator('abs-media-controls').boundingBox();
      assert.ok(box && box.y + box.height <= 568, JSON.stringify(box));
    }
  });
});
