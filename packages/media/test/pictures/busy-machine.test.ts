/** What a machine that has no time for a program makes of a film. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { readFrame } from '../../src/ffmpeg/frame.ts';

test('the search for a frame goes on while ffmpeg waits for a processor', async () => {
  const folder = newFolder();
  const [gate, ffmpeg] = [join(folder, 'gate'), join(folder, 'ffmpeg')];
  execFileSync('mkfifo', [gate]);
  writeFileSync(ffmpeg, `#!/bin/sh\nread -r _ <${gate}\nprintf 'P6 1 1 255 abc'\n`, { mode: 0o700 });
  const opened = openSync(gate, 'r+');
  mock.timers.enable({ apis: ['setTimeout'] });
  const found = readFrame({ ffmpeg, ffprobe: '', version: '' }, '/film', { stream: 0, filters: [], seconds: 1 });
  mock.timers.tick(60_000);
  mock.timers.reset();
  writeSync(opened, '\n');
  assert.deepEqual(await found, { width: 1, height: 1, pixels: Buffer.from('abc') });
  closeSync(opened);
});
