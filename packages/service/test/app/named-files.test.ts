import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadModules } from '../../src/app/named-files.ts';
import { loadConfig } from '../../src/config/load.ts';

test('modules that cannot be loaded are one error, with a line and the reason of each', async () => {
  const directory = join(import.meta.dirname, 'nowhere');
  const config = loadConfig({
    options: { data: directory },
    environment: { ABS_SEARCH_PROVIDER: 'search.js', ABS_DOWNLOAD_FILE_NAMES: 'names.js' },
    directory,
  });
  const error = await loadModules(config).catch((reason: unknown) => reason);
  assert.ok(error instanceof AggregateError);
  assert.deepEqual(
    error.message.split('\n').map((line) => /^\S+: \S+(?:search|names)\.js can't be loaded/.test(line)),
    [true, true],
  );
  for (const each of error.errors) assert.ok(each instanceof Error && each.cause instanceof Error, String(each));
});
