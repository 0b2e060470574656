/** The page with a player, `asset.do?play`. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import { makeRecordings, withoutMedia, writeBundle } from '../../service/test/media/playback/recordings.ts';
import { complaintsOf } from '../../service/test/support/complaints.ts';
import { importSample } from '../../service/test/support/sample.ts';
import { skipWithout, test } from './support/test.ts';

const FILES = ['film.mp4', 'old.avi', 'sound.mp3'];
const [FILM, OLD, SOUND] = [1000, 1001, 1002];

async function recordings(data: string): Promise<void> {
  using made = makeRecordings(FILES);
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
    await expect(page.locator('#whole')).toHaveText('0:02');
    assert.equal(await page.title(), 'film.mp4');
    const media = page.locator('#media');
    // It must not end before it is looked at.
    await media.evaluate((element) => Object.assign(element, { loop: true }));
    await page.locator('#big').click();
    await playing(page);
    await expect(page.locator('#big')).toBeHidden();
    await expect(page.locator('#play')).toHaveAttribute('title', 'Pause');
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
    await expect(page.locator('#speed')).toHaveValue('1.25');
    await page.keyboard.press('m');
    await expect(media).toHaveJSProperty('muted', true);
    await expect(page.locator('#play')).toHaveAttribute('title', 'Abspielen');
    await page.keyboard.press('k');
    await expect(media).toHaveJSProperty('paused', false);
  });

  test('frames of the film show above its timeline', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${FILM}`);
    await expect(page.locator('#tile')).toHaveAttribute('data-ready');
    await page.locator('#line').hover();
    await expect(page.locator('#tip')).toBeVisible();
    await expect(page.locator('#tip-time')).toHaveText('0:01');
    await expect(page.locator('#tile')).not.toHaveCSS('background-position', '0px 0px');
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
    await expect(page.locator('#line')).toContainClass('drawn');
    await page.locator('#play').click();
    await playing(page);
  });

  test('without script the browser’s own player is used', async ({ host }) => {
    const page = await host.visit(`/asset.do?play=${FILM}&nojs=true`, { javaScriptEnabled: false });
    await expect(page.locator('video[controls]')).toHaveJSProperty('videoWidth', 320);
  });

  test('the player fits a phone', async ({ host }) => {
    for (const id of [FILM, SOUND]) {
      const page = await host.visit(`/asset.do?play=${id}`, { viewport: { width: 320, height: 568 } });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
      const box = await page.locator('#buttons').boundingBox();
      assert.ok(box && box.y + box.height <= 568, JSON.stringify(box));
    }
  });
});
