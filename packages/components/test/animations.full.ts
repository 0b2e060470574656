/** GIFs that move in a viewer. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { GIFS, makeGifBundle } from '../../service/test/support/gif-bundle.ts';
import { until } from '../../service/test/support/until.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { endOf, openViewer, positioned, shownPicture } from './support/open-viewer.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';

test.describe('GIFs in a viewer', () => {
  const stack = new AsyncDisposableStack();
  let host: Host;
  let directory: string;
  test.beforeAll(async () => {
    directory = stack.use(await makeGifBundle()).directory;
    host = stack.use(await openHost({}, directory));
  });
  test.afterAll(() => stack.disposeAsync());

  const moving = (page: Page) => page.locator('abs-viewer img.moving');
  const button = (page: Page, name: 'Pause' | 'Play') => page.getByRole('button', { name, exact: true });

  /** The colour in the middle of the picture that is shown. */
  async function colourOf(page: Page): Promise<'red' | 'blue'> {
    const { x, y, width, height } = (await shownPicture(page).boundingBox()) ?? assert.fail();
    const clip = { x: x + width / 2, y: y + height / 2, width: 2, height: 2 };
    const { dominant } = await sharp(await page.screenshot({ clip })).stats();
    return dominant.r > dominant.b ? 'red' : 'blue';
  }

  test('one moves over its preview until somebody pauses it, by the button or by Space', async ({ host }) => {
    const page = await openViewer(host, [GIFS.moving, GIFS.viewOnly]);
    await moving(page).waitFor();
    assert.match((await moving(page).getAttribute('src')) ?? '', /type=animation/);
    for (const colour of ['blue', 'red'] as const) await until(async () => (await colourOf(page)) === colour);
    assert.deepEqual(await seriousViolations(page), []);
    await button(page, 'Pause').click();
    await button(page, 'Play').waitFor();
    assert.equal(await moving(page).count(), 0);
    await until(async () => (await colourOf(page)) === 'red');
    await page.keyboard.press(' ');
    await moving(page).waitFor();
    await page.getByRole('heading', { name: 'moving.gif' }).click();
    await page.keyboard.press(' ');
    await button(page, 'Play').waitFor();
    await page.keyboard.press(' ');
    await moving(page).waitFor();
    // Who may only see it sees its first frame.
    const refused = page.waitForResponse((response) => response.url().includes('type=animation'));
    await page.keyboard.press('ArrowRight');
    await positioned(page, '2 of 2: view only.gif');
    assert.equal((await refused).status(), 403);
    await shownPicture(page).locator('img').first().waitFor();
    assert.equal(await moving(page).count(), 0);
    assert.equal(await button(page, 'Pause').count(), 0);
    await endOf(page);
  });

  test('one stands still for people who want less motion until they press Play', async ({ host }) => {
    const page = await openViewer(host, [GIFS.moving], {
      reducedMotion: 'reduce',
      viewport: { width: 320, height: 480 },
    });
    await button(page, 'Play').waitFor();
    assert.equal(await moving(page).count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await button(page, 'Play').click();
    await until(async () => (await colourOf(page)) === 'blue');
    await endOf(page);
  });

  test('one moves where a token is needed, which is in no address', async ({ host }) => {
    const signedIn = await openHost(
      { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]) },
      directory,
    );
    const page = await openViewer(signedIn, [GIFS.moving]);
    await page.locator('abs-catalogue').evaluate((catalogue, token) => {
      Object.assign(catalogue, { tokenProvider: () => token });
    }, TOKEN);
    await moving(page).waitFor();
    assert.match((await moving(page).getAttribute('src')) ?? '', /^blob:/);
    await until(async () => (await colourOf(page)) === 'blue');
    const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.ok(addresses.some((address) => address.includes('type=animation')));
    assert.deepEqual(
      addresses.filter((address) => address.includes(TOKEN)),
      [],
    );
    await endOf(page);
  });
});
