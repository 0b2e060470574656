import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { openProcessServices } from '../../src/app/process-services.ts';
import { openThreadServices } from '../../src/app/thread-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import { findProgram } from '../../src/platform/find-program.ts';
import { PATIENT } from '../support/patient.ts';
import { SAMPLE } from '../support/sample.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));

/** Imports the sample without and with `--render`, and then asks for thumbnails. */
async function renderOnce(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'abs-render-'));
  const stored = () => globSync('renditions/**/*.rendition', { cwd: data }).toSorted();
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'import', SAMPLE, '--data', data, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...PATIENT, ...settings },
    });
    assert.equal(status, 0, stderr);
    return stderr;
  };
  try {
    run();
    assert.deepEqual(stored(), []);
    const said = run('--render');
    assert.match(said, /^thumbnails: 7 there, 1 of files that can't be drawn$/m);
    const made = stored();
    // Several assets have the same file.
    assert.equal(made.length, 5);
    run('--render');
    assert.deepEqual(stored(), made);

    await using stack = new AsyncDisposableStack();
    const config = loadConfig({ options: { data }, environment: { ...PATIENT, ...settings }, directory: data });
    const log = pino({ level: 'silent' });
    const shared = stack.use(await openProcessServices(config, log));
    const services = stack.use(await openThreadServices(config, shared, log));
    for (const asset of [1000, 1001, 1002]) {
      const { signal } = new AbortController();
      const path = '/asset.do';
      const answer = await services.handle({
        id: '1',
        method: 'GET',
        address: '127.0.0.1',
        origin: undefined,
        path,
        query: `thumb=${asset}`,
        headers: {},
        signal,
        onEnd: () => {},
      });
      assert.equal(answer.status, 200);
    }
    assert.deepEqual(stored(), made);
  } finally {
    rmSync(data, { recursive: true });
  }
}

test('import --render renders each thumbnail once for later requests, and import without it renders none', async () => {
  await renderOnce();
});

test('the same with the catalogue in PostgreSQL', { skip: NO_POSTGRES }, async () => {
  await using server = await startPostgres();
  await renderOnce({ ABS_CATALOGUE_URL: await server.createDatabase() });
});

test('--render makes thumbnails of films, too', {
  skip: findProgram('ffmpeg') === undefined && 'ffmpeg is not here',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'abs-render-film-'));
  try {
    mkdirSync(join(folder, 'films'));
    const film = join(folder, 'films', 'film.mp4');
    const made = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1', film]);
    assert.equal(made.status, 0, String(made.stderr));
    const args = [MAIN, 'import', join(folder, 'films'), '--data', join(folder, 'data'), '--render'];
    const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...PATIENT } });
    assert.match(stderr, /^thumbnails: 1 there, 0 of files that can't be drawn$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
