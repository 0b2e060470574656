/** Schemathesis, from PyPI, sends the service what `/openapi.json` permits and forbids, for SCHEMATHESIS_SECONDS. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { run } from '../setup/packed.ts';
import { startApp } from '../support/app.ts';

const SECONDS = Number(process.env['SCHEMATHESIS_SECONDS'] ?? 120);
const VERSION = '4.32.5';

/**
 * Checks that cannot hold. Which IDs, keys and dates are accepted depends on the catalogue, so a value that the schema
 * permits may be refused. An empty value counts as absent and unknown names are ignored, so one that it forbids may be
 * accepted.
 */
const EXCLUDED = ['positive_data_acceptance', 'negative_data_rejection'];

/** oEmbed and IIIF ask for status 501 where a form is not offered. */
const CONFIGURATION = '[checks]\nnot_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]\n';

const hasPython = spawnSync('python3', ['-m', 'venv', '--help']).status === 0;

test(`Schemathesis finds no violation in ${SECONDS} seconds`, {
  skip: !hasPython && 'skipped: Python 3 with venv is missing',
}, async (context) => {
  const folder = newFolder();
  try {
    await run(folder, 'python3', ['-m', 'venv', 'python']);
    await run(folder, join(folder, 'python/bin/pip'), ['install', '-q', `schemathesis==${VERSION}`]);
  } catch (error) {
    return context.skip(`skipped: Schemathesis cannot be installed\n${error}`);
  }

  const unlimited = { ABS_PIN_PARENT_NODE: 20, ABS_PIN_PER_MINUTE: 0, ABS_REVIEW_PER_MINUTE: 0 };
  const provider = join(folder, 'provider.mjs');
  writeFileSync(provider, 'export default (text) => ({ search: text });\n');
  await using app = await startApp({ ...unlimited, ABS_SEARCH_PROVIDER: provider });
  const configuration = join(folder, 'schemathesis.toml');
  writeFileSync(configuration, CONFIGURATION);
  const output = await run(folder, join(folder, 'python/bin/st'), [
    ...['--config-file', configuration, 'run', `${app.url}/openapi.json`, '--max-time', String(SECONDS)],
    ...['--continue-on-failure', '--no-color', '--request-timeout', '300', '--checks', 'all', '--exclude-checks'],
    EXCLUDED.join(','),
  ]);
  console.log(output.split('\n').slice(-12).join('\n'));
});
