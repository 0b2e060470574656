/** The program on a database that is away. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { MAIN } from '../http/served-program.ts';
import { SAMPLE } from '../support/sample.ts';

const run = promisify(execFile);

test('a program whose database is away does not begin, and says why in one sentence without the password', async () => {
  const data = newFolder();
  const url = `postgres://abs:a-secret@127.0.0.1:${await freePort()}/abs`;
  for (const threads of ['1', '2']) {
    const env = { ...process.env, ABS_CATALOGUE_URL: url, ABS_THREADS: threads };
    for (const command of [['serve', '--port', '0'], ['import', SAMPLE], ['check']]) {
      await assert.rejects(run(process.execPath, [MAIN, ...command, '--data', data], { env }), (error) => {
        const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
        assert.deepEqual([code, stdout], [1, '']);
        const refusal =
          /^(?:\{.*"msg":"starting"\}\n)?abs \w+: catalogue\.url: postgres:\/\/abs@127.0.0.1:\d+\/abs can't be reached \(.*\)\n$/;
        assert.match(stderr ?? '', refusal);
        return true;
      });
    }
  }
});
