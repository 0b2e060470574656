/** The whole service over photographs of 24 megapixels: one rendering for many callers, and the memory of all its processes. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { SharpRenderer } from '../../../media/src/pictures/renderer-sharp.ts';
import { Renditions } from '../../../media/src/pictures/renditions.ts';
import { residentBytes } from '../../../media/src/workers/child.ts';
import { openProcessServices } from '../../src/app/process-services.ts';
import { openStorage } from '../../src/app/storage.ts';
import { openThreadServices } from '../../src/app/thread-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openServer } from '../../src/http/server.ts';
import { runCommand } from '../service.ts';
import { figure } from './figures.ts';
import { makePhotos } from './photos.ts';
import { assetsOf } from './stored.ts';

const MAIN = fileURLToPath(new URL('../../dist/service/src/cli/entry.js', import.meta.url));
const CLIENTS = 64;
const THUMBNAILS = 1000;
const ASKED_MEGABYTES = 1500;
const SAMPLE_MILLISECONDS = 25;

export async function benchService(folder: string, { count }: { count: number }): Promise<void> {
  const photos = join(folder, 'photos');
  await makePhotos(photos, { count, width: 6000, height: 4000 });
  const data = join(folder, 'photos-data');
  rmSync(data, { recursive: true, force: true });
  await runCommand(['import', photos, '--data', data]);
  const ids = await assetsOf(data);
  // Each endpoint has thumbnails of a different size, so that few photographs have many thumbnails.
  const sizes = Array.from({ length: Math.ceil(THUMBNAILS / ids.length) }, (_, n) => 200 + n);
  const endpoints = Object.fromEntries(sizes.map((size) => [`size${size}`, { thumb: { size } }]));
  const config = join(folder, 'many-sizes.json');
  writeFileSync(config, JSON.stringify({ endpoints }));

  const [first = 0] = ids;
  const renderings = await renderingsOf(data, first);
  figure({
    name: `renderings that ${CLIENTS} clients cause who ask for one new thumbnail`,
    asked: '1',
    measured: String(renderings),
    isReached: renderings === 1,
  });

  await using server = await startMeasured(['serve', '--data', data, '--port', '0', '--config', config]);
  const addresses = sizes.flatMap((size) => ids.map((id) => `${server.url}/size${size}/asset.do?thumb=${id}`));
  const asked = addresses.slice(0, THUMBNAILS);
  const left = asked.values();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const address of left) {
        const response = await fetch(address);
        if (!response.ok || response.headers.has('x-placeholder'))
          throw new Error(`${address} answers ${response.status}`);
        await response.arrayBuffer();
      }
    }),
  );
  const peak = server.peakBytes() / 1e6;
  figure({
    name: `peak memory of all processes while ${asked.length} thumbnails of 24 megapixels are made`,
    asked: `less than ${ASKED_MEGABYTES} MB`,
    measured: `${peak.toFixed(0)} MB`,
    isReached: peak > 0 && peak < ASKED_MEGABYTES,
  });
}

/** The effect of 64 HTTP clients that request the same thumbnail of a new service at once. */
async function renderingsOf(data: string, asset: number): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const config = loadConfig({ options: { data, port: '0' }, environment: {}, directory: data });
  const log = pino({ level: 'silent' });
  const shared = stack.use(await openProcessServices(config, log));
  const { originals } = stack.use(await openStorage(config));
  const renderer = stack.use(new SharpRenderer(config.render));
  let renderings = 0;
  const render = renderer.render.bind(renderer);
  renderer.render = (...order) => {
    renderings += 1;
    return render(...order);
  };
  const directory = mkdtempSync(join(tmpdir(), 'abs-bench-store-'));
  stack.defer(() => rmSync(directory, { recursive: true }));
  const renditions = stack.use(new Renditions({ directory, renderer, originals, storeMegabytes: 100 }));
  const services = stack.use(await openThreadServices(config, { ...shared, renditions }, log));
  const server = stack.use(
    await openServer({
      host: '127.0.0.1',
      port: 0,
      reusePort: false,
      trustProxy: [],
      limits: { connections: 10_000, ...config.http },
      log,
      ...services,
    }),
  );
  const url = `http://127.0.0.1:${server.port}/asset.do?thumb=${asset}`;
  const asked = Array.from({ length: CLIENTS }, () => fetch(url));
  for (const response of await Promise.all(asked)) {
    if (!response.ok || response.headers.has('x-placeholder'))
      throw new Error(`the service answers ${response.status}`);
    await response.arrayBuffer();
  }
  return renderings;
}

async function startMeasured(
  args: readonly string[],
): Promise<{ readonly url: string; peakBytes(): number } & AsyncDisposable> {
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(child.pid ?? -1) ?? 0);
  }, SAMPLE_MILLISECONDS);
  const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
  return {
    url: String(line).replace('listening on ', ''),
    peakBytes: () => peak,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
