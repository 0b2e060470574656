import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { settingsOf } from '../../src/config/declare.ts';
import { ENDPOINT_DECLARATION } from '../../src/config/endpoint-settings.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { openFolder } from './folder.ts';

const PAGE = readFileSync(new URL('../../../../docs/reference/settings.md', import.meta.url), 'utf8');

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

function part(name: string): string {
  const [, rest = ''] = PAGE.split(`<!-- ${name} -->\n`);
  const [text = ''] = rest.split(`\n<!-- end of ${name} -->`);
  return text.trim();
}

test('docs/reference/settings.md names every setting and no other', () => {
  const named = [...part('settings').matchAll(/^\| `([^`]+)`/gm)].map(([, key]) => key);
  const declared = [...settingsOf(DECLARATION).keys(), ...settingsOf(ENDPOINT_DECLARATION).keys()];
  assert.deepEqual(named.toSorted(), [...new Set(declared)].toSorted());
});

test('the example in docs/reference/settings.md is valid', async () => {
  const [, example = ''] = /```json settings\n([\s\S]*?)```/.exec(PAGE) ?? [];
  const config = await folder.load({ file: example });
  assert.deepEqual([config.port, config.endpoints.get('press')?.serviceUser], [8090, 4]);
});
