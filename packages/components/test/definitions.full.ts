/** Elements that their scripts define in any order, late, twice, or without a catalogue. */
import assert from 'node:assert/strict';
import type { Page } from '@playwright/test';
import type {} from '../src/index.ts';
import { oneScript } from './support/one-script.ts';
import { test } from './support/test.ts';

test.describe('the definitions of the elements', () => {
  /** Opens a page without scripts, to which `add` adds them. `reports` has what the page says in the console. */
  async function openPage(body: string) {
    const page = await host.open(body, { elements: [] });
    const reports: string[] = [];
    page.on('pageerror', (error) => reports.push(String(error)));
    page.on('console', (message) => reports.push(message.text()));
    let count = 0;
    const add = async (script: string) => {
      const path = `/elements/script-${count++}.js`;
      await page.route(`**${path}`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
      await page.addScriptTag({ type: 'module', url: path });
    };
    return { page, reports, add };
  }

  const load = (page: Page, name: string) => page.addScriptTag({ type: 'module', url: `/elements/${name}.js` });

  test('elements that are defined before abs-catalogue show its catalogue', async ({ host }) => {
    const { page, reports, add } = await openPage(
      '<abs-catalogue src="$SERVICE" locale="en"><abs-basket></abs-basket></abs-catalogue>',
    );
    const script = await oneScript('index.ts');
    const places = ['abs-basket', 'abs-catalogue'].map((name) => script.indexOf(`efine("${name}"`));
    assert.ok(places.every((place) => place > 0) && Number(places[0]) < Number(places[1]), String(places));
    await add(script);
    await page.getByRole('button', { name: 'Basket' }).waitFor();
    assert.deepEqual(reports, []);
  });

  test('two copies of the scripts share the catalogue, and each adds the elements that the other lacks', async ({
    host,
  }) => {
    const { page, reports, add } = await openPage(
      `<abs-catalogue src="$SERVICE" locale="en"><abs-grid></abs-grid><abs-chips></abs-chips>
      <abs-details asset-id="1000"></abs-details></abs-catalogue>`,
    );
    await add(await oneScript('abs-catalogue.ts', 'abs-grid.ts'));
    await page.getByRole('listbox', { name: 'Items' }).waitFor({ state: 'attached' });
    // The first copy lacks the texts of these elements.
    await add(await oneScript('abs-catalogue.ts', 'abs-grid.ts', 'abs-chips.ts', 'abs-details.ts'));
    await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Compare versions' }).waitFor();
    assert.deepEqual(reports, []);
  });

  test('an element outside of any catalogue is named in the console, once', async ({ host }) => {
    const { page, reports } = await openPage(
      '<abs-search></abs-search><abs-catalogue src="$SERVICE" locale="en"><abs-chips></abs-chips></abs-catalogue>',
    );
    await load(page, 'abs-search');
    await load(page, 'abs-chips');
    await page.getByRole('group', { name: 'Active filters' }).waitFor({ state: 'attached' });
    assert.equal(reports.length, 1, reports.join('\n'));
    assert.match(String(reports[0]), /^abs-search has no abs-catalogue /);
  });

  test('the value of a picker that a page set before its script arrived is kept, and can be changed', async ({
    host,
  }) => {
    const { page } = await openPage(
      '<form><abs-catalogue src="$SERVICE"><abs-picker name="picture" multiple></abs-picker></abs-catalogue></form>',
    );
    const set = (value: string) =>
      page.locator('abs-picker').evaluate((picker, given) => Object.assign(picker, { value: given }), value);
    const chosen = () =>
      page.locator('abs-picker [data-id]').evaluateAll((all) => all.map((item) => item.dataset['id']));
    await set('1002,1000');
    await load(page, 'abs-picker');
    await page.locator('abs-picker [data-id]').nth(1).waitFor();
    assert.deepEqual(await chosen(), ['1002', '1000']);
    await set('1000');
    await page.locator('abs-picker [data-id]').nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await chosen(), ['1000']);
  });

  test('methods of elements that are not in a page do nothing, and a removed picker opens no dialog', async ({
    host,
  }) => {
    const names = ['abs-picker', 'abs-viewer', 'abs-download', 'abs-basket', 'abs-grid', 'abs-search'];
    const { page, reports } = await openPage('<abs-catalogue src="$SERVICE"><abs-picker></abs-picker></abs-catalogue>');
    for (const name of names) await load(page, name);
    await page.getByRole('button', { name: 'Choose an item' }).waitFor();
    const picked = await page.evaluate(async (all) => {
      for (const name of all) {
        const element = document.createElement(name) as HTMLElement & { readonly close?: () => void };
        element.focus();
        element.close?.();
      }
      const picker = document.querySelector('abs-picker');
      picker?.remove();
      const answer = await Promise.race([picker?.open(), new Promise((late) => setTimeout(late, 2000, 'pending'))]);
      await picker?.updateComplete;
      return answer ?? 'nothing';
    }, names);
    assert.equal(picked, 'nothing');
    assert.deepEqual(reports, []);
  });
});
