import { createHash } from 'node:crypto';
import { lstatSync, realpathSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { freePort } from '../app/http-threads.ts';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/settings.ts';
import { BundleRefused } from '../transfer/bundle/faults.ts';
import type { CommandLine } from './command-line.ts';
import { beginDemo, hasDemo, isUnfinished, RestOfDemo, withDemoBrand, withDemoFields } from './demo.ts';
import { importSource, requireDirectory } from './import.ts';
import { listenForInterruption } from './interruption.ts';
import { loadServed } from './load-served.ts';
import { serve } from './serve.ts';
import { BackgroundRecognition, readWantedTexts } from './wanted-texts.ts';

/** Parent of the data folders of `abs start`, one per source, so that sources never share IDs. */
const HOME = 'data-start';

/** Runs `abs start [DIR]`: imports the folder or bundle, or makes the demo the first time, then serves it. */
export async function run({ operands: [source], settings }: CommandLine): Promise<number> {
  if (source !== undefined) requireDirectory(source);
  const data = settings.data ?? join(HOME, source === undefined ? 'demo' : nameOf(source));
  const loaded = loadServed({ ...settings, data });
  // Before the demo is made, which takes a while.
  await freePort(loaded);
  let config = loaded;
  let isBegun = false;
  try {
    using interruption = listenForInterruption();
    if (source !== undefined) await importSource(source, { config }, interruption);
    else if (isUnfinished(config) || (await isEmpty(config))) {
      await beginDemo(withDemoFields(config), interruption);
      isBegun = true;
    }
    if (source === undefined && hasDemo(config)) config = withDemoBrand(withDemoFields(config));
    // The rest of the demo reads them at its end.
    if (!isBegun) await readWantedTexts(config, interruption);
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    console.error(error.message);
    return 1;
  }
  if (source !== undefined) console.error(`to import more into it: npx abs import SOURCE --data ${data}`);
  await using recognition = new BackgroundRecognition(config);
  if (!isBegun) recognition.start();
  await using _rest = isBegun ? new RestOfDemo(config, () => recognition.start()) : undefined;
  return await serve(config, console.log);
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
