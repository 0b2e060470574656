/** The search of the page: where it searches, and the ways on from a search that finds nothing. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import { pageViolations } from './support/axe.ts';
import { announcedAll } from './support/drawn.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { hold } from './support/picker.ts';
import { test } from './support/test.ts';

test.describe('the search of the page', () => {
  const viewport = { width: 1280, height: 800 };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const tile = (page: Page, position: number) => page.locator(`#tile-${position}:not(.empty)`);
  const addressIs = (page: Page, hash: string) => page.waitForFunction((wanted) => location.hash === wanted, hash);

  /** Waits until an element with this role has the focus. */
  async function focusIsOn(page: Page, role: string): Promise<void> {
    await page.waitForFunction((wanted) => {
      let active = document.activeElement;
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
      return active?.role === wanted;
    }, role);
  }

  test('the scope names the node as soon as its name is known, never the node before, and nothing moves', async ({
    host,
  }) => {
    const page = await host.visit('about:blank', { viewport });
    const release = await hold(page, /deep_link/);
    await page.goto(`${host.app.url}/#node=4`);
    const scope = page.getByRole('combobox', { name: 'Where to search' });
    const choices = () => scope.getByRole('option').allInnerTexts();
    await scope.waitFor();
    await tile(page, 0).waitFor();
    assert.deepEqual(await choices(), ['Here', 'Everywhere']);
    release();
    await scope.getByRole('option', { name: 'In Last by name' }).waitFor({ state: 'attached' });
    assert.deepEqual(await layoutShifts(page), []);
    const releaseNext = await hold(page, /deep_link/);
    await page.evaluate(() => {
      location.hash = '#node=3';
    });
    await page.getByRole('heading', { name: '…' }).waitFor();
    assert.deepEqual(await choices(), ['Here', 'Everywhere']);
    releaseNext();
    await scope.getByRole('option', { name: 'In img2' }).waitFor({ state: 'attached' });
    await scope.selectOption('Everywhere');
    await page.getByRole('heading', { name: 'All items' }).waitFor();
    assert.deepEqual(await choices(), ['In img2', 'Everywhere']);
    await scope.selectOption('In img2');
    await page.getByRole('heading', { name: 'img2', exact: true }).waitFor();
  });

  test('a search that finds nothing goes on without filters and everywhere, keeps its text and the focus, and Back undoes it', async ({
    host,
  }) => {
    const page = await host.visit('/#node=3&q=dawn&fileExtensions=png', { viewport });
    const [filters, everywhere] = [button(page, 'Remove all filters'), button(page, 'Search everywhere')];
    await page.getByText('No items match.').waitFor();
    await filters.waitFor();
    await announcedAll(page);
    assert.deepEqual(await pageViolations(page), []);
    assert.deepEqual(await layoutShifts(page), []);
    await filters.press('Enter');
    await addressIs(page, '#node=3&q=dawn');
    await filters.waitFor({ state: 'detached' });
    await focusIsOn(page, 'status');
    await everywhere.press('Enter');
    await addressIs(page, '#q=dawn');
    await page.getByRole('heading', { name: 'Results for “dawn”' }).waitFor();
    await tile(page, 0).waitFor();
    await focusIsOn(page, 'listbox');
    await page.goBack();
    await addressIs(page, '#node=3&q=dawn');
    await everywhere.waitFor();
    assert.equal(await filters.count(), 0);
  });

  test('the ways on fit a narrow screen, and are large enough for fingers', async ({ host }) => {
    const page = await host.visit('/#node=3&q=dawn%20turned&fileExtensions=png', {
      viewport: { width: 320, height: 640 },
    });
    const names = ['Remove all filters', 'Search everywhere', 'Search for any of these words'];
    for (const name of names) {
      await button(page, name).waitFor();
      const { x = 0, width = 0, height = 0 } = (await button(page, name).boundingBox()) ?? {};
      assert.ok(x >= 0 && x + width <= 320 && height >= 24, name);
    }
    await announcedAll(page);
    assert.deepEqual(await pageViolations(page), []);
  });

  test('without the script of the ways on, an empty list still says that it is empty', async ({ host }) => {
    const page = await host.visit('about:blank', { viewport });
    await page.route(/\/ways-on-/, (route) => route.abort());
    const [failed] = await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().includes('/ways-on-')),
      page.goto(`${host.app.url}/#q=nosuchword`),
    ]);
    assert.ok(failed);
    await page.getByText('Nothing here').waitFor();
  });

  test('a text of which no item has all words is searched for any of them, in the address and as a chip that undoes it', async ({
    host,
  }) => {
    const page = await host.visit('/#q=dawn+turned', { viewport });
    await page.getByText('No items have all these words').waitFor();
    await button(page, 'Search for any of these words').press('Enter');
    await tile(page, 1).waitFor();
    await focusIsOn(page, 'listbox');
    await addressIs(page, '#q=dawn+turned&words=any');
    await page.reload();
    await tile(page, 1).waitFor();
    const chip = button(page, 'Remove filter Any of the words');
    await chip.waitFor();
    await page
      .getByRole('button', { name: /^Filters/ })
      .getByText('1', { exact: true })
      .waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await chip.press('Enter');
    await addressIs(page, '#q=dawn+turned');
    await page.getByText('No items have all these words').waitFor();
    await chip.waitFor({ state: 'detached' });
  });

  test('another text is searched for all its words again, and the same text in another place is not', async ({
    host,
  }) => {
    const page = await host.visit('/#node=1&q=dawn+turned&words=any', { viewport });
    await tile(page, 1).waitFor();
    await page.getByRole('combobox', { name: 'Where to search' }).selectOption('Everywhere');
    await addressIs(page, '#q=dawn+turned&words=any');
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.press('Enter');
    await field.fill('turned dawn');
    await addressIs(page, '#q=turned+dawn');
    await page.getByText('No items have all these words').waitFor();
  });
});
