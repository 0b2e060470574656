import assert from 'node:assert/strict';
import type { Route } from '@playwright/test';
import { connect } from '../../client/src/index.ts';
import type { AbsSearch } from '../src/abs-search.ts';
import { type AssetQuery, searchOf } from '../src/assets/asset-query.ts';
import { violationsInThemes } from './support/axe.ts';
import type { Host, HostPageOptions } from './support/host.ts';
import { makeMuseum, PORTRAITS } from './support/museum-records.ts';
import { OTHER_BOSKOOP, prepareSameNames } from './support/same-names.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('abs-search', () => {
  async function openSearch(properties: Partial<AbsSearch> = {}, options: HostPageOptions = {}) {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-search></abs-search></abs-catalogue>', {
      viewport: { width: 320, height: 700 },
      ...options,
    });
    await page
      .locator('abs-search')
      .evaluate((search: AbsSearch, given) => void Object.assign(search, given), properties);
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.waitFor();
    return { page, field, told: await listenTo(page, 'abs-query', 'abs-node', 'abs-open') };
  }

  test('after fast typing, answers to earlier texts never appear', async ({ host }) => {
    const { page, field, told } = await openSearch();
    const held: Route[] = [];
    await page.route(/suggest=d&/, (route) => void held.push(route));
    await Promise.all([page.waitForRequest(/suggest=d&/), field.fill('d')]);
    await field.fill('img2');
    await page.getByRole('option', { name: 'img2', exact: true }).waitFor();
    for (const route of held) await route.continue().catch(() => {});
    const texts = (await told('abs-query')).map(({ query }) => (query as { text: string }).text);
    assert.deepEqual(texts, ['d', 'img2']);
    assert.equal(await page.getByRole('option', { name: 'dawn' }).count(), 0);
    const count = await page.getByRole('option').count();
    await page.getByRole('status').getByText(`${count} suggestions`).waitFor({ state: 'attached' });
  });

  test('the field follows the query of the page, unless the page only sets a query that was typed before', async ({
    host,
  }) => {
    const { page, field, told } = await openSearch({ query: { text: 'noon' } });
    assert.equal(await field.inputValue(), 'noon');
    await field.fill('noon and more');
    await page.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length > 0);
    const echoed = (await told('abs-query')).at(-1)?.['query'];
    await field.pressSequentially('!');
    await page.locator('abs-search').evaluate(
      (search: AbsSearch, query) => {
        search.query = query;
      },
      echoed as AbsSearch['query'],
    );
    assert.equal(await field.inputValue(), 'noon and more!');
    await page.locator('abs-search').evaluate((search: AbsSearch) => {
      search.query = {};
    });
    await page.waitForFunction(() => {
      const input = document.querySelector('abs-search')?.shadowRoot?.querySelector('input');
      return input?.value === '';
    });
  });

  test('arrow keys move through the list and back to the field, Escape closes the list, and the text stays', async ({
    host,
  }) => {
    const { page, field } = await openSearch();
    await field.fill('app');
    await page.getByRole('option', { name: 'Applewood' }).waitFor();
    const count = await page.getByRole('option').count();
    for (let step = 0; step < count; step += 1) {
      await page.keyboard.press('ArrowDown');
      const active = await field.getAttribute('aria-activedescendant');
      assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
    }
    await page.keyboard.press('ArrowDown');
    assert.equal(await field.getAttribute('aria-activedescendant'), null);
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    assert.equal(await field.getAttribute('aria-expanded'), 'false');
    assert.equal(await field.inputValue(), 'app');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
  });

  test('the browser offers recent searches, and can forget them', async ({ host }) => {
    const { page, field, told } = await openSearch();
    for (const text of ['dawn', 'noon']) {
      await field.fill(text);
      await page.keyboard.press('Enter');
    }
    await page.reload();
    await listenTo(page, 'abs-query');
    await field.click();
    await page.getByRole('option', { name: 'dawn' }).waitFor();
    assert.deepEqual(await page.getByRole('option').allInnerTexts(), ['noon', 'dawn', 'Clear recent searches']);
    assert.deepEqual(await violationsInThemes(page), []);
    await page.getByRole('option', { name: 'dawn' }).click();
    assert.equal(await field.inputValue(), 'dawn');
    assert.deepEqual(await told('abs-query'), [{ query: { text: 'dawn' }, isTyping: false }]);
    await page.getByRole('button', { name: 'Clear the text' }).click();
    await page.getByRole('option', { name: 'Clear recent searches' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    assert.equal(await field.evaluate((input) => input.matches(':focus')), true);
  });

  test('suggestions disappear with their text, whoever changes it', async ({ host }) => {
    const { page, field } = await openSearch();
    const suggest = async () => {
      await field.fill('app');
      await page.getByRole('option', { name: 'Applewood' }).waitFor();
    };
    const areGone = async (text: string) => {
      await field.click();
      await page.waitForFunction(
        (wanted) => document.querySelector('abs-search')?.shadowRoot?.querySelector('input')?.value === wanted,
        text,
      );
      assert.deepEqual(await page.getByRole('option').allInnerTexts(), []);
    };
    await field.fill('noon');
    await page.keyboard.press('Enter');

    await suggest();
    await page.getByRole('button', { name: 'Clear the text' }).click();
    await page.getByRole('option', { name: 'noon' }).click();
    await areGone('noon');

    await suggest();
    await field.evaluate((input: HTMLInputElement) => {
      input.value = 'apples at dawn';
      input.dispatchEvent(new InputEvent('input'));
      input.form?.requestSubmit();
    });
    await areGone('apples at dawn');

    await suggest();
    await page.locator('abs-search').evaluate((search: AbsSearch) => {
      search.query = { text: 'dusk' };
    });
    await areGone('dusk');
  });

  test('the scope of a search changes from its node to everywhere and back', async ({ host }) => {
    const node = { id: 30, type: 103, name: 'Nature', children: [] };
    const { page, told } = await openSearch({ node, query: { node: 30, text: 'dawn' } });
    const scope = page.getByRole('combobox', { name: 'Where to search' });
    await scope.selectOption('Everywhere');
    await scope.selectOption('In Nature');
    assert.deepEqual(
      (await told('abs-query')).map(({ query }) => query),
      [{ text: 'dawn' }, { text: 'dawn', node: 30 }],
    );
    assert.deepEqual(await violationsInThemes(page), []);
  });

  test('keys change the scope even while suggestions are open, and the scope follows the page', async ({ host }) => {
    const node = { id: 30, type: 103, name: 'Nature', children: [] };
    const { page, field, told } = await openSearch({ node, query: { node: 30 } });
    const scope = page.getByRole('combobox', { name: 'Where to search' });
    await field.fill('app');
    await page.getByRole('option', { name: 'Applewood' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await scope.focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await scope.inputValue(), 'everywhere');
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: 'app' }, isTyping: false });
    await page.locator('abs-search').evaluate((search: AbsSearch) => {
      search.query = { node: 30 };
    });
    await page.waitForFunction(
      () => document.querySelector('abs-search')?.shadowRoot?.querySelector('select')?.value === 'here',
    );
    await page.keyboard.press('Enter');
    assert.deepEqual(await told('abs-node'), []);
    assert.deepEqual(await told('abs-open'), []);
  });

  test('a button next to the field explains the syntax of searches', async ({ host }) => {
    const { page, field } = await openSearch();
    const help = page.getByRole('button', { name: 'How to search' });
    await help.press('Enter');
    await page.getByText('words that begin like this').waitFor();
    assert.equal(await help.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await violationsInThemes(page), []);
    await page.keyboard.press('Escape');
    await page.getByText('words that begin like this').waitFor({ state: 'detached' });
    await field.focus();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  });

  test('if suggestions cannot be loaded, the search still works', async ({ host }) => {
    const { page, field, told } = await openSearch();
    await page.route('**/node.do?*', (route) => route.fulfill({ status: 500, body: 'no' }));
    await Promise.all([page.waitForResponse(/suggest=dawn/), field.fill('dawn')]);
    await page.keyboard.press('Enter');
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: 'dawn' }, isTyping: false });
    assert.equal(await page.getByRole('listbox').count(), 0);
  });

  test('choosing a node that is gone searches for its name', async ({ host }) => {
    const { page, field, told } = await openSearch();
    await field.fill('apple');
    await page.getByRole('option', { name: 'Applewood' }).waitFor();
    await page.route(/search_facets=1|tree=/, (route) => route.fulfill({ status: 500, body: 'no' }));
    await page.getByRole('option', { name: 'Applewood' }).click();
    await page.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length > 1);
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: '"Applewood"' }, isTyping: false });
    assert.equal(await field.inputValue(), '"Applewood"');
  });

  test('if several nodes have the chosen name, each is offered with the nodes above it', async ({ host }) => {
    const other = await openHost({}, prepareSameNames);
    const page = await other.open('<abs-catalogue src="$SERVICE"><abs-search></abs-search></abs-catalogue>', {
      viewport: { width: 320, height: 700 },
    });
    const told = await listenTo(page, 'abs-node');
    const field = page.getByRole('combobox', { name: 'Search', exact: true });
    await field.fill('bosk');
    await page.getByRole('option', { name: 'Boskoop', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Boskoop Nature › Red apples' }).waitFor();
    await page.getByRole('status').getByText('2 suggestions').waitFor({ state: 'attached' });
    assert.deepEqual(await violationsInThemes(page), []);
    assert.deepEqual(await told('abs-node'), []);
    await page.getByRole('option', { name: 'Boskoop Nature › Applewood' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    const nodes = (await told('abs-node')).map(({ node }) => (node as { id: number }).id);
    assert.deepEqual(nodes, [OTHER_BOSKOOP]);
    assert.equal(await field.evaluate((input) => input.matches(':focus')), true);
  });

  test('the results of “portrait of a woman” contain all its words, in any order', async ({ host }) => {
    using museum = makeMuseum();
    const service = await openHost({}, museum.directory);
    const page = await service.open('<abs-catalogue src="$SERVICE"><abs-search></abs-search></abs-catalogue>');
    const told = await listenTo(page, 'abs-query');
    const client = connect(service.app.url);
    for (const text of ['portrait of a woman', 'woman a of portrait']) {
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill(text);
      await page.keyboard.press('Enter');
      const query = (await told('abs-query')).at(-1)?.['query'] as AssetQuery;
      assert.equal(query.text, text);
      const { items } = await client.node.search({ ...searchOf(query), paginate: 50 });
      assert.deepEqual(items.map(({ id }) => id).toSorted(), PORTRAITS);
    }
  });

  test('the search works in a browser that stores nothing', async ({ host }) => {
    const { page, field, told } = await openSearch();
    await page.evaluate(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    await field.fill('dawn');
    await page.keyboard.press('Enter');
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: 'dawn' }, isTyping: false });
  });
});
