import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { openFolder } from './folder.ts';

const TOKENS = readFileSync(new URL('../../../components/src/theme/tokens.css', import.meta.url), 'utf8');

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

test('branding.colours takes every custom property of the elements with its default value', async () => {
  const defaults = [...TOKENS.matchAll(/var\(--abs-([\w-]+), (.+)\);$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  assert.ok(defaults.length > 10);
  const { branding } = await folder.load({ file: { branding: { colours: Object.fromEntries(defaults) } } });
  assert.deepEqual([...branding.colours], defaults);
});
