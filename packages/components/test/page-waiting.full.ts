/** The page while answers do not come, where that matters less: pictures, branches of the tree, paths, details and the start. */
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
import { hang } from './support/answers.ts';
import { headingIs } from './support/page.ts';
import { passUntil } from './support/pass-until.ts';
import { test } from './support/test.ts';

const SLOW = 'The catalogue is taking a long time to answer.';

test.describe('the page of a service that hangs', () => {
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
