/** The whole page of docs/guides/embedding.md, in a browser. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chromium, openPage } from '../browser/chromium.ts';
import { startApp } from '../support/app.ts';
import { serveFiles } from '../support/static-files.ts';
import { readExecutable } from './page-blocks.ts';

test('the page lists, filters, shows and downloads, and says what fails', {
  skip: chromium === undefined && 'skipped: no Chromium on this machine',
}, async () => {
  const html =
    readExecutable('guides/embedding.md').blocks.find(({ text }) => text.startsWith('<!doctype'))?.text ?? '';
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'abs-embedding-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const app = stack.use(await startApp());
  const here = html.replace('http://localhost:8080/', `${app.url}/`).replace('paginate: 20', 'paginate: 3');
  writeFileSync(join(folder, 'page.html'), here);
  const files = stack.use(await serveFiles(folder));
  const page = stack.use(await openPage(chromium ?? ''));
  await page.open(`${files.url}page.html`);
  const shown = `document.querySelectorAll('#pictures img').length`;
  await page.until(`document.readyState === 'complete' && ${shown} === 3 && !document.getElementById('more').hidden`);
  await page.read(`document.getElementById('more').click()`);
  await page.until(`${shown} === 6`);
  const option = 'document.forms[0].search_node.options[1]';
  const count = Number(/\((\d+)\)$/.exec(String(await page.read(`${option}.textContent`)))?.[1]);
  await page.read(`(() => {
    ${option}.selected = true;
    document.forms[0].search_node.dispatchEvent(new Event('input', { bubbles: true }));
  })()`);
  await page.until(`document.getElementById('status').textContent === '${count} assets' && ${shown} > 0`);
  await page.read(`document.querySelector('#pictures button').click()`);
  await page.until(`document.querySelectorAll('dialog[open] dd').length > 3`);
  const response = await fetch(String(await page.read(`document.getElementById('download').href`)));
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
  await response.body?.cancel();
  assert.deepEqual(page.complaints, []);

  await app[Symbol.asyncDispose]();
  await page.read(`document.getElementById('more').click()`);
  await page.until(`document.getElementById('status').textContent === 'Failed to fetch'`);
});
