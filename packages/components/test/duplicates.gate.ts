/** The page's dialog of duplicates: groups side by side, one of each kept, the others selected. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { importSample, SAMPLE } from '../../service/test/support/sample.ts';
import { addToSample } from './support/add-to-sample.ts';
import { pageViolations } from './support/axe.ts';
import { assetOpens, hashIs } from './support/page.ts';
import { test } from './support/test.ts';

const SAME = [3000, 3001, 3002] as const;

async function withCopies(data: string): Promise<void> {
  const bundle = newFolder();
  const bytes = readFileSync(join(SAMPLE, 'files', 'notes.txt'));
  await addToSample(bundle, Object.fromEntries(SAME.map((id) => [id, Buffer.concat([bytes, Buffer.from('copied')])])));
  await importSample(data, bundle);
}

test.describe('duplicates', () => {
  test.use({ service: { catalogue: withCopies } });

  test('are shown in groups; one of each is kept, and the others are selected in a list', async ({ host }) => {
    const page = await host.visit('/#locale=en');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Duplicates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicates' });
    const group = dialog.getByRole('group', { name: 'Same file · 3 items' });
    await expect(group.getByRole('radio')).toHaveCount(3);
    await expect(group.getByRole('radio', { name: 'Keep 3000.bin' })).toBeChecked();
    await expect(group.getByText('Archive / ').first()).toBeVisible();
    assert.deepEqual(await pageViolations(page), []);
    await expect(group.getByRole('checkbox', { name: 'Take the others' })).toBeChecked();
    const near = dialog.getByRole('group', { name: 'Nearly the same picture · 2 items' }).first();
    await expect(near.getByRole('checkbox', { name: 'Take the others' })).not.toBeChecked();
    const others = dialog.getByRole('group', { name: 'Same file · 2 items' });
    for (const box of await others.getByRole('checkbox').all()) await box.uncheck();
    await group.getByRole('radio', { name: 'Keep 3000.bin' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(group.getByRole('radio', { name: 'Keep 3001.bin' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Select the 2 others' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.locator('abs-grid').getByRole('option', { selected: true })).toHaveCount(2);
    await page.getByRole('group', { name: '2 selected' }).waitFor();
    await expect(page.locator('abs-grid').getByRole('option', { name: /3001/ })).toHaveCount(0);
  });
});

test('the dialog has an address: a reload keeps it, Back and the cross leave it, assets open above', async ({
  host,
}) => {
  const page = await host.visit('/#locale=en');
  const dialog = page.getByRole('dialog', { name: 'Duplicates' });
  const open = async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Duplicates' }).click();
    await dialog.getByRole('group').first().waitFor();
  };
  await open();
  await hashIs(page, '#duplicates=1&locale=en');
  await page.reload();
  await dialog.getByRole('group').first().waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'hidden' });
  await hashIs(page, '#locale=en');
  await open();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await hashIs(page, '#locale=en');
  await page.goto(`${host.app.url}/#duplicates=1&asset=1001`);
  await assetOpens(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('group').first().waitFor();
});

test('a catalogue without any says so, once all pictures are compared', async ({ host }) => {
  const page = await host.visit('/#locale=en');
  let uncompared = 12_345;
  await page.route(/duplicates=true/, (route) =>
    route.fulfill({ json: { version: 2, status: 200, data: [], total: 0, pending: 0, uncompared } }),
  );
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Duplicates' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicates' });
  await dialog.getByText('12,345 pictures are still being compared: there may be more groups.').waitFor();
  await expect(dialog.getByText('No duplicates')).toHaveCount(0);
  assert.deepEqual(await pageViolations(page), []);
  uncompared = 0;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByText('No duplicates').waitFor();
});
