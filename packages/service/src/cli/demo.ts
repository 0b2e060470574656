/**
 * The demo of `abs start`. A program of its own generates it, pictures and catalogue: first what a first page shows, and the rest
 * while that is served.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/settings.ts';
import { importSource } from './import.ts';
import type { Interruption } from './interruption.ts';
import { UsageError } from './usage-error.ts';
import { readWantedTexts } from './wanted-texts.ts';

/** Information fields of the demo: titles, days on which pictures were taken, and texts for people who can't see one. */
const DEMO_FIELDS = { nameField: 100, dateField: 105, altField: 102 };

/** The folder of the demo to which links for others belong. */
const DEMO_FOLDER = 10;

/** Shows these fields of the demo and offers links for others, unless the operator has chosen other fields and another node. */
export function withDemoFields(config: Config): Config {
  const { nameField, dateField, altField } = config.asset;
  const asset = {
    ...config.asset,
    nameField: nameField ?? DEMO_FIELDS.nameField,
    dateField: dateField ?? DEMO_FIELDS.dateField,
    altField: altField ?? DEMO_FIELDS.altField,
  };
  return { ...config, asset, pin: { ...config.pin, parentNode: config.pin.parentNode ?? DEMO_FOLDER } };
}

/** Logos of the demo: settings, and files of its bundle, of which the data folder keeps copies. */
const DEMO_LOGOS = { logo: 'velmara-mark.svg', logoDark: 'velmara-mark-light.svg' };

function demoLogos({ data }: Config): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(DEMO_LOGOS).map(([key, file]) => [key, join(data, file)]));
}

/** True if the demo was made in this data folder. One that the operator names may have another catalogue. */
export function hasDemo(config: Config): boolean {
  return Object.values(demoLogos(config)).every((file) => existsSync(file));
}

/** Shows name and logo of the demo, unless the operator has chosen others. */
export function withDemoBrand(config: Config): Config {
  const { name, logo } = config.branding;
  const logos = logo === null ? demoLogos(config) : {};
  return { ...config, branding: { ...config.branding, name: name ?? 'Velmara', ...logos } };
}

/** Folder in which the demo is drawn. It exists until all of it is imported, so it also marks an unfinished demo. */
function bundleOf({ data }: Config): string {
  return join(data, 'demo-bundle');
}

/** True if the last start was stopped before it had the whole demo. */
export function isUnfinished(config: Config): boolean {
  return existsSync(bundleOf(config));
}

/** Draws the beginning of the demo and imports it. */
export async function beginDemo(config: Config, interruption: Interruption): Promise<void> {
  const bundle = bundleOf(config);
  // Once the catalogue has the beginning, the folder must stay until it has the rest.
  let isBegun = isUnfinished(config);
  rmSync(bundle, { recursive: true, force: true });
  mkdirSync(bundle, { recursive: true });
  try {
    // In a checkout it was drawn while the service was built.
    const drawn = process.env['DEMO_BEGINNING'];
    if (drawn === undefined) await draw([bundle, 'beginning'], interruption.signal);
    else cpSync(drawn, bundle, { recursive: true });
    await importSource(bundle, { config, label: 'the first pictures of the demo' }, interruption);
    isBegun = true;
    for (const file of Object.values(DEMO_LOGOS))
      copyFileSync(join(bundle, 'brand/logos', file), join(config.data, file));
  } catch (error) {
    if (!isBegun) rmSync(bundle, { recursive: true, force: true });
    throw error;
  }
}

/** Draws the rest of the demo and imports it while the beginning is served, and then calls `done`. Disposing stops it. */
export class RestOfDemo implements AsyncDisposable {
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  constructor(config: Config, done: () => void) {
    const { signal } = this.#stopping;
    this.#ended = finishDemo(config, signal).then(done, (error: unknown) => {
      if (!signal.aborted) console.error(error instanceof Error ? error.message : String(error));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }
}

async function finishDemo(config: Config, signal: AbortSignal): Promise<void> {
  const bundle = bundleOf(config);
  await draw([bundle], signal, { isBackground: true });
  // The service itself handles SIGINT and SIGTERM, and then disposes of the rest.
  const interruption = {
    signal,
    release: async () => signal.throwIfAborted(),
    listen: () => {},
    [Symbol.dispose]: () => {},
  };
  await importSource(bundle, { config, label: 'the demo' }, interruption);
  await readWantedTexts(config, { signal });
  rmSync(bundle, { recursive: true, force: true });
}

/** Niceness of work that must not delay answers. */
const BACKGROUND = 10;

/** Returns the address of the program that makes the demo. It is a package of its own, and may be absent. */
function demoProgram(): string {
  try {
    return import.meta.resolve('@asset-browsing-service/demo');
  } catch (error) {
    throw new UsageError(
      'the demo catalogue needs the package @asset-browsing-service/demo; install it, or name a folder or bundle',
      { cause: error },
    );
  }
}

/** Draws in a separate program. */
async function draw(args: readonly string[], signal: AbortSignal, { isBackground = false } = {}): Promise<void> {
  signal.throwIfAborted();
  const program = fileURLToPath(demoProgram());
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Ctrl-C in a terminal reaches the service alone, which stops this program without a word.
    detached: isBackground,
  });
  if (isBackground && child.pid !== undefined) setPriority(child.pid, BACKGROUND);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  process.once('exit', stop);
  const [status] = await once(child, 'exit');
  process.off('exit', stop);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (status !== 0) throw new Error('the demo catalogue could not be made');
}
