import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { openFolderBinaries } from '../../src/adapters/binaries-folder.ts';
import { openCatalogue } from '../../src/adapters/catalogue-sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/adapters/catalogue-sqlite/writer.ts';
import { openCore } from '../../src/app/core.ts';
import { openEdge } from '../../src/app/edge.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openServer } from '../../src/http/server.ts';
import { importBundle } from '../../src/importing/bundle/import-bundle.ts';
import { isShippedIcon } from '../../src/importing/bundle/shipped-icons.ts';
import { openExtractor } from '../../src/metadata/extractor.ts';

/** The small catalogue that the case files ask. */
export const SAMPLE = fileURLToPath(new URL('../fixtures/catalogue/', import.meta.url));

/** The day on which the sample is asked: its downloads lie just before. */
export const NOW = Date.parse('2026-03-20T12:00:00Z');

/** Imports a bundle into a data folder. */
export async function importSample(data: string, bundle = SAMPLE): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const writer = stack.use(openCatalogueWriter({ directory: data }));
  const catalogue = stack.use(openCatalogue({ directory: data }));
  const binaries = stack.use(openFolderBinaries({ directory: join(data, 'originals') }));
  const extractor = stack.use(openExtractor({ processes: 1, secondsPerFile: 60 }));
  await importBundle({
    directory: bundle,
    writer,
    catalogue,
    binaries,
    extractor,
    isShippedIcon,
    remember: () => {},
    now: () => NOW,
    signal: AbortSignal.timeout(60_000),
    onProgress: () => {},
  });
}

export interface RunningApp extends AsyncDisposable {
  readonly url: string;
  readonly data: string;
  /** Log lines so far. */
  readonly log: readonly string[];
}

/** The whole service in this process over real sockets, on a data folder of its own. `settings` is the configuration file. */
export async function startApp(settings: Record<string, unknown> = {}, bundle = SAMPLE): Promise<RunningApp> {
  await using stack = new AsyncDisposableStack();
  const data = mkdtempSync(join(tmpdir(), 'abs-app-'));
  stack.defer(() => rmSync(data, { recursive: true, force: true }));
  await importSample(data, bundle);

  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  const config = loadConfig({
    options: { data, port: '0' },
    environment: { ABS_THREADS: '1', ...environment },
    directory: data,
  });
  const log: string[] = [];
  const lines = new Writable({
    write(chunk, _encoding, done) {
      log.push(String(chunk));
      done();
    },
  });
  const logger = pino({ base: null }, lines);
  const core = stack.use(await openCore(config, logger, () => NOW));
  const edge = stack.use(await openEdge(config, core, logger, () => NOW));
  const { host, trustProxy, http: limits } = config;
  const server = stack.use(
    await openServer({ host, port: 0, reusePort: false, trustProxy, limits, log: logger, ...config.send, ...edge }),
  );
  const owned = stack.move();
  return {
    url: `http://127.0.0.1:${server.port}`,
    data,
    log,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
