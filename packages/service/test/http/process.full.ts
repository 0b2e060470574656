/** The service as operators run it: threads, draining, ports, counts that survive a restart. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { startLongService } from '../support/long-service.ts';
import { copySample, importSample } from '../support/sample.ts';
import { MAIN } from './served-program.ts';

/** Resolves when the program refuses new connections or answers 503. */
async function untilRefused(url: string): Promise<void> {
  const isRefused = () =>
    fetch(`${url}/ready`).then(
      ({ ok }) => !ok,
      () => true,
    );
  await until(isRefused);
}

describe('the running service, long tests', () => {
  test('answers with two threads on one port, which a second service cannot share', async () => {
    using data = temporaryFolder();
    await copySample(data.path);
    await using service = await startLongService(data.path, { ABS_THREADS: '2' });
    const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${service.url}/node.do?about=true`)));
    for (const answer of answers) assert.equal((await answer.json()).status, 200);
    const second = spawn(process.execPath, [MAIN, 'serve', '--data', data.path, '--port', new URL(service.url).port], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [status] = await once(second, 'exit');
    assert.equal(status, 1);
  });

  test('a ZIP that is being sent at SIGTERM is completed and counted, and an idle connection is ended before', async () => {
    using data = temporaryFolder();
    using bundle = temporaryFolder();
    const bytes = 20_000_000;
    writeFileSync(join(bundle.path, 'large.bin'), Buffer.alloc(bytes, 'x'));
    const users = [{ id: 1, name: 'Service', service: true }];
    const assets = [{ id: 1, file: 'large.bin' }];
    writeFileSync(join(bundle.path, 'catalogue.json'), JSON.stringify({ languages: ['en'], users, assets }));
    await importSample(data.path, bundle.path);
    {
      await using service = await startLongService(data.path, { ABS_THREADS: '2' });
      const answer = await fetch(`${service.url}/asset.do?download=1&forcezip=true`);
      const idle = connect(Number(new URL(service.url).port), '127.0.0.1').resume();
      await once(idle, 'connect');
      // The connection may be reset when the service closes it.
      idle.on('error', () => {});
      const idleEnded = new Promise((resolve) => idle.once('close', resolve));
      const ended = service.stop();
      // It has begun and can't be in the network's buffers as a whole; new requests are refused.
      await untilRefused(service.url);
      // At the end of the grace period the ZIP would be cut, too.
      await idleEnded;
      assert.equal((await answer.arrayBuffer()).byteLength, Number(answer.headers.get('content-length')));
      assert.equal(await ended, 0);
    }
    await using again = await startLongService(data.path, { ABS_THREADS: '2' });
    const top = await (await fetch(`${again.url}/node.do?top=1`)).json();
    assert.deepEqual([top.data[0].id, top.data[0].downloads], [1, 1]);
  });
});
