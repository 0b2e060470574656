/** The page in one file, in a browser. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { expect } from '@playwright/test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { startApp } from '../support/app.ts';
import { chromium } from '../support/chromium.ts';
import { openPage } from '../support/open-page.ts';
import { serveFiles } from '../support/static-files.ts';

test('the page lists, filters, shows and downloads, and says what fails', {
  skip: chromium === undefined && 'skipped: no Chromium on this machine',
}, async () => {
  const html = readFileSync(new URL('../../../../examples/plain-page/one-file.html', import.meta.url), 'utf8');
  await using stack = new AsyncDisposableStack();
  const folder = newFolder();
  const app = stack.use(await startApp());
  const here = html.replace('http://localhost:8080/', `${app.url}/`).replace('paginate: 20', 'paginate: 3');
  writeFileSync(join(folder, 'page.html'), here);
  const files = stack.use(await serveFiles(folder));
  const { page, complaints } = stack.use(await openPage());
  await page.goto(`${files.url}page.html`);
  const pictures = page.locator('#pictures img');
  const field = (name: string) => page.locator(`form [name=${name}]`);
  await expect(pictures).toHaveCount(3);
  await page.locator('#more').click();
  await expect(pictures).toHaveCount(6);
  const option = field('search_node').locator('option').nth(1);
  const count = Number(/\((\d+)\)$/.exec((await option.textContent()) ?? '')?.[1]);
  await field('search_node').selectOption({ index: 1 });
  await expect(page.locator('#status')).toHaveText(`${count} assets`);
  await field('search_file_category').selectOption('1');
  await field('search_node').selectOption('');
  const { total } = (await (await fetch(`${app.url}/node.do?search=&search_file_category=1&paginate=1`)).json()) as {
    readonly total: number;
  };
  assert.notEqual(total, count);
  await expect(page.locator('#status')).toHaveText(`${total} assets`);
  await expect(pictures).not.toHaveCount(0);
  await page.locator('#pictures button').first().click();
  await expect(page.locator('dialog[open] dd').nth(3)).toBeAttached();
  const response = await fetch(await page.locator('#download').evaluate((link) => (link as HTMLAnchorElement).href));
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
  await response.body?.cancel();
  assert.deepEqual(complaints, []);

  await app[Symbol.asyncDispose]();
  await page.locator('#more').evaluate((button) => (button as HTMLElement).click());
  await expect(page.locator('#status')).toHaveText('Failed to fetch');
});
