import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc, { forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { settingsOf } from '../../src/config/declare.ts';
import { nearest } from '../../src/config/nearest.ts';
import { ConfigError } from '../../src/config/problems.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { nest, openFolder } from './folder.ts';

const folder = await openFolder();
after(() => folder[Symbol.asyncDispose]());

const KEYS = [...settingsOf(DECLARATION).keys()];

/** Objects that look like configurations: some keys are settings, some are groups, values are arbitrary. */
const configuration = fc
  .array(fc.tuple(fc.constantFrom(...KEYS, ...KEYS.map((key) => key.split('.')[0] ?? key)), fc.jsonValue()), {
    maxLength: 4,
  })
  .map((members) => Object.assign({}, ...members.map(([key, value]) => nest(key, value))));

test('any JSON gives a configuration, or problems that each name a path, a source and what is accepted', async () => {
  const anything = fc.oneof(configuration, fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue());
  await forRunsAsync(300, anything, async (value) => {
    for (const { key, source, message } of await folder.problems({ file: JSON.stringify(value) })) {
      assert.ok(key !== '' || typeof value !== 'object' || value === null || Array.isArray(value), 'no path');
      // Settings that do not fit together may come from several sources.
      if (source === 'settings' && KEYS.includes(key)) continue;
      assert.equal(source, 'abs.config.json');
      assert.match(message, / is not |no such setting/);
    }
  });
});

test('a word is closest to itself, and one typo keeps it close', () => {
  for (const key of KEYS) assert.equal(nearest(key, KEYS), key);
  assert.equal(nearest('prot', ['host', 'port']), 'port');
  assert.equal(nearest('zebra', ['host', 'port']), undefined);
});

test('a problem is one line with key, message and source', () => {
  const line = new ConfigError([{ key: 'port', source: 'option --port', message: '"x" is not a port' }]).message;
  assert.equal(line, 'port: "x" is not a port (option --port)');
});
