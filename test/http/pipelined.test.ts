/** Answers that wait for their turn on a connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { openFolderBinaries } from '../../src/adapters/binaries-folder.ts';
import { openCatalogueWriter } from '../../src/adapters/catalogue-sqlite/writer.ts';
import { openServer } from '../../src/http/server.ts';
import { MOST_WAITING } from '../../src/http/turns.ts';
import { assetOf } from '../contracts/search-index-samples.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { readMetrics } from '../support/metrics.ts';

/** Asks again until it is so; how long that may take is the runner's business. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 20));
}

/** More than the buffers of both sides hold. */
const LARGE_BYTES = 32 * 2 ** 20;

const SERVER = {
  host: '127.0.0.1',
  port: 0,
  reusePort: false,
  trustProxy: [],
  limits: { connections: 100, headersSeconds: 60, idleSeconds: 60 },
  log: pino({ level: 'silent' }),
  stallSeconds: 600,
  known: () => undefined,
  admission: { admits: () => true },
  metrics: { count: () => {}, damaged: () => {}, sending: () => () => {} },
  rateLimit: undefined,
};

/** Imports a file; gives its asset. */
async function importLarge({ data }: RunningApp): Promise<{ readonly id: number; readonly sha256: string }> {
  const path = join(data, 'large.bin');
  writeFileSync(path, new Uint8Array(LARGE_BYTES));
  await using binaries = openFolderBinaries({ directory: join(data, 'originals') });
  const { sha256, size, crc32 } = await binaries.put(path, { signal: AbortSignal.timeout(60_000) });
  await using writer = openCatalogueWriter({ directory: data });
  const asset = assetOf(7000, { original: 'large.bin', size });
  const active = { ...asset.active, file: { sha256, size, crc32 } };
  await writer.change((changes) => changes.put('asset', { ...asset, active, nodes: [2] }));
  return { id: asset.id, sha256 };
}

/** How often this process has the file open. */
function timesOpen(sha256: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(sha256);
    } catch {
      return false; // closed meanwhile
    }
  }).length;
}

test('files are opened when the turn of their answer comes, and closed when the caller hangs up', {
  timeout: 120_000,
}, async (context) => {
  if (!existsSync('/proc/self/fd')) return context.skip('open files can not be listed here');
  await using app = await startApp();
  const { id, sha256 } = await importLarge(app);
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /asset.do?download=${id} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`.repeat(4));
  let most = 0;
  let bytes = 0;
  for await (const part of socket) {
    bytes += (part as Buffer).length;
    most = Math.max(most, timesOpen(sha256));
    if (bytes > 3.5 * LARGE_BYTES) break; // which hangs up
  }
  assert.equal(most, 1);
  await until(() => timesOpen(sha256) === 0);
  await until(async () => (await readMetrics(app.url)).get('abs_downloads_open') === 0);
});

test('a caller who hangs up is heard, whatever waits behind the first answer', { timeout: 120_000 }, async () => {
  const asked: string[] = [];
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  await using server = await openServer({
    ...SERVER,
    handle: async ({ path, signal }) => {
      asked.push(path);
      if (path === '/large') return { status: 200, headers: {}, body: Buffer.alloc(2 ** 20) };
      signal.addEventListener('abort', () => ended.resolve());
      begun.resolve();
      await ended.promise;
      throw signal.reason;
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await begun.promise;
  // The second request came with the first.
  await new Promise((done) => setTimeout(done, 50));
  socket.destroy();
  await ended.promise;
  assert.deepEqual(asked, ['/slow']);
});

test('no more than a bound may wait on a connection, and all are answered in their order', {
  timeout: 120_000,
}, async () => {
  const go = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  await using server = await openServer({
    ...SERVER,
    handle: async ({ path }) => {
      begun.resolve();
      await go.promise;
      return { status: 200, headers: {}, body: path };
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  const all = Array.from({ length: MOST_WAITING + 11 }, (_, n) => `GET /${n}/ HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.write(all.join(''));
  await begun.promise;
  // Some may come in a later part of the stream.
  await new Promise((done) => setTimeout(done, 50));
  go.resolve();
  let text = '';
  for await (const part of socket) {
    text += String(part);
    if (text.split('HTTP/1.1 ').length > MOST_WAITING + 2) break;
  }
  const served = [...text.matchAll(/\r\n\r\n\/(\d+)\//g)].map(([, n]) => Number(n));
  assert.deepEqual(served, [...Array(MOST_WAITING + 1).keys()]);
  assert.match(text, /HTTP\/1\.1 503 /);
});
