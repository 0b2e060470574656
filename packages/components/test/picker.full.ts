import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { until } from '../../service/test/support/until.ts';
import type { AbsPicker } from '../src/abs-picker.ts';
import { seriousViolations } from './support/axe.ts';
import type { Host } from './support/host.ts';
import { test } from './support/test.ts';

test.describe('abs-picker in forms, with faults and on hostile pages', () => {
  const field = (attributes: string) =>
    `<form><abs-catalogue src="$SERVICE"><abs-picker name="picture" ${attributes}></abs-picker></abs-catalogue></form>`;

  function complaintsOf(page: Page): readonly string[] {
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    return complaints;
  }

  const entries = (page: Page) =>
    page.evaluate(() => new FormData(document.querySelector('form') ?? undefined).getAll('picture'));

  test('a form reads, requires, resets and disables it, as every other field', async ({ host }) => {
    const page = await host.open(field('multiple required selected="1000,1002" label="Pictures"'));
    await page.getByRole('button', { name: 'Remove img10.png' }).click();
    assert.deepEqual(await entries(page), ['1000']);
    await page.getByRole('button', { name: /^Remove dawn/ }).click();
    await page.getByRole('button', { name: 'Pictures Choose items' }).waitFor();
    assert.deepEqual(await entries(page), []);
    const isValid = () => page.evaluate(() => document.querySelector('form')?.reportValidity());
    assert.equal(await isValid(), false);
    await page.evaluate(() => document.querySelector('form')?.reset());
    await page.getByRole('button', { name: 'Remove img10.png' }).waitFor();
    assert.deepEqual(await entries(page), ['1000', '1002']);
    assert.equal(await isValid(), true);
    await page.locator('abs-picker').evaluate((picker) => picker.toggleAttribute('disabled'));
    const remove = page.getByRole('button', { name: 'Remove img10.png' });
    await remove.waitFor({ state: 'detached' });
    assert.deepEqual(await entries(page), []);
    assert.deepEqual(await seriousViolations(page), []);
    await page.locator('abs-picker').evaluate((picker) => {
      picker.toggleAttribute('disabled');
      const around = document.createElement('fieldset');
      picker.replaceWith(around);
      around.append(picker);
      around.disabled = true;
    });
    await remove.waitFor({ state: 'detached' });
    const opened = () =>
      page.locator('abs-picker').evaluate(async (picker: AbsPicker) => (await picker.open()) ?? 'none');
    assert.equal(await opened(), 'none', 'nobody can choose in a disabled field');
    await page.locator('fieldset').evaluate((around: HTMLFieldSetElement) => {
      around.disabled = false;
    });
    await remove.waitFor();
    const open = opened();
    await page.getByRole('dialog').waitFor();
    await page.locator('abs-picker').evaluate((picker) => picker.toggleAttribute('disabled'));
    assert.equal(await open, 'none', 'a field that is disabled closes its dialog');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('abs-picker').evaluate((picker) => picker.toggleAttribute('disabled'));
    await page.locator('fieldset').evaluate((around: HTMLFieldSetElement) => {
      around.disabled = false;
    });
    await remove.waitFor();
    assert.deepEqual(await entries(page), ['1000', '1002']);
  });

  test('chosen assets that exist no more say so and can be removed, and the rest stays', async ({ host }) => {
    const page = await host.open(field('multiple selected="1000,999999"'));
    await page.getByText('1 chosen item was deleted, or you may not see it.').waitFor();
    assert.deepEqual(await entries(page), ['1000', '999999']);
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Remove what is missing' }).click();
    await page.getByText('No longer available').waitFor({ state: 'detached' });
    assert.deepEqual(await entries(page), ['1000']);
  });

  test('of a choice that is too large, the first fifty are shown, and the form keeps all', async ({ host }) => {
    const ids = Array.from({ length: 1500 }, (_, at) => 500_000 + at);
    const page = await host.open(field(`multiple max="70" selected="${ids.join(',')}"`));
    await page.locator('abs-picker').getByText('and 1,450 more').waitFor();
    assert.equal(await page.locator('abs-picker .tray [data-id]').count(), 50);
    assert.equal((await entries(page)).length, 1500);
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.selected = picker.selected.slice(0, 70);
    });
    await page.locator('abs-picker .tray [data-id="500069"]').waitFor();
    assert.equal(
      await page
        .locator('abs-picker')
        .getByText(/^and .* more/)
        .count(),
      0,
    );
  });

  for (const size of [40, 60]) {
    test(`on a page with letters of ${size} pixels, the dialog scrolls to a list and to its buttons`, async ({
      host,
    }) => {
      const page = await host.open(field('label="Pictures" multiple selected="1000,1002"'), {
        viewport: { width: 1280, height: 800 },
        policy: `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src ${host.app.url}; img-src ${host.app.url} data: blob:`,
        head: `<style>html { font-size: ${size}px; }</style>`,
      });
      await page.getByRole('button', { name: 'Pictures Change the choice' }).click();
      const dialog = page.getByRole('dialog', { name: 'Pictures' });
      const list = dialog.locator('abs-grid');
      await list.getByRole('option').first().waitFor();
      const boxOf = async (found: Locator) => (await found.boundingBox()) ?? assert.fail('it is not drawn');
      await dialog.locator('abs-chooser').evaluate((chooser) => chooser.scrollTo(0, chooser.scrollHeight));
      const [grid, foot] = [await boxOf(list), await boxOf(dialog.locator('footer .line'))];
      assert.ok(grid.height >= 5 * size && grid.width >= 5 * size, `a list of ${grid.width} by ${grid.height} pixels`);
      assert.ok(grid.y + grid.height <= foot.y + 1, 'the foot covers the list');
      const confirm = dialog.getByRole('button', { name: 'Choose 2 items' });
      await confirm.scrollIntoViewIfNeeded();
      const [button, frame] = [await boxOf(confirm), await boxOf(dialog)];
      assert.ok(button.y >= frame.y && button.y + button.height <= frame.y + frame.height, 'the button is cut off');
      assert.ok(button.x >= frame.x && button.x + button.width <= frame.x + frame.width, 'the button is cut off');
    });
  }

  test('English texts keep their order of words on a page that is written from right to left', async ({ host }) => {
    const page = await host.open(`<div dir="rtl">${field('inline multiple selected="1000,1002"')}</div>`);
    const count = page.getByText('2 items chosen');
    await count.waitFor();
    const [number, word] = await count.evaluate(({ firstChild }) =>
      [0, 2].map((start) => {
        const range = document.createRange();
        const text = document.createTreeWalker(firstChild?.parentNode ?? document, NodeFilter.SHOW_TEXT).nextNode();
        range.setStart(text ?? document, start);
        range.setEnd(text ?? document, start + 1);
        return range.getBoundingClientRect().x;
      }),
    );
    assert.ok(Number(number) < Number(word), 'the number stands after the words');
  });

  test('a filter whose node does not exist is named in the console, and nothing is offered that cannot help', async ({
    host,
  }) => {
    const page = await host.open(field('label="Pictures"'));
    const complaints = complaintsOf(page);
    await page.locator('abs-picker').evaluate((picker: AbsPicker) => {
      picker.filter = { node: 424_242 };
    });
    await page.getByRole('button', { name: /^Pictures/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Pictures' });
    await dialog.getByText('This place does not exist').waitFor();
    await dialog.getByRole('combobox', { name: 'Search', exact: true }).waitFor();
    assert.equal(await dialog.locator('.notice').getByRole('button').count(), 0);
    assert.equal(await dialog.locator('abs-tree').count(), 0);
    const named = complaints.filter((text) => /^abs-picker: filter names node 424242/.test(text));
    assert.equal(named.length, 1);
  });

  test('attributes that mean nothing are named in the console with what they take', async ({ host }) => {
    const page = await host.open('<p>Host</p>', { elements: ['abs-catalogue.js', 'abs-picker.js'] });
    const complaints = complaintsOf(page);
    await page.evaluate((service) => {
      document.body.innerHTML = `<abs-catalogue src="${service}"><abs-picker accept="pictures,image/nothing,image/png" multiple min="9" max="2"
        formats="huge" selected="x" rights-field="rights"></abs-picker></abs-catalogue>`;
    }, host.app.url);
    await page.getByRole('button', { name: 'Choose items' }).waitFor();
    await until(() => complaints.some((text) => text.includes('selected must be')));
    const all = complaints.join('\n');
    for (const part of [
      /accept must be kinds .*"pictures", "image\/nothing" is ignored/,
      /min, 9, is greater than max, 2/,
      /formats must be thumb/,
    ])
      assert.match(all, part);
    for (const part of [/selected must be IDs .*"x" is ignored/, /rights-field must be info_<ID>, not "rights"/])
      assert.match(all, part);
  });

  test('within the page each change counts, and people cannot leave the filter', async ({ host }) => {
    const page = await host.open(field('inline multiple accept=".png"'));
    const grid = page.locator('abs-grid');
    await grid.getByRole('option').first().waitFor();
    const names = await grid
      .getByRole('option')
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));
    assert.ok(names.length > 0 && names.every((name) => /\.png, /.test(String(name))), names.join());
    await grid.getByRole('option').first().click();
    await page.getByText('1 item chosen').waitFor();
    assert.equal((await entries(page)).length, 1);
    assert.deepEqual(await seriousViolations(page), []);
  });

  test('the dialog opens, chooses and previews where a page styles everything and forbids everything inline', async ({
    host,
  }) => {
    const page = await host.open(`<main><h1>Host</h1>${field('label="Picture"')}</main>`, {
      policy: `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src ${host.app.url}; img-src ${host.app.url} data: blob:`,
      head: '<style>* { all: unset !important; } abs-picker { display: block !important; } dialog { display: none !important; }</style>',
    });
    await page.getByRole('button', { name: 'Picture Choose an item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.locator('abs-grid').getByRole('option').first().click();
    await dialog.getByRole('button', { name: /^Look at/ }).click();
    await page.getByRole('button', { name: 'Chosen', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await entries(page)).length, 1);
  });

  test('a service that goes down while the dialog is open leaves a message and the choice', async ({ host }) => {
    const page = await host.open(field('label="Picture"'));
    await page.getByRole('button', { name: 'Picture Choose an item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Picture' });
    await dialog.locator('abs-grid').getByRole('option').first().click();
    await dialog.getByText('1 item chosen').waitFor();
    await page.route('**/*.do?*', (route) => route.abort());
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await dialog.getByRole('alert').getByText('The connection failed').waitFor();
    await page.unroute('**/*.do?*');
    await dialog.getByRole('button', { name: 'Choose', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await entries(page)).length, 1);
  });
});
