import assert from 'node:assert/strict';
import type {} from '../src/abs-facets.ts';
import { seriousViolations } from './support/axe.ts';
import { test } from './support/test.ts';
import { listenTo } from './support/told.ts';

test.describe('tree, search and facets in a browser', () => {
  test('a node is found in the tree and chosen by keyboard alone, in each of its types', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-tree></abs-tree></abs-catalogue>');
    const told = await listenTo(page, 'abs-node');
    await page.getByRole('treeitem', { name: 'Archive' }).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await page.getByRole('tab', { name: 'Folders', selected: true }).count(), 1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const image = page.getByRole('treeitem', { name: 'img10' });
    await image.waitFor();
    assert.equal(await image.getAttribute('aria-level'), '2');
    await page.keyboard.type('img10');
    await page.keyboard.press('Enter');
    assert.deepEqual(await told('abs-node'), [{ node: { id: 2, type: 101, name: 'img10', assets: 3, children: [] } }]);
    await page.getByRole('treeitem', { name: 'Below img10' }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('treeitem', { name: 'Nature' }).waitFor();
  });

  test('results follow the typed text, and a suggested node and a suggested asset are chosen by keyboard', async ({
    host,
  }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-search></abs-search></abs-catalogue>');
    const told = await listenTo(page, 'abs-query', 'abs-node', 'abs-open');
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.fill('app');
    await page.getByRole('option', { name: 'Applewood' }).waitFor();
    assert.deepEqual(await told('abs-query'), [{ query: { text: 'app' }, isTyping: true }]);
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => (globalThis as unknown as { told: unknown[] }).told.length > 1);
    assert.deepEqual(await told('abs-node'), [{ node: { id: 33, type: 103, name: 'Applewood', children: [] } }]);
    await field.fill('dawn');
    await page.getByRole('option', { name: 'dawn <b>.jpg' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const [opened] = await told('abs-open');
    assert.partialDeepStrictEqual(opened, { asset: { name: 'dawn <b>.jpg' }, position: 0 });
    await page.keyboard.press('Enter');
    assert.deepEqual((await told('abs-query')).at(-1), { query: { text: 'dawn' }, isTyping: false });
  });

  test('a value narrows the query to as many assets as its count says, and a chip undoes it', async ({ host }) => {
    const page = await host.open('<abs-catalogue src="$SERVICE"><abs-facets></abs-facets></abs-catalogue>');
    const told = await listenTo(page, 'abs-query');
    const text = page.getByRole('checkbox', { name: 'Text' });
    await text.check();
    assert.deepEqual(await told('abs-query'), [{ query: { filters: [{ facet: 'fileCategory', values: [5] }] } }]);
    await page.getByRole('checkbox', { name: 'jpg' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('checkbox', { name: /^txt.*1 item$/ }).count(), 1);
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Remove filter Kind: Text' }).click();
    await page.getByRole('checkbox', { name: 'jpg' }).waitFor();
    assert.equal(await text.isChecked(), false);
    assert.deepEqual((await told('abs-query')).at(-1), { query: { filters: [] } });
  });
});
