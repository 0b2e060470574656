import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openProcessServices } from '../../src/app/process-services.ts';
import { openThreadServices } from '../../src/app/thread-services.ts';
import { loadConfig } from '../../src/config/load.ts';
import { openServer } from '../../src/http/server.ts';
import { openForAll } from './open-for-all.ts';
import { PATIENT } from './patient.ts';
import { copySample, importSample, NOW, SAMPLE } from './sample.ts';

export interface RunningApp extends AsyncDisposable {
  readonly url: string;
  readonly data: string;
  /** Log lines so far. */
  readonly log: readonly string[];
  /** Answers further requests with 503, as while the service stops. */
  stop(): void;
}

/** Shorter limits than those of the service, for tests that reach them, and another clock than one that stands still. */
interface Haste {
  readonly stallSeconds?: number;
  readonly headersSeconds?: number;
  readonly connections?: number;
  /** The data folder; default: a new one. */
  readonly data?: string;
  readonly clock?: () => number;
}

/**
 * The whole service in this process over real sockets, on a data folder of its own. `settings` is the configuration file,
 * `bundle` a folder, or a catalogue without files.
 */
export async function startApp(
  settings: Record<string, unknown> = {},
  bundle: string | object = SAMPLE,
  haste: Haste = {},
): Promise<RunningApp> {
  const prepare = (data: string) => (bundle === SAMPLE ? copySample(data) : importSample(data, folderOf(bundle)));
  return await startNode(settings, prepare, haste);
}

function folderOf(bundle: string | object): string {
  if (typeof bundle === 'string') return bundle;
  const folder = newFolder();
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(bundle));
  return folder;
}

/** The same for all tests of a suite or a file. */
export function appForAll(...args: Parameters<typeof startApp>): Omit<RunningApp, typeof Symbol.asyncDispose> {
  return openForAll(() => startApp(...args));
}

/** Like `startApp`, but with what `prepare` puts into the data folder, or with the stores that the settings name. */
export async function startNode(
  settings: Record<string, unknown>,
  prepare: (data: string) => Promise<void> = async () => {},
  { stallSeconds, clock = () => NOW, data = newFolder(), ...hasty }: Haste = {},
): Promise<RunningApp> {
  await using stack = new AsyncDisposableStack();
  await prepare(data);

  const environment = Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  const config = loadConfig({
    options: { data, port: '0' },
    environment: {
      ...PATIENT,
      ABS_THREADS: '1',
      // Each process takes half a second to start.
      ABS_RENDER_PROCESSES: '1',
      ...environment,
    },
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
  const shared = stack.use(await openProcessServices(config, logger, clock));
  const services = stack.use(await openThreadServices(config, shared, logger, clock));
  const { host, trustProxy, http } = config;
  const limits = { connections: 10_000, ...http, ...hasty };
  const own = {
    host,
    port: 0,
    reusePort: false,
    trustProxy,
    limits,
    log: logger,
    ...(stallSeconds && { stallSeconds }),
  };
  const server = stack.use(await openServer({ ...own, ...services }));
  const owned = stack.move();
  return {
    url: `http://127.0.0.1:${server.port}`,
    data,
    log,
    stop: services.stop,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
