/** Connections that are kept, shared, awaited and lost. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import type { S3Response } from '../../../src/platform/s3/s3-get.ts';
import { until } from '../../support/until.ts';
import { drain, headOf, LONG, startRawServer } from './raw-server.ts';

const { signal } = new AbortController();

describe('connections for downloads', () => {
  test('that die while they are idle are replaced at once, even if nothing tells that they are dead', async () => {
    for (const [what, waitMilliseconds] of Object.entries({ cut: LONG, silent: 200 })) {
      const served = new Set<Socket>();
      await using server = await startRawServer((socket) => {
        if (!served.has(socket)) socket.write(`${headOf(4)}text`);
        else if (what === 'cut') socket.destroy();
        served.add(socket);
      });
      const first = await server.begin();
      assert.ok(first && (await drain(first, [4])).length === 4);
      first.close();
      const second = await server.begin(signal, waitMilliseconds).catch((error: unknown) => error);
      // A new connection may be slow, too, but it was tried.
      if (what === 'cut') assert.equal((second as S3Response).size, 4);
      await until(() => server.opened() === 2);
    }
  });

  test('are at most as many as may be, and whoever waits for one gets it, stops, or has waited long enough', async () => {
    const answer = (socket: Socket) => void socket.write(`${headOf(4)}text`);
    await using hasty = await startRawServer(answer, { most: 1, waitMilliseconds: 1 });
    const only = await hasty.begin();
    await assert.rejects(hasty.begin(), { code: 'ETIMEDOUT' });
    only?.close();
    await using server = await startRawServer(answer, { most: 1 });
    const first = await server.begin();
    await assert.rejects(server.begin(AbortSignal.timeout(1)), { name: 'TimeoutError' });
    const second = server.begin();
    assert.ok(first && (await drain(first, [4])).length === 4);
    first.close();
    assert.ok((await second)?.size === 4);
    assert.equal(server.opened(), 1);
    (await second)?.close();
    const third = await server.begin();
    third?.close();
    assert.equal(third?.size, 4);
  });
});
