import assert from 'node:assert/strict';
import type { Asset, Node } from '@asset-browsing-service/client';
import { expect, type Page } from '@playwright/test';
import type {} from '../src/abs-catalogue.ts';
import type {} from '../src/abs-details.ts';
import { drawn } from './support/drawn.ts';
import { GUARDED } from './support/guarded.ts';
import { focusIs } from './support/page.ts';
import { hold } from './support/picker.ts';
import { refuseAsBusy } from './support/refuse-as-busy.ts';
import { set } from './support/set.ts';
import { test } from './support/test.ts';
import { giveToken } from './support/tokens.ts';
import { listenTo } from './support/told.ts';

function details(id: number, attributes = ''): string {
  return `<main><h1>Host</h1><abs-catalogue src="$SERVICE"><abs-details asset-id="${id}" ${attributes}></abs-details></abs-catalogue></main>`;
}

const show = (page: Page, assetId: number) => set(page, 'abs-details', { assetId });

test.describe('abs-details in a browser', () => {
  test.use({ service: { settings: { ABS_REVIEW_PER_MINUTE: 1 } } });

  test('it shows fields, keywords, paths, properties, versions, related assets, URLs and reviews', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.getByRole('heading', { name: 'dawn <b>.jpg', level: 2 }).waitFor();
    for (const name of ['Information fields', 'Keywords', 'Shown in', 'General', 'Versions', 'Related', 'Reviews'])
      await page.getByRole('heading', { name, level: 3 }).waitFor();
    await page.getByRole('definition').getByText('640 × 400', { exact: true }).waitFor();
    await page.getByRole('img', { name: '4.5 of 5 stars' }).first().waitFor();
    await expect(page.locator('.average .half')).toHaveCount(1);
    await page.getByRole('link', { name: 'web · cdn' }).waitFor();
  });

  test('assets that are shown only for a moment, as while an arrow key is held, are not loaded', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.getByRole('heading', { name: 'dawn <b>.jpg', level: 2 }).waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(/[?&]details=(\d+)/.exec(request.url())?.[1] ?? ''));
    // The clock stands still, however long the steps take.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(60_000);
    await page.locator('abs-details').evaluate(async (shown) => {
      const element = shown as HTMLElementTagNameMap['abs-details'];
      for (const id of [1001, 1002, 1003, 1004, 1000, 1001]) {
        element.assetId = id;
        await element.updateComplete;
      }
    });
    await page.clock.resume();
    await page.getByRole('heading', { name: 'General', level: 3 }).waitFor();
    assert.deepEqual([...new Set(asked.filter(Boolean))], ['1001']);
  });

  test('each name of a path, including those of ancestors, fires abs-node with its node', async ({ host }) => {
    const page = await host.open(details(1000));
    const told = await listenTo(page, 'abs-node');
    const nodes = async () =>
      (await told('abs-node')).map((each) => each['node'] as Node).map(({ id, type }) => `${id} ${type}`);
    await page.getByRole('button', { name: 'Nature' }).last().click();
    await expect.poll(nodes).toEqual(['30 103']);
    await page.getByRole('button', { name: 'Archive' }).click();
    await expect.poll(nodes).toEqual(['30 103', '1 101']);
  });

  test('each list is one stop of the Tab key, and arrow keys go on in it', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.getByRole('button', { name: 'view only.jpg' }).waitFor();
    await page.getByRole('button', { name: 'Archive' }).focus();
    for (const [key, name] of [
      ['ArrowRight', /^button img10/],
      ['End', /^button Favourites/],
      ['Tab', /^button Version 4/],
      ['Tab', /^button Compare/],
      ['Shift+Tab', /^button Version 4/],
      ['Shift+Tab', /^button Favourites/],
    ] as const) {
      await page.keyboard.press(key);
      await focusIs(page, name);
    }
  });

  test('a related asset is opened by keyboard, and the focus moves to its title', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.evaluate(() => {
      const element = document.querySelector('abs-details');
      document.addEventListener('abs-open', (event) => {
        if (element) element.assetId = event.detail.asset.id;
      });
    });
    await page.getByRole('button', { name: 'img10.png' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'img10.png', level: 2 }).waitFor();
    const focused = await page.evaluate(
      () => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim() ?? '',
    );
    assert.equal(focused, 'img10.png');
  });

  test('pictures that look alike are opened like related assets, and none is shown twice', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.getByRole('heading', { name: 'More like this', level: 3 }).waitFor();
    await expect.poll(() => page.locator('.similar button span').allTextContents()).toEqual(['view only.jpg']);
    const told = await listenTo(page, 'abs-open');
    await page.getByRole('button', { name: 'view only.jpg' }).click();
    await expect.poll(async () => (await told('abs-open')).map((each) => (each['asset'] as Asset).id)).toEqual([1007]);
  });

  test('two versions are compared with a slider, by keyboard, and as large as the window', async ({ host }) => {
    const page = await host.open(details(1000));
    await page.getByRole('button', { name: 'Compare versions' }).focus();
    await page.keyboard.press('Enter');
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('51');
    const clip = await page.locator('.over').evaluate((image) => getComputedStyle(image).clipPath);
    assert.match(clip, /51%|49%/);
    const window = page.viewportSize() ?? assert.fail('no window');
    await expect
      .poll(async () => {
        const { width = 0, height = 0 } = (await page.locator('.comparison-pictures').boundingBox()) ?? {};
        return width > 0.9 * window.width && height > 0.6 * window.height;
      })
      .toBe(true);
    await page.keyboard.press('Escape');
    await slider.waitFor({ state: 'detached' });
    await focusIs(page, /Compare versions/);
    const told = await listenTo(page, 'abs-version');
    await page.getByRole('button', { name: 'Version 3', exact: false }).first().click();
    await expect.poll(() => told('abs-version')).toEqual([{ assetId: 1000, version: 3 }]);
  });

  test('the focus moves to the title when “Try again” disappears because the answer has arrived', async ({ host }) => {
    const page = await host.open(details(1000));
    const retry = page.getByRole('button', { name: 'Try again' });
    const focused = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent?.trim());
    await page.getByRole('heading', { name: 'dawn <b>.jpg' }).waitFor();

    const answer = await hold(page, /details=1002/);
    await show(page, 1002);
    await retry.focus();
    answer();
    await page.getByRole('heading', { name: 'img10.png' }).waitFor();
    await expect.poll(() => focused()).toBe('img10.png');

    // The client gives up at once because the wait is too long for it; the element asks again after this wait.
    await page.clock.install();
    await page.route(/details=1000/, (route) => refuseAsBusy(route, 60));
    await show(page, 1000);
    await page.clock.runFor(1000);
    await retry.focus();
    await page.unroute(/details=1000/);
    await page.clock.runFor(61_000);
    await page.getByRole('heading', { name: 'dawn <b>.jpg' }).waitFor();
    await expect.poll(() => focused()).toBe('dawn <b>.jpg');
  });

  test('a review is written by keyboard, and one too many says when to try again', async ({ host }) => {
    const page = await host.open(details(1002));
    await page.getByRole('button', { name: 'Write a review' }).focus();
    for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
    for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
    // Skips the button that removes the rating.
    for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
    await page.keyboard.type('Good <img onerror="alert(1)">');
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByText('Good <img onerror="alert(1)">').waitFor();
    await page.getByRole('img', { name: '4 of 5 stars' }).first().waitFor();
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('Comment').fill('Another one');
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByRole('alert')
      .getByText(/^Too many requests at once\. Try again in \d+ (seconds?|minutes?)\.$/)
      .waitFor();
    await expect(page.getByLabel('Comment')).toHaveValue('Another one');
  });

  test('an unsent review survives other assets and a reload, until it is sent or cancelled', async ({ host }) => {
    const page = await host.open(details(1003));
    const write = page.getByRole('button', { name: 'Write a review' });
    const comment = page.getByLabel('Comment');
    await write.click();
    await comment.fill('Begun');
    await page.getByRole('radio', { name: '4 of 5 stars' }).check();
    await show(page, 1004);
    await write.waitFor();
    await expect(comment).toHaveCount(0);
    await show(page, 1003);
    await comment.waitFor();
    await expect(comment).toHaveValue('Begun');
    await page.reload();
    await comment.waitFor();
    await expect(page.getByRole('radio', { name: '4 of 5 stars' })).toBeChecked();
    await page.getByRole('button', { name: 'No rating' }).click();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await write.waitFor();
    await expect(comment).toHaveCount(0);
  });

  test('a comment that is too long stays unsent, and both this and a sent review are announced', async ({ host }) => {
    const page = await host.open(details(1003));
    await page.getByRole('button', { name: 'Write a review' }).click();
    const comment = page.getByLabel('Comment');
    await comment.fill('😀'.repeat(10_001));
    await page.getByRole('alert').getByText('10,001 characters; at most 10,000').waitFor();
    await expect.poll(async () => (await comment.inputValue()).length).toBe(20_002);
    await expect(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
    await page.route(/post=/, async (route) => {
      const review = { reviewId: 'r', creator: { userId: 0, userName: 'Someone', avatar: 'S' }, rating: null };
      const serviceReview = { ...review, comment: 'Short', createDate: 'today', editable: false };
      await route.fulfill({ json: { version: 2, status: 200, data: { serviceReview, averageRating: 0 } } });
    });
    await comment.fill('Short');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').getByText('Your review is saved.').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Write a review' }).waitFor();
    await expect(comment).toHaveCount(0);
  });

  test('the link to copy is the one that the page sets', async ({ host }) => {
    const page = await host.open(details(1000, 'link="https://media.example/#asset=1000"'), {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').waitFor();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe('https://media.example/#asset=1000');
  });
});

test.describe('a review that is being sent', () => {
  test('it does not change the review of the asset that is shown meanwhile', async ({ openHost }) => {
    const host = await openHost();
    const page = await host.open(details(1000));
    const arrived = Promise.withResolvers<() => Promise<void>>();
    await page.route(/review\.do\?.*post=/, (route) => arrived.resolve(() => route.continue()), { times: 1 });
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('Comment').fill('About the first');
    await page.getByRole('button', { name: 'Send' }).click();
    const accept = await arrived.promise;
    await expect(page.getByLabel('Comment')).not.toBeEditable();
    await show(page, 1002);
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('Comment').fill('About the second');
    const answered = page.waitForResponse(/review\.do\?.*post=/);
    await accept();
    await (await answered).finished();
    await drawn(page);
    await expect(page.getByLabel('Comment')).toHaveValue('About the second');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('abs-details .reviews').getByText('About the second').waitFor();
    await expect(page.getByText('About the first')).toHaveCount(0);
  });

  test('it is still sent when its asset is shown again, and deletes no draft begun since', async ({ openHost }) => {
    const host = await openHost();
    const page = await host.open(details(1003));
    const posts: (() => Promise<void>)[] = [];
    await page.route(/review\.do\?.*post=/, (route) => void posts.push(() => route.continue()));
    const write = page.getByRole('button', { name: 'Write a review' });
    const comment = page.getByLabel('Comment');
    const send = async (text: string) => {
      await write.click();
      await comment.fill(text);
      const asked = page.waitForRequest(/review\.do\?.*post=/);
      await page.getByRole('button', { name: 'Send' }).click();
      await asked;
    };
    const accept = async (post: number) => {
      const answered = page.waitForResponse(/review\.do\?.*post=/);
      await posts[post]?.();
      await answered;
    };
    await send('Sent once');
    await show(page, 1004);
    await write.waitFor();
    await show(page, 1003);
    await comment.waitFor();
    await expect(comment).not.toBeEditable();
    await accept(0);
    await write.waitFor();
    await page.locator('.reviews').getByText('Sent once').waitFor();

    await show(page, 1004);
    await send('Cancelled');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await write.click();
    await comment.fill('Begun since');
    await accept(1);
    await page.locator('.reviews').getByText('Cancelled').waitFor();
    await page.reload();
    await write.waitFor();
    await show(page, 1004);
    await comment.waitFor();
    await expect.poll(async () => [await comment.inputValue(), posts.length]).toEqual(['Begun since', 2]);
  });
});

test.describe('abs-details with a token', () => {
  test('people change their review, read refusals in their language, and can try again', async ({ openHost }) => {
    const host = await openHost(GUARDED);
    const page = await host.open(details(1000));
    await giveToken(page);
    await page.getByRole('button', { name: 'Write a review' }).click();
    await page.getByLabel('Comment').fill('First thoughts');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('First thoughts').waitFor();
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(page.getByRole('button', { name: 'Change' }), 'it would replace what is begun').toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByRole('button', { name: 'No rating' })).toHaveCount(0);
    await page.getByRole('radio', { name: '2 of 5 stars' }).check();
    await page.getByRole('button', { name: 'No rating' }).click();
    await page.getByLabel('Comment').fill('Second thoughts');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Second thoughts').waitFor();
    await expect(page.getByText('First thoughts')).toHaveCount(0);
    await page.locator('abs-catalogue').evaluate((element) => element.setAttribute('locale', 'de'));
    await page.getByRole('button', { name: 'Bewertung schreiben' }).click();
    await page.route(/post=/, async (route) => {
      const envelope = { version: 2, status: 403, code: 'reviews_full', message: 'post: no more reviews', data: null };
      const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'authorization' };
      await route.fulfill({ status: 403, json: envelope, headers });
    });
    await page.getByLabel('Kommentar').fill('Noch eine');
    await page.getByRole('button', { name: 'Senden' }).click();
    await page.getByRole('alert').getByText('Sie haben so viele Bewertungen geschrieben').waitFor();
    await expect(page.getByRole('alert').getByText('review')).toHaveCount(0);
    await page.locator('abs-catalogue').evaluate((element) => element.setAttribute('locale', 'en'));
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await expect(page.getByLabel('Comment'), 'what was written stays').toHaveValue('Noch eine');
    host.app.stop();
    await show(page, 1002);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });
});
