/** The page while answers do not come, where that matters less: pictures, branches of the tree, paths, details and the start. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { hang, refuse } from './support/answers.ts';
import { focusOf } from './support/focus.ts';
import { headingIs, tileAt } from './support/page.ts';
import { passUntil } from './support/pass-until.ts';
import { test } from './support/test.ts';

const SLOW = 'The catalogue is taking a long time to answer.';
const BUSY = /^The catalogue is busy\. Trying again in \d s\.$/;

test.describe('the page of a service that hangs', () => {
  test('a picture in the viewer that does not come says so, and comes after another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    const end = await hang(page, /asset\.do\?(thumb|preview|picture)=/);
    await page.goto(`${host.app.url}/#asset=1001`);
    const viewer = page.locator('abs-viewer');
    await passUntil(page, viewer.getByText(SLOW));
    end();
    await viewer.getByRole('button', { name: 'Try again' }).press('Enter');
    await viewer.locator('.picture').waitFor();
    await expect(viewer.getByText(SLOW)).toHaveCount(0);
    assert.match(await focusOf(page), /^dialog/);
  });

  test('what is below a node and does not come says so in the tree, and comes after another try', async ({ host }) => {
    const page = await host.visit('/');
    const end = await hang(page, /[?&]tree=\d+&/);
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await page.clock.install();
    await page.getByRole('treeitem', { name: 'Archive' }).locator('.opens').click();
    await passUntil(page, page.getByRole('treeitem', { name: /^img10/ }).locator('.opens'));
    await page
      .getByRole('treeitem', { name: /^img10/ })
      .locator('.opens')
      .click();
    const waiting = page.getByRole('treeitem').filter({ hasText: SLOW });
    await passUntil(page, waiting);
    const place = page.url();
    end();
    // By key, which the row that the tree is at must not take.
    await waiting.getByRole('button', { name: 'Try again' }).press('Enter');
    await page.getByRole('treeitem', { name: 'Below img10' }).waitFor();
    await expect(waiting).toHaveCount(0);
    assert.equal(page.url(), place);
  });

  test('a path that does not come says so beside the list, and details in their place', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    await hang(page, /deep_link=|asset\.do\?.*details=|download_options=/);
    await page.goto(`${host.app.url}/#node=1`);
    await passUntil(page, page.getByRole('navigation', { name: 'Path' }).getByText(SLOW));
    await tileAt(page, 0).click();
    await passUntil(page, page.locator('abs-details').getByText(SLOW));
  });

  test('a catalogue that does not answer at the start says so, and comes after another try', async ({ host }) => {
    const page = await host.visit('about:blank');
    await page.clock.install();
    const end = await hang(page, /about=true/);
    await page.goto(`${host.app.url}/`);
    const message = page.getByRole('main').getByText(SLOW);
    await passUntil(page, message);
    const { y = 0, height = 0 } = (await message.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height < 200, 'it is on the screen');
    end();
    await page.getByRole('button', { name: 'Try again' }).click();
    await headingIs(page, 'All items');
  });
});

test.describe('the page of a busy service', () => {
  test('it says so at the start before the first tries end, and comes by itself', async ({ host }) => {
    const page = await host.visit('about:blank');
    // The client asks four times before it gives up, and the message comes after the first refusals.
    const count = await refuse(page, /about=true/, 5, 6);
    await page.goto(`${host.app.url}/`);
    await page.locator('abs-catalogue .loading').getByText(BUSY).waitFor();
    assert.ok(count.asked < 4, 'the client has not given up');
    count.times = 0;
    await headingIs(page, 'All items');
  });
});
