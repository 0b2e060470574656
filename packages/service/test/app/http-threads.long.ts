import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { sampleFolder, serve } from './service.ts';

test('a fault that prevents all threads from starting is reported in one line', async () => {
  using folder = await sampleFolder();
  const provider = join(folder.path, 'provider.mjs');
  writeFileSync(provider, 'export default 5;');
  await using service = await serve(folder, { ABS_THREADS: '3', ABS_SEARCH_PROVIDER: provider });
  assert.equal(await service.ended, 1);
  assert.equal(service.told(), `abs serve: search.provider: ${provider} has no function as its default export\n`);
});

for (const end of ['throw', 'exit'] as const) {
  test(`when one thread fails to start, by ${end}, the others are stopped and the program exits with 1`, async () => {
    using folder = await sampleFolder();
    folder.break(`http ${end}`);
    await using service = await serve(folder, { ABS_THREADS: '3' });
    assert.equal(await service.ended, 1);
    assert.match(
      service.told(),
      end === 'throw'
        ? /^abs serve: the fault that was asked for$/m
        : /^abs serve: an HTTP thread ended before it listened$/m,
    );
  });

  test(`when one thread dies while serving, by ${end}, the others answer those who have begun to ask`, async () => {
    using folder = await sampleFolder();
    await using service = await serve(folder, { ABS_THREADS: '2' });
    // Requests that have begun and aren't complete yet, spread over both threads by the system.
    const callers = await Promise.all(Array.from({ length: 24 }, () => begin(service.url ?? '')));
    folder.break(`http ${end}`);
    await until(() => service.told().includes('a thread died'));
    const answers = await Promise.all(callers.map((caller) => caller.finish()));
    // The data, or a 503 that says when to come back.
    const whole = answers.filter((answer) => answer.startsWith('HTTP/1.1 '));
    assert.ok(whole.length > 0, 'no caller of the other thread was answered');
    assert.equal(await service.ended, 1);
    assert.doesNotMatch(service.told(), /^[^{]/m);
  });
}

/** A request whose headers end when `finish` is called, which returns the answer, or an empty text if the connection is closed. */
async function begin(url: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  const ended = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
  socket.write(`GET /node.do?about=true HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`);
  // A thread that stops ends connections on which nothing arrives.
  const more = setInterval(() => socket.writable && socket.write('X-More: 1\r\n'), 10);
  return {
    finish: async () => {
      clearInterval(more);
      if (socket.writable) socket.write('\r\n');
      await ended;
      return answer;
    },
  };
}
