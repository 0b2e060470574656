import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../app/http-threads.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { BundleRefused } from '../transfer/bundle/faults.ts';
import type { CommandLine } from './command-line.ts';
import { importSource } from './import.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import { loadServed } from './load-served.ts';
import { serve } from './serve.ts';
import { UsageError } from './usage-error.ts';
import { BackgroundRecognition, readWantedTexts } from './wanted-texts.ts';

/** Parent of the data folders of `abs start`, one per source, so that sources never share IDs. */
const HOME = 'data-start';

/** Runs `abs start [DIR]`: imports the folder or bundle, or makes the demo the first time, then serves it. */
export async function run({ operands: [source], settings }: CommandLine): Promise<number> {
  const data = settings.data ?? join(HOME, source === undefined ? 'demo' : nameOf(source));
  const loaded = loadServed({ ...settings, data });
  // Before the demo is made, which takes a minute.
  await freePort(loaded);
  let config = loaded;
  try {
    using interruption = listenForInterruption();
    if (source !== undefined) await importSource(source, { config }, interruption);
    else if (await isEmpty(config)) await importDemo(withDemoFields(config), interruption);
    if (source === undefined && hasDemo(config)) config = withDemoBrand(withDemoFields(config));
    await readWantedTexts(config, interruption);
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    console.error(error.message);
    return 1;
  }
  if (source !== undefined) console.error(`to import more into it: npx abs import SOURCE --data ${data}`);
  await using recognition = new BackgroundRecognition(config);
  recognition.start();
  return await serve(config, console.log);
}

/** Information fields of the demo: titles, days on which pictures were taken, and texts for people who can't see one. */
const DEMO_FIELDS = { nameField: 100, dateField: 105, altField: 102 };

/** The folder of the demo to which links for others belong. */
const DEMO_FOLDER = 10;

/** Shows these fields of the demo and offers links for others, unless the operator has chosen other fields and another node. */
function withDemoFields(config: Config): Config {
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
function hasDemo(config: Config): boolean {
  return Object.values(demoLogos(config)).every((file) => existsSync(file));
}

/** Shows name and logo of the demo, unless the operator has chosen others. */
function withDemoBrand(config: Config): Config {
  const { name, logo } = config.branding;
  const logos = logo === null ? demoLogos(config) : {};
  return { ...config, branding: { ...config.branding, name: name ?? 'Velmara', ...logos } };
}

/** Returns a name that is recognisable and the same at every start. */
function nameOf(source: string): string {
  // A link may be made to lead elsewhere, as for an import.
  const path = lstatSync(resolve(source)).isSymbolicLink() ? resolve(source) : realpathSync(source);
  return `${basename(path)}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
}

async function isEmpty(config: Config): Promise<boolean> {
  await using storage = await openStorage(config);
  return (await storage.indexSource.lastCommit()).revision === 0;
}

async function importDemo(config: Config, interruption: Interruption): Promise<void> {
  const bundle = join(config.data, 'demo-bundle');
  rmSync(bundle, { recursive: true, force: true });
  mkdirSync(bundle, { recursive: true });
  try {
    await makeDemo(bundle, interruption.signal);
    await importSource(bundle, { config, label: 'demo' }, interruption);
    for (const file of Object.values(DEMO_LOGOS))
      copyFileSync(join(bundle, 'brand/logos', file), join(config.data, file));
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
}

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

/** Creates the demo in a separate program, which shows its own progress. */
async function makeDemo(bundle: string, signal: AbortSignal): Promise<void> {
  const program = fileURLToPath(demoProgram());
  const child = spawn(process.execPath, [program, bundle], { stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const [status] = await once(child, 'exit');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (status !== 0) throw new Error('the demo catalogue could not be made');
}
