/** Searching: with the element alone, and on the page with its scope and the ways on from a search that finds nothing. */
import assert from 'node:assert/strict';
import { expect, type Page, type Route } from '@playwright/test';
import type { AbsSearch } from '../src/abs-search.ts';
import type { Host } from './support/host.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { focusIs, hashIs, headingIs, tileAt } from './support/page.ts';
import { hold } from './support/picker.ts';
import { OTHER_BOSKOOP, prepareSameNames } from './support/same-names.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('abs-search', () => {
  async function openSearch(host: Host, properties: Partial<AbsSearch> = {}) {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-search></abs-search></abs-catalogue>', {
      viewport: { width: 320, height: 700 },
    });
    const set = (given: Partial<AbsSearch>) =>
      page.locator('abs-search').evaluate((search: AbsSearch, values) => void Object.assign(search, values), given);
    await set(properties);
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.waitFor();
    const told = await listenTo(page, 'abs-query', 'abs-node', 'abs-open');
    const lastQuery = async () => (await told('abs-query')).at(-1);
    return { page, field, told, set, lastQuery, option: (name: string) => page.getByRole('option', { name }) };
  }

  test('results follow the typed text, and a suggested node and asset are chosen by keyboard', async ({ host }) => {
    const { page, field, told, option, lastQuery } = await openSearch(host);
    await field.fill('app');
    await option('Applewood').waitFor();
    await expect.poll(() => told('abs-query')).toEqual([{ query: { text: 'app' }, isTyping: true }]);
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    await expect
      .poll(() => told('abs-node'))
      .toEqual([{ node: { id: 33, type: 103, name: 'Applewood', children: [] } }]);
    await field.fill('dawn');
    // Both have a keyword below one that begins with `app`.
    await option('turned.jpg').waitFor({ state: 'hidden' });
    await option('dawn <b>.jpg').waitFor();
    for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
    const [opened] = await told('abs-open');
    assert.partialDeepStrictEqual(opened, { asset: { name: 'dawn <b>.jpg' }, position: 0 });
    await page.keyboard.press('Enter');
    await expect.poll(() => lastQuery()).toEqual({ query: { text: 'dawn' }, isTyping: false });
  });

  test('after fast typing, answers to earlier texts never appear', async ({ host }) => {
    const { page, field, told, option } = await openSearch(host);
    const held: Route[] = [];
    await page.route(/suggest=d&/, (route) => void held.push(route));
    await Promise.all([page.waitForRequest(/suggest=d&/), field.fill('d')]);
    await field.fill('img2');
    await page.getByRole('option', { name: 'img2', exact: true }).waitFor();
    for (const route of held) await route.continue().catch(() => {});
    const texts = (await told('abs-query')).map(({ query }) => (query as { text: string }).text);
    assert.deepEqual(texts, ['d', 'img2']);
    await expect(option('dawn')).toHaveCount(0);
    const count = await page.getByRole('option').count();
    await page.getByRole('status').getByText(`${count} suggestions`).waitFor({ state: 'attached' });
  });

  test('the field follows the query of the page, unless the page only sets one typed before', async ({ host }) => {
    const { field, told, set } = await openSearch(host, { query: { text: 'noon' } });
    await expect(field).toHaveValue('noon');
    await field.fill('noon and more');
    await expect.poll(async () => (await told('abs-query')).length).toBeGreaterThan(0);
    const echoed = (await told('abs-query')).at(-1)?.['query'];
    await field.pressSequentially('!');
    // Only then is the echo older than what the field has told last.
    await expect.poll(async () => (await told('abs-query')).length).toBeGreaterThan(1);
    await set({ query: echoed as AbsSearch['query'] });
    await expect(field).toHaveValue('noon and more!');
    await set({ query: {} });
    await expect(field).toHaveValue('');
  });

  test('arrows move through the list and back to the field, Escape closes it, and the text stays', async ({ host }) => {
    const { page, field, option } = await openSearch(host);
    await field.fill('app');
    await option('Applewood').waitFor();
    const count = await page.getByRole('option').count();
    for (let step = 0; step < count; step += 1) {
      await page.keyboard.press('ArrowDown');
      const active = await field.getAttribute('aria-activedescendant');
      await expect(page.locator(`#${active}`)).toHaveAttribute('aria-selected', 'true');
    }
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => field.getAttribute('aria-activedescendant')).toBe(null);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await expect(field).toHaveValue('app');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
  });

  test('the browser offers recent searches, and can forget them', async ({ host }) => {
    const { page, field, told, option } = await openSearch(host);
    for (const text of ['dawn', 'noon']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.reload();
    await listenTo(page, 'abs-query');
    await field.click();
    await expect(page.getByRole('option')).toHaveText(['noon', 'dawn', 'Clear recent searches']);
    await option('dawn').click();
    await expect(field).toHaveValue('dawn');
    await expect.poll(() => told('abs-query')).toEqual([{ query: { text: 'dawn' }, isTyping: false }]);
    await page.getByRole('button', { name: 'Clear the text' }).click();
    await option('Clear recent searches').click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await expect(field).toBeFocused();
  });

  test('suggestions disappear with their text, whoever changes it', async ({ host }) => {
    const { page, field, option, set } = await openSearch(host);
    const suggest = async () => {
      await field.fill('app');
      await option('Applewood').waitFor();
    };
    const areGone = async (text: string) => {
      await field.click();
      await expect(field).toHaveValue(text);
      await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([]);
    };
    await field.fill('noon');
    await page.keyboard.press('Enter');

    await suggest();
    await page.getByRole('button', { name: 'Clear the text' }).click();
    await option('noon').click();
    await areGone('noon');

    await suggest();
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'apples at dawn';
      input.dispatchEvent(new InputEvent('input'));
      input.form?.requestSubmit();
    });
    await areGone('apples at dawn');

    await suggest();
    await set({ query: { text: 'dusk' } });
    await areGone('dusk');
  });

  test('keys change the scope even while suggestions are open, and the scope follows the page', async ({ host }) => {
    const node = { id: 30, type: 103, name: 'Nature', children: [] };
    const { page, field, told, option, set, lastQuery } = await openSearch(host, { node, query: { node: 30 } });
    const scope = page.getByRole('combobox', { name: 'Where to search' });
    await field.fill('app');
    await option('Applewood').waitFor();
    await page.keyboard.press('ArrowDown');
    await scope.focus();
    await page.keyboard.press('ArrowDown');
    await expect(scope).toHaveValue('everywhere');
    await expect.poll(() => lastQuery()).toEqual({ query: { text: 'app' }, isTyping: false });
    await scope.selectOption('In Nature');
    await expect.poll(() => lastQuery()).toEqual({ query: { text: 'app', node: 30 }, isTyping: false });
    await scope.selectOption('Everywhere');
    await set({ query: { node: 30 } });
    await expect(scope).toHaveValue('here');
    await page.keyboard.press('Enter');
    await expect.poll(() => told('abs-node')).toEqual([]);
    await expect.poll(() => told('abs-open')).toEqual([]);
  });

  test('the search works if suggestions cannot be loaded, and in a browser that stores nothing', async ({ host }) => {
    const { page, field, lastQuery } = await openSearch(host);
    await page.evaluate(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    await page.route('**/node.do?*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await Promise.all([page.waitForResponse(/suggest=dawn/), field.fill('dawn')]);
    await page.keyboard.press('Enter');
    await expect.poll(() => lastQuery()).toEqual({ query: { text: 'dawn' }, isTyping: false });
    await expect(page.getByRole('listbox')).toHaveCount(0);
  });

  test('choosing a node that is gone searches for its name', async ({ host }) => {
    const { page, field, option, lastQuery } = await openSearch(host);
    await field.fill('apple');
    await option('Applewood').waitFor();
    await page.route(/search_facets=1|tree=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await option('Applewood').click();
    await expect.poll(lastQuery).toEqual({ query: { text: '"Applewood"' }, isTyping: false });
    await expect(field).toHaveValue('"Applewood"');
  });

  test.describe('where names repeat', () => {
    test.use({ service: { catalogue: prepareSameNames } });

    test('if several nodes have the chosen name, each is offered with the nodes above it', async ({ host }) => {
      const { page, field, told, option } = await openSearch(host);
      await field.fill('bosk');
      await page.getByRole('option', { name: 'Boskoop', exact: true }).waitFor();
      for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
      await option('Boskoop Nature › Red apples').waitFor();
      await page.getByRole('status').getByText('2 suggestions').waitFor({ state: 'attached' });
      await expect.poll(() => told('abs-node')).toEqual([]);
      await option('Boskoop Nature › Applewood').click();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
      const nodes = (await told('abs-node')).map(({ node }) => (node as { id: number }).id);
      assert.deepEqual(nodes, [OTHER_BOSKOOP]);
      await expect(field).toBeFocused();
    });
  });
});

test.describe('the search of the page', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  test('the scope names the node as soon as its name is known, never another, and nothing moves', async ({ host }) => {
    const page = await host.visit('about:blank');
    const release = await hold(page, /deep_link/);
    await page.goto(`${host.app.url}/#node=4`);
    const scope = page.getByRole('combobox', { name: 'Where to search' });
    const choices = scope.getByRole('option');
    await tileAt(page, 0).waitFor();
    await expect(choices).toHaveText(['Here', 'Everywhere']);
    release();
    await expect(choices).toHaveText(['In Last by name', 'Everywhere']);
    assert.deepEqual(await layoutShifts(page), []);
    const releaseNext = await hold(page, /deep_link/);
    await page.evaluate(() => {
      location.hash = '#node=3';
    });
    await headingIs(page, '…');
    await expect(choices).toHaveText(['Here', 'Everywhere']);
    releaseNext();
    await expect(choices).toHaveText(['In img2', 'Everywhere']);
    await scope.selectOption('Everywhere');
    await headingIs(page, 'All items');
    await expect(choices).toHaveText(['In img2', 'Everywhere']);
    await scope.selectOption('In img2');
    await headingIs(page, 'img2');
  });

  test('a search that finds nothing goes on without filters and everywhere, and Back undoes it', async ({ host }) => {
    const page = await host.visit('/#node=3&q=dawn&fileExtensions=png');
    const [filters, everywhere] = [button(page, 'Remove all filters'), button(page, 'Search everywhere')];
    await page.getByText('No items match.').waitFor();
    await filters.press('Enter');
    await hashIs(page, '#node=3&q=dawn');
    await filters.waitFor({ state: 'detached' });
    await expect(page.locator('abs-grid [role=status]:focus')).toBeAttached();
    await everywhere.press('Enter');
    await hashIs(page, '#q=dawn');
    await headingIs(page, 'Results for “dawn”');
    await tileAt(page, 0).waitFor();
    await focusIs(page, /^div Items/);
    await page.goBack();
    await hashIs(page, '#node=3&q=dawn');
    await everywhere.waitFor();
    await expect(filters).toHaveCount(0);
  });

  test('a text of which no item has all words is searched for any; a chip undoes it', async ({ host }) => {
    const page = await host.visit('/#q=dawn+turned');
    await page.getByText('No items have all these words').waitFor();
    await page.getByRole('combobox', { name: 'Search', exact: true }).press('Enter');
    await expect(page.locator('abs-grid .notice')).toBeFocused();
    await button(page, 'Search for any of these words').press('Enter');
    await tileAt(page, 1).waitFor();
    await focusIs(page, /^div Items/);
    await hashIs(page, '#q=dawn+turned&words=any');
    await page.reload();
    await tileAt(page, 1).waitFor();
    const filters = page.getByRole('button', { name: /^Filters/ });
    await filters.getByText('1', { exact: true }).waitFor();
    const chip = button(page, 'Remove filter Any of the words');
    await chip.press('Enter');
    await hashIs(page, '#q=dawn+turned');
    await page.getByText('No items have all these words').waitFor();
    await chip.waitFor({ state: 'detached' });
  });
});
