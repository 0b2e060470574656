/** The viewer in unusual situations: changed lists, versions, files that are too large, parts that do not load. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { withoutMedia } from '../../service/test/media/playback/recordings.ts';
import { until } from '../../service/test/support/until.ts';
import type { AbsCatalogue } from '../src/abs-catalogue.ts';
import type { AbsViewer } from '../src/abs-viewer.ts';
import { seriousViolations } from './support/axe.ts';
import { drawn } from './support/drawn.ts';
import { endOf, openViewer, positioned, shownPicture } from './support/open-viewer.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';
import { VIEWED, viewerCatalogue } from './support/viewer-catalogue.ts';

/** An asset of the sample, its older version and its current version. */
const CHANGED = 1000;
const [OLD, CURRENT] = [3, 4];

test.describe('abs-viewer in unusual situations', {
  skip: WITHOUT_BROWSER || withoutMedia,
}, () => {
  test.use({ service: { catalogue: viewerCatalogue } });

  const assetOf = (id: number, name: string) => ({ id, name, type: 1, version: 1 });

  test('the asset that the page sets is shown although another one is at its position now', async ({ host }) => {
    const asset = assetOf(VIEWED.document, 'pages.pdf');
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile, VIEWED.document], {
      properties: { asset, position: 0 },
    });
    await positioned(page, '3 of 3: pages.pdf');
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '2 of 3: b <img');
    await endOf(page);
  });

  test('an asset that is no longer in the list is shown without a position, and the arrows move on from its former position', async ({
    host,
  }) => {
    const asset = assetOf(VIEWED.cube, 'cube.obj');
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile, VIEWED.document], {
      properties: { asset, position: 1 },
    });
    const told = await listenTo(page, 'abs-move');
    await shownPicture(page).waitFor();
    await page.getByRole('button', { name: 'Next item' }).waitFor();
    await page.getByRole('heading', { name: 'cube.obj' }).waitFor();
    assert.equal(await page.locator('abs-viewer .position').textContent(), '');
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 3: b <img');
    assert.deepEqual(
      (await told('abs-move')).map(({ position }) => position),
      [1],
    );
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer, given) => {
      Object.assign(viewer, { asset: given });
    }, asset);
    await page.getByRole('heading', { name: 'cube.obj' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '1 of 3: a photo.jpg');
    await endOf(page);
  });

  test('the buttons to the neighbours stay in one place, for each kind of asset and when a picture turns out to be a placeholder', async ({
    host,
  }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.document, VIEWED.sound, VIEWED.brokenPicture]);
    const next = page.getByRole('button', { name: 'Next item' });
    await positioned(page, '1 of 4');
    await shownPicture(page).waitFor();
    const place = await next.boundingBox();
    assert.ok(place);
    for (const [position, shown] of ['.strip', 'audio', '.picture.symbol'].entries()) {
      await next.click();
      await positioned(page, `${position + 2} of 4`);
      await page.locator(`abs-viewer ${shown}`).waitFor();
      assert.deepEqual(await next.boundingBox(), place, shown);
    }
    assert.equal(await page.locator('abs-viewer .foot').count(), 0);
    await endOf(page);
  });

  test('a picture whose large version fails says so, and is sharp after another try', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo], { attributes: 'hidden' });
    await page.route(/preview=/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.removeAttribute('hidden');
      viewer.open();
    });
    await shownPicture(page).waitFor();
    await page.getByText('The large picture could not be loaded.').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(/preview=/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The large picture could not be loaded.').waitFor({ state: 'detached' });
    await page.locator('abs-viewer .picture img[src*="preview="]').waitFor();
  });

  test('a film plays on although its small picture fails later', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film], { attributes: 'hidden' });
    const released = Promise.withResolvers<void>();
    const thumbs = new RegExp(`thumb=${VIEWED.film}\\b`);
    await page.route(thumbs, async (route) => {
      await released.promise;
      await route.fulfill({ status: 404, body: '' });
    });
    const answer = page.waitForResponse((response) => thumbs.test(response.url()));
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.removeAttribute('hidden');
      viewer.open();
    });
    const video = page.locator('abs-viewer video');
    await video.evaluate((element: HTMLVideoElement) => {
      element.dataset['before'] = 'true';
    });
    released.resolve();
    await (await answer).finished();
    await drawn(page);
    assert.equal(await video.getAttribute('data-before'), 'true');
    await endOf(page);
  });

  test('a viewer and another dialog that are moved in the page are modal again', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.hostile]);
    const told = await listenTo(page, 'abs-close');
    await positioned(page, '1 of 2');
    const isModal = (name: string) =>
      page.waitForFunction(
        (own) => document.querySelector(own)?.shadowRoot?.querySelector('dialog')?.matches(':modal'),
        name,
      );
    await page.locator('abs-viewer').evaluate((viewer) => viewer.parentElement?.prepend(viewer));
    await isModal('abs-viewer');
    // It has loaded its list again.
    await positioned(page, '1 of 2');
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2');
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(async () => (await told('abs-close')).length === 1);
    await page.route('**/node.do?*', (route) => route.abort());
    const catalogue = page.locator('abs-catalogue');
    await catalogue.evaluate((element: AbsCatalogue) => void element.connect());
    await isModal('abs-catalogue');
    await catalogue.evaluate((element) => element.parentElement?.prepend(element));
    await isModal('abs-catalogue');
    await endOf(page);
  });

  test('a viewer that is opened again before it has closed stays open, and closes only once', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo], { inside: '<i slot="actions"></i>' });
    await positioned(page, '1 of 1');
    const viewer = page.locator('abs-viewer');
    const isOpen = (wanted: boolean) =>
      page.waitForFunction((expected) => {
        const element = document.querySelector<AbsViewer>('abs-viewer');
        const isShown = element?.shadowRoot?.querySelector('dialog')?.open;
        return element?.opened === expected && isShown === expected;
      }, wanted);
    const closings = (change: (element: AbsViewer) => unknown) => viewer.evaluate(change);
    await closings((element) => {
      element.close();
      element.opened = false;
      element.open();
    });
    await isOpen(true);
    await closings((element) => {
      element.close();
      element.close();
      element.querySelector('i')?.dispatchEvent(new CustomEvent('abs-close', { bubbles: true }));
      element.open();
    });
    await isOpen(true);
    await closings(async (element) => {
      const closed = new Promise((heard) =>
        element.shadowRoot?.querySelector('dialog')?.addEventListener('close', heard, { once: true }),
      );
      element.opened = false;
      await element.updateComplete;
      element.opened = true;
      await element.updateComplete;
      await closed;
    });
    await isOpen(true);
    await closings((element) => {
      element.close();
      element.open();
      element.close();
    });
    await isOpen(false);
    await closings((element) => element.open());
    await isOpen(true);
    await closings(async (element) => {
      element.querySelector('i')?.dispatchEvent(new Event('close', { bubbles: true }));
      await element.updateComplete;
    });
    await isOpen(true);
    await page.keyboard.press('Escape');
    await isOpen(false);
    await closings((element) => element.updateComplete);
    await isOpen(false);
    await endOf(page);
  });

  test('an update before the browser reports that Escape has closed a dialog does not open it again', async ({
    host,
  }) => {
    const page = await openViewer(host, [VIEWED.photo]);
    const told = await listenTo(page, 'abs-close');
    await positioned(page, '1 of 1');
    // As Escape does.
    const isOpenAfterEscape = async (element: AbsViewer | AbsCatalogue) => {
      const dialog = element.shadowRoot?.querySelector('dialog');
      dialog?.requestClose();
      element.requestUpdate();
      await element.updateComplete;
      return dialog?.open;
    };
    const viewer = page.locator('abs-viewer');
    assert.equal(await viewer.evaluate(isOpenAfterEscape), false);
    await until(async () => (await told('abs-close')).length === 1);
    assert.equal(await viewer.evaluate((element: AbsViewer) => element.opened), false);
    await page.route('**/node.do?*', (route) => route.abort());
    const catalogue = page.locator('abs-catalogue');
    await catalogue.evaluate((element: AbsCatalogue) => void element.connect());
    await page.getByRole('dialog').waitFor();
    assert.equal(await catalogue.evaluate(isOpenAfterEscape), false);
    await endOf(page);
  });

  test('the asset stays with another query, changes with another position, and is reported when the viewer finds it', async ({
    host,
  }) => {
    const ids = [CHANGED, VIEWED.photo, VIEWED.hostile];
    const page = await openViewer(host, ids, { attributes: 'hidden' });
    const told = await listenTo(page, 'abs-move');
    const moves = async () =>
      (await told('abs-move')).map(({ position, asset }) => [position, (asset as { id: number }).id]);
    const set = (change: Partial<AbsViewer>) =>
      page.locator('abs-viewer').evaluate((viewer: AbsViewer, given) => {
        Object.assign(viewer, given);
      }, change);
    await page.locator('abs-viewer').evaluate((viewer) => viewer.removeAttribute('hidden'));
    await set({ opened: true });
    await positioned(page, '1 of 3');
    assert.deepEqual(await moves(), [[0, CHANGED]]);
    await set({ query: { ids, sorting: { by: 'id', direction: 'desc' } } });
    await positioned(page, '3 of 3');
    assert.deepEqual((await moves()).slice(1), [[2, CHANGED]]);
    await set({ version: OLD });
    await positioned(page, `This is version ${OLD}`);
    await set({ position: 1 });
    await positioned(page, '2 of 3: a photo.jpg');
    assert.deepEqual((await moves()).slice(2), [[1, VIEWED.photo]]);
    assert.equal(await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.version), 0);
    await endOf(page);
  });

  test('a version that is chosen in the details is shown, announced, compared with the current one, and left again', async ({
    host,
  }) => {
    const page = await openViewer(host, [CHANGED, VIEWED.photo], {
      attributes: 'opened aside',
      inside: `<abs-details slot="aside" asset-id="${CHANGED}"></abs-details>`,
    });
    await positioned(page, '1 of 2');
    await page
      .locator('abs-details')
      .getByRole('button', { name: new RegExp(`^Version ${OLD}`) })
      .click();
    await positioned(page, `This is version ${OLD}, not the current one`);
    const old = shownPicture(page).locator('img').first();
    await old.waitFor();
    assert.match((await old.getAttribute('src')) ?? '', new RegExp(`version=${OLD}\\b`));
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const slider = page.locator('abs-viewer').getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const over = page.locator('abs-viewer .over');
    assert.match(await over.evaluate((element) => getComputedStyle(element).clipPath), /1%\)$/);
    await over.locator('img').first().waitFor();
    assert.match((await over.locator('img').first().getAttribute('src')) ?? '', new RegExp(`version=${CURRENT}\\b`));
    assert.deepEqual(await seriousViolations(page), []);
    const back = page.getByRole('button', { name: 'Show the current version' });
    await back.focus();
    await page.keyboard.press('Enter');
    await back.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: a photo.jpg');
    await endOf(page);
  });

  test('another asset is shown in its current version, and a version that does not exist has a message and a way back', async ({
    host,
  }) => {
    const page = await openViewer(host, [CHANGED, VIEWED.photo], { properties: { version: OLD } });
    await positioned(page, `This is version ${OLD}`);
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: a photo.jpg');
    await page.keyboard.press('ArrowLeft');
    await positioned(page, '1 of 2');
    assert.equal(await page.getByText('This is version').count(), 0);
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => {
      viewer.version = 7;
    });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Show the current version' }).click();
    await shownPicture(page).waitFor();
    await endOf(page);
  });

  test('Space plays and pauses a film, unless a button of the viewer has the focus', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.film]);
    // A film that has ended would be paused, too.
    await page.locator('abs-viewer video').evaluate((video: HTMLVideoElement) => {
      video.loop = true;
    });
    const isPaused = (wanted: boolean) =>
      page.waitForFunction(
        (paused) => document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.paused === paused,
        wanted,
      );
    await page.keyboard.press(' ');
    await isPaused(false);
    await page.keyboard.press(' ');
    await isPaused(true);
    await page.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await endOf(page);
  });

  test('a recording whose connection is lost can be tried again, and one that is refused is not called unplayable', async ({
    host,
  }) => {
    const page = await openViewer(host, [VIEWED.film]);
    const video = page.locator('abs-viewer video');
    await video.waitFor();
    // Simulated, because it depends on their buffers when browsers report a lost connection.
    const stop = (code: number) =>
      video.evaluate((element, own) => {
        Object.defineProperty(element, 'error', { value: { code: own } });
        element.dispatchEvent(new Event('error'));
      }, code);
    await stop(2);
    await page.getByText('The connection was lost').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await video.waitFor();
    await page.route('**/asset.do?*stream=*', (route) => route.fulfill({ status: 404, body: '' }));
    await stop(4);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    assert.equal(await page.getByText('cannot play this recording').count(), 0);
    await page.unroute('**/asset.do?*stream=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await video.waitFor();
    await stop(4);
    await page.getByText('cannot play this recording').waitFor();
    await endOf(page);
  });

  test('a version that cannot be loaded for comparison leads to a message and leaves the other one visible', async ({
    host,
  }) => {
    const page = await openViewer(host, [CHANGED], { properties: { version: OLD } });
    await shownPicture(page).locator('img').first().waitFor();
    const current = new RegExp(`version=${CURRENT}\\b`);
    await page.route(current, (route) => route.abort());
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('status').getByText('The other version has no such page').waitFor();
    assert.equal(await page.locator('abs-viewer .over').count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(current);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('abs-viewer .over img').first().waitFor();
    await endOf(page);
  });

  test('a page field that is cleared stays at its page, and the key F fills the screen and leaves it again', async ({
    host,
  }) => {
    const page = await openViewer(host, [VIEWED.document]);
    const field = page.getByRole('spinbutton', { name: 'Page' });
    await field.fill('7');
    await page.keyboard.press('Enter');
    await page.locator('abs-viewer .page[aria-current=page][data-page="6"]').waitFor();
    await field.fill('');
    await page.keyboard.press('Enter');
    assert.equal(await field.inputValue(), '7');
    assert.equal(await page.locator('abs-viewer .page[aria-current=page]').getAttribute('data-page'), '6');
    await page.getByRole('button', { name: 'Full screen' }).focus();
    const isFull = (wanted: boolean) =>
      page.waitForFunction(
        (expected) =>
          (document.querySelector('abs-viewer')?.shadowRoot?.fullscreenElement?.className === 'frame') === expected,
        wanted,
      );
    await page.keyboard.press('f');
    await isFull(true);
    await page.getByRole('heading', { name: 'pages.pdf' }).waitFor();
    await page.keyboard.press('f');
    await isFull(false);
    await endOf(page);
  });

  test('a viewer that is closed in full screen leaves it, and shows its asset when it is opened again', async ({
    host,
  }) => {
    const page = await openViewer(host, [VIEWED.photo]);
    await shownPicture(page).locator('img').first().waitFor();
    const isFull = (wanted: boolean) =>
      page.waitForFunction((expected) => (document.fullscreenElement !== null) === expected, wanted);
    await page.keyboard.press('f');
    await isFull(true);
    await page.getByRole('button', { name: 'Close' }).click();
    await isFull(false);
    await page.locator('abs-viewer').evaluate((viewer: AbsViewer) => viewer.open());
    await shownPicture(page).locator('img').last().click();
    await endOf(page);
  });

  test('the code that draws models is loaded again after a failure', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.cube]);
    await page.route('**/model-scene-*.js', (route) => route.abort());
    await page.getByRole('button', { name: 'Turn in 3D' }).click();
    await page.getByRole('status').getByText('The model could not be loaded').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute('**/model-scene-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('abs-viewer canvas[aria-busy=false]').waitFor();
    await endOf(page);
  });

  test('the captions of a film are found even if the service allows only small pages', async ({ host }) => {
    const small = await openHost({ ABS_MAX_PAGE_SIZE: '5' }, viewed.directory);
    const page = await openViewer(small, [VIEWED.film]);
    await page.waitForFunction(
      () => document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.textTracks.length === 1,
    );
    await endOf(page);
  });

  test('loading an endless model is cancelled, and the model can be downloaded', async ({ host }) => {
    await using endless = await openEndless();
    const page = await openViewer(host, [VIEWED.cube]);
    const told = await listenTo(page, 'abs-download');
    await endless.answers(page, '**/asset.do?*type=3D*');
    await page.getByRole('button', { name: 'Turn in 3D' }).click();
    await page.getByText('Models of up to 128').waitFor();
    await until(() => endless.isCancelled());
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Download' }).click();
    assert.deepEqual(await told('abs-download'), [{ ids: [VIEWED.cube], version: 0 }]);
    await endOf(page);
  });

  test('a film plays without its scenes and its list of captions, which can be tried again', async ({ host }) => {
    const page = await openViewer(host, [VIEWED.photo, VIEWED.film]);
    await positioned(page, '1 of 2');
    const parts = /strip=true|relations=/;
    await page.route(parts, (route) => route.abort());
    await page.keyboard.press('ArrowRight');
    const hint = page
      .getByRole('status')
      .getByText('The scenes could not be loaded. The captions could not be loaded.');
    await hint.waitFor();
    await page.locator('abs-viewer video').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute(parts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Go to 0:02' }).waitFor();
    await hint.waitFor({ state: 'detached' });
    await endOf(page);
  });

  test('loading endless captions is cancelled, and captions that fail can be tried again', async ({ host }) => {
    await using endless = await openEndless();
    const page = await openViewer(host, [VIEWED.film]);
    const told = await listenTo(page, 'abs-download');
    const turnOn = () =>
      page.waitForFunction(() => {
        const [track] = document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video')?.textTracks ?? [];
        if (track) track.mode = 'showing';
        return track !== undefined;
      });
    await page.route('**/asset.do?*download=*', (route) => route.fulfill({ status: 404, body: '' }));
    await turnOn();
    await page.getByRole('status').getByText('The captions could not be loaded').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.unroute('**/asset.do?*download=*');
    await endless.answers(page, '**/asset.do?*download=*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Captions of up to 4').waitFor();
    await until(() => endless.isCancelled());
    await page.getByRole('button', { name: 'Download' }).click();
    assert.deepEqual(await told('abs-download'), [{ ids: [VIEWED.captions], version: 0 }]);
    await page.unroute('**/asset.do?*download=*');
    await turnOn();
    await page.waitForFunction(() => {
      const video = document.querySelector('abs-viewer')?.shadowRoot?.querySelector('video');
      return (video?.textTracks[0]?.cues?.[0] as VTTCue | undefined)?.text === 'Ein Tag am See';
    });
    await endOf(page);
  });
});

interface Endless extends AsyncDisposable {
  /** Answers these requests of a page with an endless file of unknown size. */
  answers(page: Page, requests: string): Promise<void>;
  /** True after the reader has closed the connection. */
  isCancelled(): boolean;
}

async function openEndless(): Promise<Endless> {
  let isCancelled = false;
  const part = Buffer.alloc(1_000_000, 'x');
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' });
    response.on('close', () => {
      isCancelled = true;
    });
    const send = () => {
      while (response.write(part));
    };
    response.on('drain', send);
    send();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    answers: async (page, requests) => {
      await page.route(requests, (route) => route.continue({ url }));
    },
    isCancelled: () => isCancelled,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
