import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { FILM, makeFilm } from '../../../demo/film/make-film.ts';
import { makeRecordings, type Recordings, withoutMedia, writeBundle } from '../media/playback/recordings.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { chromium, openPage, type Page } from './chromium.ts';

describe('the player in a browser', {
  skip: withoutMedia || (chromium === undefined && 'no Chromium on this machine'),
}, () => {
  let recordings: Recordings;
  let app: RunningApp;
  let browser: Page;
  const [FILM_ID, OLD, SOUND] = [1000, 1001, 1002];
  const media = `document.getElementById('media')`;
  const text = (id: string) => browser.read(`document.getElementById('${id}').textContent`);

  before(async () => {
    recordings = makeRecordings(['old.avi', 'sound.mp3']);
    assert.ok(await makeFilm(recordings.folder, 90, AbortSignal.timeout(600_000)), 'the film of the demo is made');
    writeBundle(recordings.folder, [FILM.path ?? '', 'old.avi', 'sound.mp3']);
    app = await startApp({}, recordings.folder);
    browser = await openPage(chromium ?? '');
  });
  after(async () => {
    await browser?.[Symbol.asyncDispose]();
    await app?.[Symbol.asyncDispose]();
    recordings?.[Symbol.dispose]();
  });

  async function open(query: string, base = app.url): Promise<void> {
    await browser.open('about:blank');
    await browser.until(`location.href === 'about:blank'`);
    await browser.open(`${base}/asset.do?${query}`);
    await browser.until(`location.href.startsWith('http') && document.readyState === 'complete'`);
  }

  async function click(id: string): Promise<void> {
    const place = await browser.read(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(document.getElementById('${id}').getBoundingClientRect())`,
    );
    const [x, y] = place as [number, number];
    for (const type of ['mousePressed', 'mouseReleased']) {
      await browser.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    }
  }

  test('the film of the demo plays from start to end without errors', async () => {
    await open(`play=${FILM_ID}`);
    await browser.until(`${media}.readyState >= 2`);
    await browser.until(`document.getElementById('whole').textContent === '0:07'`);
    assert.equal(await browser.read('document.title'), FILM.path);
    // It must not end before it is looked at.
    await browser.read(`${media}.loop = true`);
    await click('big');
    await browser.until(`${media}.currentTime > 0.3 && !${media}.paused`);
    assert.equal(await browser.read(`document.getElementById('big').hidden`), true);
    assert.equal(await browser.read(`document.getElementById('play').title`), 'Pause');
    await browser.read(`${media}.loop = false`);
    await browser.read(`${media}.playbackRate = 8`);
    await browser.until(`${media}.ended`);
    assert.ok(Number(await browser.read(`${media}.getVideoPlaybackQuality().totalVideoFrames`)) > 10);
    assert.deepEqual(browser.complaints, []);
  });

  test('keys seek, change the speed and the volume', async () => {
    await open(`play=${FILM_ID}&locale=de`);
    await browser.until(`${media}.readyState >= 2`);
    await browser.press('ArrowRight');
    await browser.until(`${media}.currentTime === 5 && !${media}.seeking`);
    await browser.press('Home');
    await browser.until(`${media}.currentTime === 0`);
    await browser.press('>');
    await browser.until(`document.getElementById('speed').value === '1.25'`);
    await browser.press('m');
    await browser.until(`${media}.muted`);
    assert.equal(await browser.read(`document.getElementById('play').title`), 'Abspielen');
    await browser.press('k');
    await browser.until(`!${media}.paused`);
  });

  test('frames of the film show above its timeline', async () => {
    await open(`play=${FILM_ID}`);
    await browser.until(`${media}.readyState >= 2 && document.getElementById('tile').dataset.ready`);
    const { x, y, width } = (await browser.read(
      `document.getElementById('line').getBoundingClientRect().toJSON()`,
    )) as Record<string, number>;
    const at = { x: (x ?? 0) + (width ?? 0) * 0.5, y: (y ?? 0) + 12 };
    await browser.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
    await browser.until(`!document.getElementById('tip').hidden`);
    assert.equal(await text('tip-time'), '0:03');
    assert.equal(await browser.read(`document.getElementById('tile').style.backgroundPosition`), '-480px 0px');
  });

  test('a film that browsers do not play is converted while the page waits', async () => {
    await open(`play=${OLD}`);
    await browser.until(`${media}.readyState >= 2`);
    assert.equal(await browser.read(`${media}.videoWidth`), 320);
    assert.equal(await browser.read(`document.getElementById('notice').hidden`), true);
  });

  test('a sound plays above its waveform', async () => {
    await open(`play=${SOUND}`);
    await browser.until(`${media}.readyState >= 2 && document.getElementById('line').classList.contains('drawn')`);
    await click('play');
    await browser.until(`${media}.currentTime > 0.2`);
    assert.deepEqual(browser.complaints, []);
  });

  test('without script the browser’s own player is used', async () => {
    await open(`play=${FILM_ID}&nojs=true`);
    await browser.until(`document.querySelector('video[controls]').readyState >= 1`);
    assert.deepEqual(browser.complaints, []);
  });

  test('the player fits a phone', async () => {
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width: 320,
      height: 568,
      deviceScaleFactor: 2,
      mobile: true,
    });
    for (const id of [FILM_ID, SOUND]) {
      await open(`play=${id}`);
      assert.equal(await browser.read('document.documentElement.scrollWidth'), 320);
      const lowest = await browser.read(`document.getElementById('buttons').getBoundingClientRect().bottom`);
      assert.ok(Number(lowest) <= 568, `${lowest}`);
    }
    await browser.send('Emulation.clearDeviceMetricsOverride');
  });

  test('with a brand, the player and the plain page have its logo and colours in light and dark, and are no smaller', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abs-player-brand-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    const [logo, dark] = [join(folder, 'logo.svg'), join(folder, 'dark.svg')];
    writeFileSync(logo, '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="32"/>');
    writeFileSync(dark, '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="32"/>');
    await using branded = await startApp(
      {
        ABS_BRANDING_NAME: 'Lake house',
        ABS_BRANDING_LOGO: logo,
        ABS_BRANDING_LOGO_DARK: dark,
        ABS_BRANDING_COLOURS: JSON.stringify({
          accent: 'light-dark(#8a1c3b, #f2a7bb)',
          surface: 'light-dark(#fffaf0, #101020)',
        }),
      },
      recordings.folder,
    );
    const complaints = browser.complaints.length;
    for (const [theme, page, accent, width] of [
      ['light', 'rgb(255, 250, 240)', 'rgb(138, 28, 59)', 96],
      ['dark', 'rgb(16, 16, 32)', 'rgb(242, 167, 187)', 64],
    ] as const) {
      const features = [{ name: 'prefers-color-scheme', value: theme }];
      await browser.send('Emulation.setEmulatedMedia', { features });
      for (const query of [`play=${FILM_ID}`, `play=${FILM_ID}&nojs=true`]) {
        await open(query);
        const height = await browser.read(`document.querySelector('.head').getBoundingClientRect().height`);
        await open(query, branded.url);
        await browser.until(`document.querySelector('.brand img').naturalWidth === ${width}`);
        assert.equal(
          await browser.read(`document.querySelector('.brand img').getBoundingClientRect().width`),
          (width * 28) / 32,
        );
        assert.equal(await browser.read(`document.querySelector('.head').getBoundingClientRect().height`), height);
        assert.equal(await browser.read(`getComputedStyle(document.body).backgroundColor`), page);
        assert.equal(await browser.read('document.title'), `${FILM.path} – Lake house`);
      }
      await open(`play=${FILM_ID}`, branded.url);
      assert.equal(await browser.read(`getComputedStyle(document.getElementById('played')).backgroundColor`), accent);
    }
    await browser.send('Emulation.setEmulatedMedia', { features: [] });
    assert.deepEqual(browser.complaints.slice(complaints), []);
  });
});
