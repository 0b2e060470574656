/** Pictures that need a token, in a browser: what leaves the screen is no longer asked for, nor what has just failed. */
import assert from 'node:assert/strict';
import type { Route } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import type { AbsGrid } from '../src/abs-grid.ts';
import { drawn } from './support/drawn.ts';
import type { Host } from './support/host.ts';
import { FIRST_ID, prepareAssets } from './support/many-assets.ts';
import { openGrid } from './support/open-grid.ts';
import { test } from './support/test.ts';

const TOKEN = 'a-token-of-the-tests';
const COUNT = 1200;

test.describe('pictures with a token in a browser', () => {
  let host: Host;
  test.beforeAll(async () => {
    const settings = { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]) };
    host = await openHost(settings, (data) => prepareAssets(data, { count: COUNT }));
  });
  test.afterAll(async () => {
    await host?.[Symbol.asyncDispose]();
  });

  /** A grid whose pictures are answered by `answer`; the token comes after that. */
  async function open(answer: (route: Route, id: number) => unknown) {
    const grid = await openGrid(host, { query: { text: 'picture', sorting: { by: 'name', direction: 'asc' } } });
    await grid.page.route(/asset\.do\?.*(?:thumb|preview)=/, (route) =>
      answer(route, Number(/(?:thumb|preview)=(\d+)/.exec(route.request().url())?.[1])),
    );
    await grid.page.locator('abs-catalogue').evaluate((catalogue, token) => {
      Object.assign(catalogue, { tokenProvider: () => token });
    }, TOKEN);
    return grid;
  }

  test('requests for tiles that have left the screen are cancelled', async ({ host }) => {
    const asked = new Set<number>();
    const cancelled = new Set<number>();
    await using grid = await open((_route, id) => asked.add(id));
    grid.page.on('requestfailed', (request) =>
      cancelled.add(Number(/(?:thumb|preview)=(\d+)/.exec(request.url())?.[1])),
    );
    await until(() => asked.size >= 6);
    const before = [...asked];
    await grid.goTo(COUNT - 1);
    await until(() => before.every((id) => cancelled.has(id)));
    await until(() => asked.has(FIRST_ID + COUNT - 1));
    assert.equal(cancelled.has(FIRST_ID + COUNT - 1), false);
  });

  test('after a jump, pictures beside the screen wait for those on it', async ({ host }) => {
    const held: Route[] = [];
    await using grid = await open((route) => held.push(route));
    await until(() => held.length > 0);
    await grid.page.clock.install({ time: 0 });
    // An installed clock also runs by itself.
    await grid.page.clock.pauseAt(60_000);
    await grid.goTo(600);
    const beside = grid.page.locator('abs-grid .tile img[fetchpriority="low"]');
    await grid.page.clock.runFor(1000);
    assert.equal(await beside.count(), 0);
    // They do not wait for ever.
    await grid.page.clock.runFor(3000);
    await beside.first().waitFor({ state: 'attached' });
  });

  test('a picture that failed shows the kind of its file, and is not asked for again while the list is drawn anew', async ({
    host,
  }) => {
    const asked: number[] = [];
    await using grid = await open((route, id) => {
      asked.push(id);
      return route.fulfill({
        ...{ status: 429, contentType: 'application/json', body: '{"version":2,"status":429,"code":"limited"}' },
        headers: { 'retry-after': '3600', 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
      });
    });
    // A request that a jump cancels would be made again.
    const allFailed = () =>
      until(async () => {
        const all = grid.page.locator('abs-grid .tile .picture');
        const broken = grid.page.locator('abs-grid .tile .picture.broken');
        return (await all.count()) > 0 && (await all.count()) === (await broken.count());
      });
    await grid.tile(0).locator('.picture.broken').waitFor();
    await allFailed();
    for (const captions of [true, false, true]) {
      await grid.set({ captions });
      await drawn(grid.page);
    }
    for (const position of [COUNT - 1, 0]) {
      await grid.page.locator('abs-grid').evaluate((element: AbsGrid, to) => element.goTo(to), position);
      await grid.tile(position).locator('.picture.broken').waitFor();
      await allFailed();
    }
    assert.deepEqual(
      asked.filter((id, place) => asked.indexOf(id) !== place),
      [],
    );
  });
});
