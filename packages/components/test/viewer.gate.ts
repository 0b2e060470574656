/** What somebody sees large: pictures, documents, films and versions, one after the other, by keyboard, mouse and finger. */
import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import type { AbsViewer } from '../src/abs-viewer.ts';
import { fingersOn } from './support/fingers.ts';
import { GUARDED, TOKEN } from './support/guarded.ts';
import { boxOf, captionOf, film, openViewer, positioned, shownPicture, turnOnCaptions } from './support/open-viewer.ts';
import { set } from './support/set.ts';
import { skipWithout, test } from './support/test.ts';
import { addressesOf, giveToken } from './support/tokens.ts';
import { listenTo } from './support/told.ts';
import { CHANGED, PAGES, VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

skipWithout(withoutMedia);
test.use({ service: { catalogue: viewerCatalogue } });

const TOTAL = PAGES.toLocaleString('en');
/** Waits until the picture is this wide, in pixels. */
const isWide = (page: Page, width: number) =>
  expect.poll(async () => Math.abs((await boxOf(page)).width - width)).toBeLessThan(1);
const focused = (page: Page) =>
  page.locator('abs-viewer').evaluate(({ shadowRoot }) => {
    const active = shadowRoot?.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  });

test.describe('looking at assets in abs-viewer', () => {
  test('a dialog shows an asset, its name and position; arrows lead on, Escape gives focus back', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile, VIEWED.document]);
    await positioned(page, '1 of 3: a photo.jpg');
    const told = await listenTo(page, 'abs-move', 'abs-close');
    await page.getByRole('dialog', { name: 'a photo.jpg' }).waitFor();
    await page.getByRole('img', { name: 'a photo.jpg' }).waitFor();
    const before = page.locator('abs-viewer .position');
    await expect.poll(() => before.evaluate((place) => getComputedStyle(place, '::before').content)).toBe('"\u200b"');
    // The page is told after the next paint, and only of the last move before it.
    const moves: string[] = [];
    const movesTo = async (keys: readonly string[], place: string, move: string) => {
      for (const key of keys) await page.keyboard.press(key);
      await positioned(page, place);
      moves.push(move);
      await expect
        .poll(async () =>
          (await told('abs-move')).map(({ position, asset }) => `${position} ${(asset as { id: number }).id}`),
        )
        .toEqual(moves);
    };
    await movesTo(['ArrowLeft', 'ArrowRight'], '2 of 3: b <img src=x onerror=alert(1)>', `1 ${VIEWED.hostile}`);
    await movesTo(['End'], '3 of 3: pages.pdf', `2 ${VIEWED.document}`);
    await movesTo(['Home'], '1 of 3: a photo.jpg', `0 ${VIEWED.photo}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await told('abs-close')).length).toBe(1);
    await expect.poll(() => page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.opened)).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Before');
  });

  test('a viewer that is opened right after closing is open', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile]);
    const told = await listenTo(page, 'abs-close');
    await positioned(page, '1 of 2');
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.close();
      viewer.position = 1;
      viewer.open();
    });
    await positioned(page, '2 of 2');
    await expect.poll(async () => (await told('abs-close')).length).toBe(1);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('the buttons to the neighbours keep the focus at the ends, Tab reaches all controls', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile]);
    const next = page.getByRole('button', { name: 'Next item' });
    await next.press('Enter');
    await positioned(page, '2 of 2');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^Next item/);
    await expect(next).toHaveAttribute('aria-disabled', 'true');
    // Those that enlarge come with the picture.
    await page.getByRole('button', { name: '1:1' }).waitFor();
    const names = new Set<string>();
    for (let stop = 0; stop < 10; stop += 1) {
      await page.keyboard.press('Tab');
      names.add((await focused(page)).replace(/\s.*/s, ''));
    }
    for (const name of ['Full', 'Close', 'Previous', 'Next', 'Zoom', 'Fit', '1:1']) assert.ok(names.has(name), name);
  });

  test('keys still work after the control that had the focus is gone', async ({ host }) => {
    for (const attributes of ['opened', 'inline']) {
      const page = await openViewer(host, [VIEWED.cube, VIEWED.brokenPicture], { attributes });
      await page.getByRole('button', { name: 'Turn in 3D' }).focus();
      await page.keyboard.press('ArrowRight');
      await positioned(page, '2 of 2');
      await page.getByText('There is no preview of this file.').waitFor();
      await page.keyboard.press('ArrowLeft');
      await positioned(page, '1 of 2');
    }
  });

  test('a deleted asset, an empty query and a record without a file each have a message', async ({ host }) => {
    const page = await openViewer(host, []);
    await page.getByText('Nothing here').waitFor();
    await set(page, 'abs-viewer', { query: { ids: [VIEWED.lost] } });
    await page.getByText('This record has no file to play').waitFor();
    await expect(film(page)).toHaveCount(0);
    const asset = { id: 99_999, type: 1, name: 'deleted.jpg', version: 1 };
    await set(page, 'abs-viewer', { query: undefined, asset });
    await page.getByText('It was deleted, or you may not see it').waitFor();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(page.locator('abs-viewer dialog')).not.toBeVisible();
  });

  test('a service that does not answer leads to a message and another try', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo], { attributes: 'aside' });
    await page.locator('abs-viewer dialog').waitFor({ state: 'attached' });
    await page.route('**/node.do?*', (route) => route.abort());
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/node.do?*');
    await retry.click();
    await positioned(page, '1 of 1: a photo.jpg');
  });

  test('slotted content appears beside the asset with the key I, and keeps its own keys', async ({ host }) => {
    const inside = '<p slot="aside">Facts <input aria-label="Note"></p>';
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile], { inside });
    await shownPicture(page).waitFor();
    await expect(page.getByText('Facts')).toBeHidden();
    await page.keyboard.press('i');
    await page.getByText('Facts').waitFor();
    await page.getByLabel('Note').fill('in');
    for (const key of ['ArrowRight', 'i']) await page.keyboard.press(key);
    await expect(page.getByLabel('Note')).toHaveValue('ini');
    await positioned(page, '1 of 2');
    await page.getByRole('button', { name: 'Details (I)' }).click();
    await page.getByText('Facts').waitFor({ state: 'hidden' });
  });
});

test.describe('enlarging in abs-viewer', () => {
  test('a picture is enlarged by keys, wheel and double click, becomes sharper, and is moved', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile]);
    const { width: whole } = await boxOf(page);
    const sharper = page.waitForResponse((response) => response.url().includes('big=true'));
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('+');
    await sharper;
    await isWide(page, whole * 2.25);
    // 960 of 5000 pixels are seen at first.
    await page.getByText('43%', { exact: true }).waitFor();
    const before = await boxOf(page);
    await page.keyboard.press('ArrowRight');
    const moved = await boxOf(page);
    assert.ok(moved.x < before.x);
    await positioned(page, '1 of 2');
    await page.mouse.move(500, 400);
    await page.mouse.down();
    await page.mouse.move(550, 430, { steps: 3 });
    await page.mouse.up();
    assert.ok(Math.abs((await boxOf(page)).x - moved.x - 50) < 1);
    await page.keyboard.press('1');
    await isWide(page, 5000);
    await page.getByText('100%', { exact: true }).waitFor();
    await page.keyboard.press('0');
    await isWide(page, whole);
    await page.getByRole('button', { name: '1:1' }).press('Enter');
    await isWide(page, 5000);
    await page.getByRole('button', { name: 'Fit' }).press('Enter');
    await isWide(page, whole);
    await page.getByText('19%', { exact: true }).waitFor();
    await page.mouse.wheel(0, -200);
    await expect.poll(async () => (await boxOf(page)).width).toBeGreaterThan(whole * 1.5);
    await page.mouse.dblclick(500, 400);
    await isWide(page, whole);
  });

  test('buttons move an enlarged picture for people who cannot drag, also on narrow screens', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo], { viewport: { width: 320, height: 480 } });
    await shownPicture(page).waitFor();
    const buttons = page.getByRole('group', { name: 'Part of the picture' });
    await expect(buttons).toHaveCount(0);
    for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    const before = await boxOf(page);
    for (const side of ['right', 'down']) await buttons.getByRole('button', { name: `Further ${side}` }).click();
    const moved = await boxOf(page);
    assert.ok(moved.x < before.x && moved.y < before.y);
    for (const side of ['left', 'up']) await buttons.getByRole('button', { name: `Further ${side}` }).click();
    assert.deepEqual(await boxOf(page), before);
    await page.getByRole('button', { name: 'Fit' }).click();
    await buttons.waitFor({ state: 'detached' });
  });

  test('a picture enlarged beyond its preview is drawn in few tiles, to its last column and row', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile]);
    await boxOf(page);
    const asked: string[] = [];
    page.on('request', (request) => /\/iiif\//.test(request.url()) && asked.push(request.url()));
    const body = await sharp({ create: { width: 392, height: 440, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    // 5000 × 3000 pixels are 10 × 6 tiles of 512.
    const last = /\/4608,2560,392,440\/392,440\/0\/default.jpg$/;
    await page.route(last, (route) => route.fulfill({ contentType: 'image/png', body }));
    await page.keyboard.press('+');
    await boxOf(page);
    assert.equal(asked.length, 0);
    const percent = page.locator('abs-viewer .percent');
    for (let before = ''; before !== (await percent.textContent()); await page.keyboard.press('+'))
      before = (await percent.textContent()) ?? '';
    // The stage moves no farther than its edges.
    for (const key of ['ArrowRight', 'ArrowDown'])
      for (let step = 0; step < 80; step += 1) await page.keyboard.press(key);
    const { x, y, width, height } = await boxOf(page);
    const clip = { x: x + width - 20, y: y + height - 150, width: 10, height: 10 };
    const corner = async () => (await sharp(await page.screenshot({ clip })).stats()).dominant;
    await expect.poll(async () => ((await corner()).r > 200 ? 'red' : 'other')).toBe('red');
    assert.equal(asked.filter((address) => address.endsWith('/info.json')).length, 1);
    assert.ok(asked.length < 60, `${asked.length} requests`);
    for (const key of ['0', 'ArrowRight']) await page.keyboard.press(key);
    await positioned(page, '2 of 2');
  });

  test('a picture whose large version fails says so, and is sharp after another try', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo], { attributes: 'aside' });
    await page.route(/preview=/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    const failure = page.getByText('The large picture could not be loaded.');
    await failure.waitFor();
    await page.unroute(/preview=/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await failure.waitFor({ state: 'detached' });
    await shownPicture(page).locator('img[src*="preview="]').waitFor();
  });

  test('a finger swipes to the neighbours and downwards out of the dialog, two fingers enlarge', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile], {
      hasTouch: true,
      viewport: { width: 375, height: 700 },
    });
    await shownPicture(page).waitFor();
    const { touch, swipe } = await fingersOn(page);
    await swipe({ x: 300, y: 300 }, { x: 100, y: 310 });
    await positioned(page, '2 of 2');
    // A swipe may begin on a button: on this one, because a press on the other would lead to the same picture.
    const { x, y } = (await page.getByRole('button', { name: 'Next' }).boundingBox()) ?? assert.fail();
    await swipe({ x: x + 20, y: y + 20 }, { x: x + 200, y: y + 25 });
    await positioned(page, '1 of 2');
    await page.getByRole('button', { name: 'Next' }).click();
    await positioned(page, '2 of 2');
    const { width: whole } = await boxOf(page);
    await touch('touchStart', { x: 150, y: 300, id: 1 }, { x: 220, y: 300, id: 2 });
    await touch('touchMove', { x: 80, y: 300, id: 1 }, { x: 290, y: 300, id: 2 });
    await touch('touchEnd');
    await expect.poll(async () => (await boxOf(page)).width).toBeGreaterThan(whole * 2);
    const downwards = [
      { x: 200, y: 200 },
      { x: 205, y: 400 },
    ] as const;
    // An enlarged picture is moved.
    await swipe(...downwards);
    await page.getByRole('button', { name: 'Fit' }).click();
    await isWide(page, whole);
    await swipe(...downwards);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('in a page that reads from right to left, arrows are reversed, and the wheel scrolls', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile], {
      attributes: 'inline',
      catalogue: 'dir="rtl"',
    });
    const { width: whole } = await boxOf(page);
    const percentOf = (scale: number) => `${Math.round((100 * scale * whole) / 5000)}%`;
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '2 of 2');
    await page.keyboard.press('ArrowRight');
    await positioned(page, '1 of 2');
    await isWide(page, whole);
    await page.evaluate(() => document.body.style.setProperty('height', '300vh'));
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(() => scrollY === 60);
    await isWide(page, whole);
    // Browsers report a pinch on a touch pad as a wheel with Ctrl: it enlarges the picture and does not scroll the page.
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await page.getByText(percentOf(Math.E), { exact: true }).waitFor();
    await page.mouse.wheel(0, -20);
    await page.getByText(percentOf(2.857), { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60);
  });
});

test.describe('documents, films and versions in abs-viewer', () => {
  test('a document of a thousand pages is leafed through by field, keys and a strip of few', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.document]);
    await page.getByText(`of ${TOTAL}`, { exact: true }).waitFor();
    await page.locator('abs-viewer .page img').evaluateAll((images) => {
      for (const image of images) (image as HTMLElement).dataset['early'] = 'true';
    });
    const field = page.getByLabel('Page', { exact: true });
    const turnTo = async (number: string) => {
      await field.click();
      await page.keyboard.type(`${number}\n`);
    };
    const asked = page.waitForRequest((request) => request.url().includes('page=899'));
    await turnTo('900');
    await asked;
    const current = page.locator('abs-viewer .page[aria-current=page]');
    await page.getByRole('button', { name: 'Page 900', exact: true }).waitFor();
    // A button may be used again for another page, but not its picture, which would show the former page for a moment.
    await expect(page.locator('abs-viewer .page img[data-early]')).toHaveCount(0);
    await expect.poll(async () => (await page.locator('abs-viewer .page').count()) < 60).toBeTruthy();
    // Said, and part of what the picture is called, because nothing else tells the page to people who do not see it.
    await page.getByRole('status').getByText(`Page 900 of ${TOTAL}`).waitFor({ state: 'attached' });
    await page.getByRole('img', { name: `Page 900 of ${TOTAL}` }).waitFor();
    await current.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Page 901');
    await page.keyboard.press('PageDown');
    await expect(current).toHaveAttribute('data-page', '901');
    await page.keyboard.press('Home');
    await expect(current).toHaveAttribute('data-page', '0');
    await turnTo('5000');
    await expect(current).toHaveAttribute('data-page', String(PAGES - 1));
    await turnTo('');
    await expect(field).toHaveValue(String(PAGES));
  });

  test('a film plays by Space, scenes lead to their time, captions are loaded only when on', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film]);
    const downloads: string[] = [];
    page.on('request', (request) => request.url().includes('download=') && downloads.push(request.url()));
    // A film that has ended would be paused, too.
    await film(page).evaluate((video: HTMLVideoElement) => {
      video.loop = true;
    });
    const isPaused = () => film(page).evaluate((video: HTMLVideoElement) => video.paused);
    await page.keyboard.press(' ');
    await expect.poll(isPaused).toBe(false);
    await page.keyboard.press(' ');
    await expect.poll(isPaused).toBe(true);
    await page.getByRole('button', { name: 'Go to 0:02' }).click();
    await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(2);
    const tracks = () =>
      film(page).evaluate((video: HTMLVideoElement) =>
        [...video.textTracks].map((each) => [each.label, each.language]),
      );
    await expect.poll(tracks).toEqual([['German', 'de']]);
    assert.deepEqual(downloads, []);
    await turnOnCaptions(page);
    await expect.poll(() => captionOf(page)).toBe('Ein Tag am See');
    assert.equal(downloads.length, 1);
    await page.getByRole('button', { name: 'Close' }).press(' ');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('the controls of a film are the same in every browser, and keys move them', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film]);
    const stateOf = (name: 'paused' | 'muted' | 'volume' | 'playbackRate') =>
      film(page).evaluate((video: HTMLVideoElement, key) => video[key], name);
    const timeOf = () => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
    await film(page).evaluate((video: HTMLVideoElement) => {
      video.loop = true;
    });
    const controls = page.locator('abs-media-controls');
    await controls.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => stateOf('paused')).toBe(false);
    await film(page).click({ position: { x: 200, y: 60 } });
    await expect.poll(() => stateOf('paused')).toBe(true);
    const position = controls.getByRole('slider', { name: 'Position' });
    await position.press('Home');
    await expect.poll(timeOf).toBe(0);
    await position.press('ArrowRight');
    await expect.poll(timeOf).toBeGreaterThan(0);
    await controls.getByRole('button', { name: 'Mute' }).click();
    const volume = controls.getByRole('slider', { name: 'Volume' });
    // The slider is at its end, and does not move, until it has heard of the silence.
    await expect(volume).toHaveValue('0');
    await volume.press('End');
    assert.deepEqual([await stateOf('muted'), await stateOf('volume')], [false, 1]);
    await controls.getByRole('combobox', { name: 'Speed' }).selectOption('1.5');
    assert.equal(await stateOf('playbackRate'), 1.5);
    await controls.getByRole('combobox', { name: 'Captions' }).selectOption({ label: 'German' });
    await expect.poll(() => captionOf(page)).toBe('Ein Tag am See');
  });

  test('chapters are chosen from a list and reached by keys, and only some films have any', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film, VIEWED.told]);
    const chapters = page.getByRole('combobox', { name: 'Chapter' });
    await page.getByRole('combobox', { name: 'Captions' }).waitFor();
    await expect(chapters).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await chapters.waitFor();
    const names = await chapters.locator('option').allTextContents();
    assert.deepEqual(names, ['0:00 Morning', '0:01 <i>Noon</i>', '0:03 3']);
    await expect(page.locator('abs-viewer .marks i')).toHaveCount(2);
    const timeIs = (seconds: number) => expect(film(page)).toHaveJSProperty('currentTime', seconds);
    await page.keyboard.press('n');
    await timeIs(1);
    await page.getByRole('status').getByText('<i>Noon</i>').waitFor();
    await expect(page.getByRole('slider', { name: 'Position' })).toHaveAttribute('aria-valuetext', /0:01 .*Noon/);
    await chapters.selectOption('2');
    await timeIs(3);
    await page.getByRole('slider', { name: 'Position' }).press('PageDown');
    await timeIs(0);
  });

  test('a version chosen in the details is shown, announced, compared with the current, left', async ({ host }) => {
    const page = await openViewer(host, [CHANGED.id, VIEWED.photo], {
      attributes: 'opened aside',
      inside: `<abs-details slot="aside" asset-id="${CHANGED.id}"></abs-details>`,
    });
    await positioned(page, '1 of 2');
    const old = `Version ${CHANGED.old}`;
    await page
      .locator('abs-details')
      .getByRole('button', { name: new RegExp(`^${old}`) })
      .click();
    await positioned(page, `This is version ${CHANGED.old}, not the current one`);
    const sourceOf = (part: string) => page.locator(`abs-viewer ${part} img`).first();
    await expect(sourceOf('.picture')).toHaveAttribute('src', new RegExp(`version=${CHANGED.old}\\b`));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('abs-viewer').getByRole('slider').press('Home');
    await page.keyboard.press('ArrowRight');
    const over = page.locator('abs-viewer .over');
    await expect.poll(() => over.evaluate((element) => getComputedStyle(element).clipPath)).toMatch(/1%\)$/);
    await expect(sourceOf('.over')).toHaveAttribute('src', new RegExp(`version=${CHANGED.current}\\b`));
    const back = page.getByRole('button', { name: 'Show the current version' });
    await back.press('Enter');
    await back.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: a photo.jpg');
  });

  test('another asset is shown in its current version; a missing one has a message, a way back', async ({ host }) => {
    const page = await openViewer(host, [CHANGED.id, VIEWED.photo], { properties: { version: CHANGED.old } });
    await positioned(page, `This is version ${CHANGED.old}`);
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: a photo.jpg');
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '1 of 2');
    await expect(page.getByText('This is version')).toHaveCount(0);
    await set(page, 'abs-viewer', { version: 7 });
    await page.getByRole('button', { name: 'Show the current version' }).click();
    await shownPicture(page).waitFor();
  });

  test.describe('of a service that wants a token', () => {
    test.use({ service: { settings: GUARDED, catalogue: viewerCatalogue } });

    test('films and sounds are fetched only by Play, and no address has a token', async ({ host }) => {
      const page = await openViewer(host, [VIEWED.film, VIEWED.sound], { viewport: { width: 320, height: 480 } });
      await giveToken(page);
      const play = page.getByRole('button', { name: /^Play \d+ kB$/ });
      const plays = (media: 'video' | 'audio') =>
        expect
          .poll(() =>
            page
              .locator(`abs-viewer ${media}`)
              .evaluate(
                (player: HTMLMediaElement) =>
                  player.src.startsWith('blob:') && player.autoplay && player.played.length > 0,
              ),
          )
          .toBe(true);
      await play.waitFor();
      await page.keyboard.press('ArrowRight');
      await positioned(page, '2 of 2');
      await play.waitFor();
      await page.locator('abs-viewer .bars').waitFor();
      await expect(page.locator('abs-viewer :is(video, audio)')).toHaveCount(0);
      await play.click();
      await plays('audio');
      await page.keyboard.press('ArrowLeft');
      await positioned(page, '1 of 2');
      await play.waitFor();
      // As with a player, Space plays it, wherever the focus is.
      await page.keyboard.press(' ');
      await plays('video');
      await page.getByRole('button', { name: 'Go to 0:03' }).waitFor();
      const addresses = await addressesOf(page);
      assert.ok(addresses.some((address) => address.includes('stream=')));
      const leaking = addresses.filter((address) => address.includes(TOKEN));
      assert.deepEqual(leaking, []);
    });
  });
});
