import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { until } from '../../service/test/support/until.ts';
import type { AbsViewer } from '../src/abs-viewer.ts';
import { seriousViolations } from './support/axe.ts';
import { fingersOn } from './support/fingers.ts';
import type { Host } from './support/host.ts';
import { endOf, openViewer, positioned, shownPicture, type Viewing } from './support/open-viewer.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';
import { PAGES, VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

const TOKEN = 'a-token-of-the-tests';

test.describe('abs-viewer in a browser', () => {
  test.use({ service: { catalogue: viewerCatalogue } });

  const view = (ids: readonly number[], options: Viewing = {}, on: Host = host) => openViewer(on, ids, options);
  const sizeOf = async (page: Page): Promise<number> => (await shownPicture(page).boundingBox())?.width ?? 0;

  test('a dialog shows an asset with its name and position, arrows lead on, and Escape gives the focus back', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile, VIEWED.document]);
    await positioned(page, '1 of 3: a photo.jpg');
    const told = await listenTo(page, 'abs-move', 'abs-close');
    await page.getByRole('dialog', { name: 'a photo.jpg' }).waitFor();
    await page.getByRole('img', { name: 'a photo.jpg' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 3: b <img src=x onerror=alert(1)>');
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('End');
    await positioned(page, '3 of 3: pages.pdf');
    await page.keyboard.press('Home');
    await positioned(page, '1 of 3');
    const moves = await told('abs-move');
    assert.deepEqual(
      moves.map(({ position, asset }) => [position, (asset as { id: number }).id]),
      [
        [1, VIEWED.hostile],
        [2, VIEWED.document],
        [0, VIEWED.photo],
      ],
    );
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.querySelector<AbsViewer>('abs-viewer')?.opened === false);
    await until(async () => (await told('abs-close')).length === 1);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Before');
    await endOf(page);
  });

  test('a viewer that is opened right after closing is open', async ({ host }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile]);
    const told = await listenTo(page, 'abs-close');
    await positioned(page, '1 of 2');
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.close();
      viewer.position = 1;
      viewer.open();
    });
    await positioned(page, '2 of 2');
    await page.waitForFunction(() => document.querySelector<AbsViewer>('abs-viewer')?.opened);
    assert.equal((await told('abs-close')).length, 1);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await endOf(page);
  });

  test('the buttons to the neighbours keep the focus at the ends, and all controls are reached by Tab alone', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile]);
    const next = page.getByRole('button', { name: 'Next item' });
    await next.focus();
    await page.keyboard.press('Enter');
    await positioned(page, '2 of 2');
    await page.keyboard.press('Enter');
    assert.equal(await next.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button), true);
    assert.equal(await next.getAttribute('aria-disabled'), 'true');
    const names = new Set<string>();
    for (let stop = 0; stop < 10; stop += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const focused = document.querySelector('abs-viewer')?.shadowRoot?.activeElement;
        return focused?.getAttribute('aria-label') ?? focused?.textContent?.trim() ?? '';
      });
      names.add(name.replace(/\s.*/s, ''));
    }
    for (const name of ['Full', 'Close', 'Previous', 'Next', 'Zoom', '100%:']) assert.ok(names.has(name), name);
    await endOf(page);
  });

  test('keys still work after the control that had the focus is gone', async ({ host }) => {
    for (const attributes of ['opened', 'inline']) {
      const page = await view([VIEWED.cube, VIEWED.brokenPicture], { attributes });
      await page.getByRole('button', { name: 'Turn in 3D' }).focus();
      await page.keyboard.press('ArrowRight');
      await positioned(page, '2 of 2');
      await page.getByText('There is no preview of this file.').waitFor();
      await page.keyboard.press('ArrowLeft');
      await positioned(page, '1 of 2');
      await endOf(page);
    }
  });

  test('a picture is enlarged by keys, wheel and double click, becomes sharper, and is moved by arrows and dragging', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile]);
    await shownPicture(page).waitFor();
    const whole = await sizeOf(page);
    const sharper = page.waitForResponse((response) => response.url().includes('big=true'));
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('+');
    await sharper;
    assert.ok(Math.abs((await sizeOf(page)) - whole * 2.25) < 1);
    await page.getByRole('button', { name: '225%' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const before = await shownPicture(page).boundingBox();
    await page.keyboard.press('ArrowRight');
    const moved = await shownPicture(page).boundingBox();
    assert.ok((moved?.x ?? 0) < (before?.x ?? 0));
    await positioned(page, '1 of 2');
    await page.mouse.move(500, 400);
    await page.mouse.down();
    await page.mouse.move(550, 430, { steps: 3 });
    await page.mouse.up();
    assert.ok(Math.abs(((await shownPicture(page).boundingBox())?.x ?? 0) - (moved?.x ?? 0) - 50) < 1);
    await page.keyboard.press('0');
    assert.ok(Math.abs((await sizeOf(page)) - whole) < 1);
    await page.mouse.wheel(0, -200);
    await page.waitForFunction(
      (width) =>
        (document.querySelector('abs-viewer')?.shadowRoot?.querySelector('.picture')?.clientWidth ?? 0) > width * 1.5,
      whole,
    );
    await page.mouse.dblclick(500, 400);
    assert.ok(Math.abs((await sizeOf(page)) - whole) < 1);
    await endOf(page);
  });

  test('buttons move an enlarged picture for people who cannot drag, also on the narrowest screens', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo], { viewport: { width: 320, height: 480 } });
    await shownPicture(page).waitFor();
    const buttons = page.getByRole('group', { name: 'Part of the picture' });
    assert.equal(await buttons.count(), 0);
    for (let step = 0; step < 6; step += 1) await page.getByRole('button', { name: 'Zoom in' }).click();
    const placeOf = async () => (await shownPicture(page).boundingBox()) ?? assert.fail();
    const before = await placeOf();
    await buttons.getByRole('button', { name: 'Further right' }).click();
    await buttons.getByRole('button', { name: 'Further down' }).click();
    const moved = await placeOf();
    assert.ok(moved.x < before.x && moved.y < before.y);
    await buttons.getByRole('button', { name: 'Further left' }).click();
    await buttons.getByRole('button', { name: 'Further up' }).click();
    assert.deepEqual(await placeOf(), before);
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: /Show the whole picture/ }).click();
    await buttons.waitFor({ state: 'detached' });
    await endOf(page);
  });

  test('the second click of the double click that opens the dialog neither enlarges nor moves on', async ({ host }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile], { attributes: 'aside' });
    const next = page.getByRole('button', { name: 'Next item' });
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
    await page.getByRole('button', { name: '250%' }).waitFor();
    const { x, y, width, height } = (await next.boundingBox()) ?? assert.fail();
    await page.keyboard.press('Escape');
    // Browsers report the closing of a dialog a moment later.
    await page.waitForFunction(() => !document.querySelector<AbsViewer>('abs-viewer')?.opened);
    await openAt(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: '100%' }).click();
    await positioned(page, '1 of 2');
    await endOf(page);
  });

  test('a finger swipes to the neighbours, and two fingers enlarge', async ({ host }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile], { hasTouch: true, viewport: { width: 375, height: 700 } });
    await shownPicture(page).waitFor();
    const { touch, swipe } = await fingersOn(page);
    await swipe({ x: 300, y: 300 }, { x: 100, y: 310 });
    await positioned(page, '2 of 2');
    // A swipe may begin on a button: on this one, because a press on the other would lead to the same picture.
    const { x = 0, y = 0 } = (await page.getByRole('button', { name: 'Next' }).boundingBox()) ?? {};
    await swipe({ x: x + 20, y: y + 20 }, { x: x + 200, y: y + 25 });
    await positioned(page, '1 of 2');
    await shownPicture(page).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await positioned(page, '2 of 2');
    await shownPicture(page).waitFor();
    const whole = await sizeOf(page);
    await touch('touchStart', { x: 150, y: 300, id: 1 }, { x: 220, y: 300, id: 2 });
    await touch('touchMove', { x: 80, y: 300, id: 1 }, { x: 290, y: 300, id: 2 });
    await touch('touchEnd');
    await until(async () => (await sizeOf(page)) > whole * 2);
    assert.deepEqual(await seriousViolations(page), []);
    await endOf(page);
  });

  test('a document of a thousand pages is leafed through by field, keys and a strip, which draws few of them', async ({
    host,
  }) => {
    const page = await view([VIEWED.document]);
    await page.getByText(`of ${PAGES.toLocaleString('en')}`, { exact: true }).waitFor();
    await page.locator('abs-viewer .page img').evaluateAll((images) => {
      for (const image of images) (image as HTMLElement).dataset['early'] = 'true';
    });
    const asked = page.waitForResponse((response) => response.url().includes('page=899'));
    await page.getByLabel('Page', { exact: true }).fill('900');
    await page.keyboard.press('Enter');
    await asked;
    const current = page.locator('abs-viewer .page[aria-current=page]');
    await page.getByRole('button', { name: 'Page 900', exact: true }).waitFor();
    // A button may be used again for another page, but not its picture, which would show the former page for a moment.
    await until(async () => (await page.locator('abs-viewer .page img[data-early]').count()) === 0);
    assert.ok((await page.locator('abs-viewer .page').count()) < 60);
    // Said, and part of what the picture is called, because nothing else tells the page to people who do not see it.
    await page
      .getByRole('status')
      .getByText(`Page 900 of ${PAGES.toLocaleString('en')}`)
      .waitFor({ state: 'attached' });
    await page.getByRole('img', { name: `Page 900 of ${PAGES.toLocaleString('en')}` }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await current.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      () => document.querySelector('abs-viewer')?.shadowRoot?.activeElement?.getAttribute('aria-label') === 'Page 901',
    );
    await page.keyboard.press('PageDown');
    await page.getByRole('button', { name: 'Page 902', exact: true, includeHidden: true }).waitFor();
    await page.keyboard.press('Home');
    assert.equal(await current.getAttribute('data-page'), '0');
    await page.getByLabel('Page', { exact: true }).fill('5000');
    await page.keyboard.press('Enter');
    assert.equal(await current.getAttribute('data-page'), String(PAGES - 1));
    await endOf(page);
  });

  test('a film plays, its scenes lead to their time, and captions are loaded only when they are turned on', async ({
    host,
  }) => {
    const page = await view([VIEWED.film]);
    const downloads: string[] = [];
    page.on('request', (request) => request.url().includes('download=') && downloads.push(request.url()));
    await page.getByRole('button', { name: 'Go to 0:02' }).click();
    const film = page.locator('abs-viewer video');
    await page.waitForFunction(
      () => document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.currentTime === 2,
    );
    await page.waitForFunction(
      () => document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.textTracks.length === 1,
    );
    assert.deepEqual(await seriousViolations(page), []);
    assert.deepEqual(downloads, []);
    const [track] = await film.evaluate((video: HTMLVideoElement) => {
      const [first] = video.textTracks;
      if (first) first.mode = 'showing';
      return [...video.textTracks].map(({ label, language }) => [label, language]);
    });
    assert.deepEqual(track, ['German', 'de']);
    await page.waitForFunction(() => {
      const video = document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video');
      return (video?.textTracks[0]?.cues?.[0] as VTTCue | undefined)?.text === 'Ein Tag am See';
    });
    assert.equal(downloads.length, 1);
    await endOf(page);
  });

  test('a record without a file says so and offers no player', async ({ host }) => {
    const page = await view([VIEWED.lost]);
    await page.getByText('This record has no file to play').waitFor();
    assert.equal(await page.locator('abs-viewer video').count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await endOf(page);
  });

  test('a waveform has the colours of the theme, and follows the sound', async ({ host }) => {
    const colours: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await view([VIEWED.sound], { colorScheme, head: '<meta name="color-scheme" content="light dark">' });
      const bars = page.locator('abs-viewer .bars');
      await bars.waitFor();
      colours.push(await bars.evaluate((element) => getComputedStyle(element).backgroundImage));
      assert.match(await bars.evaluate((element) => getComputedStyle(element).maskImage), /strip=true/);
      await page.locator('abs-viewer audio').evaluate(async (audio: HTMLAudioElement) => {
        while (Number.isNaN(audio.duration)) await new Promise((later) => setTimeout(later, 20));
        audio.currentTime = audio.duration / 2;
      });
      await page.waitForFunction(() => {
        const waveform = document.querySelector('abs-viewer')?.shadowRoot?.querySelector<HTMLElement>('.waveform');
        return Number.parseFloat(waveform?.style.getPropertyValue('--_played') ?? '') > 40;
      });
      assert.deepEqual(await seriousViolations(page), []);
      await endOf(page);
    }
    assert.notEqual(colours[0], colours[1]);
  });

  test('a model is turned by keys and buttons, and a damaged one keeps its picture and says why', async ({ host }) => {
    const page = await view([VIEWED.cube, VIEWED.brokenModel]);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const turn = page.getByRole('button', { name: 'Turn in 3D' });
    await turn.waitFor();
    assert.deepEqual(
      requests.filter((address) => /model-scene|type=3D/.test(address)),
      [],
    );
    await turn.click();
    const canvas = page.locator('abs-viewer canvas[aria-busy=false]');
    await canvas.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await canvas.focus();
    const shots = new Set<string>();
    for (const key of ['0', 'ArrowLeft', 'ArrowUp', '+']) {
      await page.keyboard.press(key);
      shots.add((await canvas.screenshot()).toString('base64'));
    }
    assert.equal(shots.size, 4);
    // Each button does what its key does.
    await page.keyboard.press('0');
    await page.getByRole('button', { name: /100%.*Reset the view/ }).waitFor();
    for (const [name, key, back] of [
      ['Turn left', 'ArrowLeft', 'Turn right'],
      ['Turn up', 'ArrowUp', 'Turn down'],
    ] as const) {
      await canvas.press(key);
      const turned = await canvas.screenshot();
      await canvas.press('0');
      for (const button of [back, name, name]) await page.getByRole('button', { name: button }).press('Enter');
      await canvas.focus();
      assert.ok(turned.equals(await canvas.screenshot()), name);
      await canvas.press('0');
    }
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: /150%.*Reset the view/ }).click();
    await page.getByRole('button', { name: 'Zoom out' }).focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('-');
    await page.getByRole('button', { name: /26%.*Reset the view/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Zoom out' }).getAttribute('aria-disabled'), 'true');
    assert.deepEqual(await seriousViolations(page), []);
    await turn.click();
    // The picture beside the model was not enlarged.
    await page.getByRole('button', { name: /100%.*Show the whole picture/ }).waitFor();
    await canvas.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2');
    await turn.click();
    await page.getByText('This model cannot be turned here.').waitFor();
    await shownPicture(page).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await endOf(page);
  });

  test('a damaged picture, a deleted asset and an empty query each have a message', async ({ host }) => {
    const damaged = await view([VIEWED.brokenPicture]);
    await damaged.getByText('There is no preview of this file.').waitFor();
    await endOf(damaged);
    const deleted = await view([]);
    await deleted.getByText('Nothing here').waitFor();
    await deleted.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.query = undefined;
      viewer.asset = { id: 99_999, type: 1, name: 'deleted.jpg', version: 1 };
    });
    await deleted.getByRole('button', { name: 'Try again' }).waitFor();
    await deleted.getByText('It was deleted, or you may not see it').waitFor();
    assert.deepEqual(await seriousViolations(deleted), []);
    await endOf(deleted);
  });

  test('slotted content appears beside the asset with the key I, and keeps its own keys', async ({ host }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile], {
      inside: '<p slot="aside">Facts <input aria-label="Note"></p>',
    });
    await shownPicture(page).waitFor();
    assert.equal(await page.getByText('Facts').isVisible(), false);
    await page.keyboard.press('i');
    await page.getByText('Facts').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByLabel('Note').fill('in');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('i');
    assert.equal(await page.getByLabel('Note').inputValue(), 'ini');
    await positioned(page, '1 of 2');
    await page.getByRole('button', { name: 'Details (I)' }).click();
    await page.getByText('Facts').waitFor({ state: 'hidden' });
    await endOf(page);
  });

  test('within a page that reads from right to left, arrows are reversed, and the wheel scrolls the page', async ({
    host,
  }) => {
    const page = await view([VIEWED.photo, VIEWED.hostile], { attributes: 'inline', catalogue: 'dir="rtl"' });
    await shownPicture(page).waitFor();
    const whole = await sizeOf(page);
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '2 of 2');
    await page.keyboard.press('ArrowRight');
    await positioned(page, '1 of 2');
    await shownPicture(page).waitFor();
    await page.evaluate(() => document.body.style.setProperty('height', '300vh'));
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction(() => scrollY === 60);
    assert.equal(await sizeOf(page), whole);
    // Browsers report a pinch on a touch pad as a wheel with Ctrl: it enlarges the picture and does not scroll the page.
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await page.getByRole('button', { name: '272%' }).waitFor();
    await page.mouse.wheel(0, -20);
    await page.getByRole('button', { name: '286%' }).waitFor();
    assert.equal(await page.evaluate(() => scrollY), 60);
    await page.keyboard.press('0');
    // The surrounding page may give the viewer no height.
    await page.locator('abs-catalogue').evaluate((catalogue) => catalogue.style.removeProperty('height'));
    await page.waitForFunction((before) => {
      const shown = document.querySelector('abs-viewer')?.shadowRoot?.querySelector('.picture')?.clientWidth ?? 0;
      return shown > 100 && shown < before;
    }, whole);
    assert.deepEqual(await seriousViolations(page), []);
    await endOf(page);
  });

  test('styles of the page do not reach the viewer, and another catalogue in it is not disturbed', async ({ host }) => {
    const head = '<link rel="stylesheet" href="/elements/hostile.css">';
    const page = await view([VIEWED.photo, VIEWED.hostile], { head, policy: '' });
    await page.addStyleTag({
      content: `* { color: red !important; font-size: 40px !important; } button, img, h2 { display: none !important; }
        dialog { position: fixed; left: 50vw; } .stage { display: none }`,
    });
    await shownPicture(page).waitFor();
    const next = page.getByRole('button', { name: 'Next item' });
    assert.notEqual(await next.evaluate((button) => getComputedStyle(button).color), 'rgb(255, 0, 0)');
    assert.equal((await page.getByRole('dialog').boundingBox())?.x, 0);
    await page.evaluate(() => {
      const catalogue = document.querySelector('abs-catalogue');
      const other = catalogue?.cloneNode(true) as HTMLElement;
      const viewer = other.querySelector('abs-viewer');
      if (viewer) Object.assign(viewer, { query: { ids: [] }, inline: true });
      catalogue?.after(other);
    });
    await page.getByText('Nothing here').waitFor({ state: 'attached' });
    await next.click();
    await positioned(page, '2 of 2');
    await endOf(page);
  });

  test('all controls stay within 320 pixels, with targets of at least 24', async ({ host }) => {
    const page = await view([VIEWED.hostile, VIEWED.document], { viewport: { width: 320, height: 480 } });
    await shownPicture(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.getByText(`of ${PAGES.toLocaleString('en')}`, { exact: true }).waitFor();
    const outside = await page.locator('abs-viewer').evaluate((viewer) =>
      [...(viewer.shadowRoot?.querySelectorAll(':is(.head, .foot) :is(button, input), .turn') ?? [])]
        // Beside the pages there is no room for the percentage.
        .filter((control) => control.checkVisibility())
        .map((control) => ({ name: control.getAttribute('aria-label'), box: control.getBoundingClientRect() }))
        .filter(
          ({ box }) => box.left < 0 || box.right > 320 || box.bottom > 480 || Math.min(box.width, box.height) < 24,
        )
        .map(({ name, box }) => `${name} ${JSON.stringify(box)}`),
    );
    assert.deepEqual(outside, []);
    await endOf(page);
  });

  test('with a token, films and sounds are fetched and played only when somebody presses Play, and the token is in no address', async ({
    host,
  }) => {
    const signedIn = await openHost(
      { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]) },
      viewed.directory,
    );
    const page = await view([VIEWED.film, VIEWED.sound], { viewport: { width: 320, height: 480 } }, signedIn);
    await page.locator('abs-catalogue').evaluate((catalogue, token) => {
      Object.assign(catalogue, { tokenProvider: () => token });
    }, TOKEN);
    const play = page.getByRole('button', { name: /^Play \d+ kB$/ });
    const plays = (media: 'video' | 'audio') =>
      page.waitForFunction((name) => {
        const player = document.querySelector('abs-viewer')?.shadowRoot?.querySelector<HTMLMediaElement>(name);
        return player?.src.startsWith('blob:') && player.autoplay && player.played.length > 0;
      }, media);
    await play.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2');
    await play.waitFor();
    await page.locator('abs-viewer .bars').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    assert.equal(await page.locator('abs-viewer :is(video, audio)').count(), 0);
    await play.click();
    await plays('audio');
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '1 of 2');
    await play.waitFor();
    // As with a player, Space plays it, wherever the focus is.
    await page.keyboard.press(' ');
    await plays('video');
    await page.getByRole('button', { name: 'Go to 0:03' }).waitFor();
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.ok(addresses.some((address) => address.includes('stream=')));
    assert.deepEqual(
      [...addresses, page.url()].filter((address) => address.includes(TOKEN)),
      [],
    );
    await endOf(page);
  });

  test('a service that stops answering leads to a message and another try', async ({ host }) => {
    const stopping = await openHost({}, viewed.directory);
    const page = await view([VIEWED.photo], { attributes: 'hidden' }, stopping);
    await page.waitForFunction(() => document.querySelector('abs-viewer')?.shadowRoot?.querySelector('dialog'));
    await page.route('**/node.do?*', (route) => route.abort());
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.removeAttribute('hidden');
      viewer.open();
    });
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute('**/node.do?*');
    await retry.click();
    await positioned(page, '1 of 1: a photo.jpg');
    await endOf(page);
  });
});
