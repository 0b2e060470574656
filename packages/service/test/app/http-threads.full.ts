import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { importLarge, LARGE_BYTES } from '../support/large-asset.ts';
import { sampleFolder, serve } from './breakable-service.ts';

test('a fault that prevents all threads from starting is reported in one line', async () => {
  using folder = await sampleFolder();
  const provider = join(folder.path, 'provider.mjs');
  writeFileSync(provider, 'export default 5;');
  await using service = await serve(folder, { ABS_THREADS: '3', ABS_SEARCH_PROVIDER: provider });
  assert.equal(await service.ended, 1);
  // The log is JSON; it also names the programs that are missing here.
  const refusal = service
    .told()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  assert.deepEqual(refusal, [`abs serve: search.provider: ${provider} has no function as its default export`, '']);
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

  test(`when one thread dies while serving, by ${end}, the others finish running requests`, async () => {
    using folder = await sampleFolder();
    const { id } = await importLarge(folder.path);
    await using service = await serve(folder, { ABS_THREADS: '2' });
    // The system spreads the downloads over both threads. Their callers read only the headers until one thread is dead.
    const downloads = await Promise.all(
      Array.from({ length: 24 }, () => download(`${service.url}/asset.do?download=${id}`)),
    );
    folder.break(`http ${end}`);
    await until(() => service.told().includes('a thread died'));
    const sizes: number[] = [];
    // In turn, because a slow machine can't send all of them in the time that the other thread has left.
    for (const each of downloads) sizes.push(await bytesOf(each));
    assert.ok(sizes.includes(LARGE_BYTES), 'the other thread finished no download');
    assert.equal(await service.ended, 1);
    // Every line is a record of the log.
    assert.doesNotMatch(service.told(), /^[^{]/m);
  });
}

/** Begins a download. */
async function download(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  return response;
}

/** Reads a download up to its end, or to where it is cut off; returns its bytes. */
async function bytesOf(response: IncomingMessage): Promise<number> {
  let bytes = 0;
  try {
    for await (const part of response) bytes += (part as Buffer).length;
  } catch {
    // The thread that sent it is dead.
  }
  return bytes;
}
