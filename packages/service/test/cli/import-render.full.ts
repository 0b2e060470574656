import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from '../../../core/src/platform/find-program.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { startLongService } from '../support/long-service.ts';
import { PATIENT } from '../support/patient.ts';
import { SAMPLE } from '../support/sample.ts';
import { abs } from './copy-world.ts';

/** Imports the sample without and with `--render`, and then asks for thumbnails. */
async function renderOnce(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  using folder = temporaryFolder();
  const stored = () => globSync('renditions/**/*.rendition', { cwd: folder.path }).toSorted();
  const importSample = async (...args: string[]) => {
    const { status, stderr } = await abs(['import', SAMPLE, '--data', folder.path, ...args], {
      ...PATIENT,
      ...settings,
    });
    assert.equal(status, 0, stderr);
    return stderr;
  };
  await importSample();
  assert.deepEqual(stored(), []);
  assert.match(await importSample('--render'), /^thumbnails: 7 there, 1 of files that can't be drawn$/m);
  const made = stored();
  // Several assets have the same file. Of each of the five, there are a thumbnail and what its picture resembles.
  assert.equal(made.length, 10);
  await importSample('--render');
  assert.deepEqual(stored(), made);
  await using service = await startLongService(folder.path, settings);
  for (const asset of [1000, 1001, 1002]) {
    const answer = await fetch(`${service.url}/asset.do?thumb=${asset}`);
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  }
  assert.deepEqual(stored(), made);
}

test('import --render renders each thumbnail once for later requests, and import without it renders none', async () =>
  await renderOnce());

test('--render makes thumbnails of films, too', {
  skip: findProgram('ffmpeg') === undefined && 'ffmpeg is not here',
}, async () => {
  using folder = temporaryFolder();
  const films = join(folder.path, 'films');
  mkdirSync(films);
  const args = ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=1', join(films, 'film.mp4')];
  assert.equal(spawnSync('ffmpeg', args).status, 0);
  const { stderr } = await abs(['import', films, '--data', join(folder.path, 'data'), '--render'], PATIENT);
  assert.match(stderr, /^thumbnails: 1 there, 0 of files that can't be drawn$/m);
});
