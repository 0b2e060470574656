/** What the documentation shows besides commands: JSON is JSON, configuration files are accepted, scripts have no faults. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { openFolder } from '../config/folder.ts';
import { readExecutable } from './page-blocks.ts';

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));
const BLOCKS = globSync('**/*.md', { cwd: DOCS }).flatMap((path) =>
  readExecutable(path).blocks.map((block) => ({ path, ...block })),
);

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

test('every block of JSON is JSON', () => {
  const blocks = BLOCKS.filter(({ language }) => language === 'json');
  assert.ok(blocks.length > 40);
  for (const { path, text } of blocks) assert.doesNotThrow(() => JSON.parse(text), `${path}:\n${text}`);
});

test('every configuration file that needs no other file is accepted', async () => {
  const blocks = BLOCKS.filter(({ use, text }) => use === 'settings' && !text.includes('File"'));
  assert.ok(blocks.length >= 3);
  for (const { path, text } of blocks) await assert.doesNotReject(async () => folder.load({ file: text }), path);
});

test('scripts in pages can be parsed', () => {
  const scripts = BLOCKS.filter(({ language }) => language === 'html').flatMap(({ path, text }) =>
    [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, kind = '', script = '']) => ({
      path,
      kind,
      script,
    })),
  );
  assert.ok(scripts.length > 0);
  for (const { path, kind, script } of scripts) {
    const parse = kind.includes('importmap') ? JSON.parse : (text: string) => transformSync(text, { format: 'esm' });
    assert.doesNotThrow(() => parse(script), path);
  }
});

test('the script that exchanges the messages of the picker has nothing that ES5 lacks', () => {
  const page = readFileSync(join(DOCS, '../examples/jsonp/picker.html'), 'utf8');
  const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  assert.match(script, /postMessage/);
  const replaced = transformSync(script, { target: 'es5' }).code;
  assert.equal(transformSync(replaced).code, transformSync(script).code);
});
