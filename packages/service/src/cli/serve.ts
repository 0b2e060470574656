/**
 * Serves. At SIGTERM or SIGINT, `serve` closes what it has opened (`Listening` in `app/http-threads.ts`): for
 * `drain.seconds`, `/ready` says that the thread stops while it answers on; then new requests are refused with
 * `stopping`, running ones have 8 seconds to end before their connections are cut, and the main thread writes the last
 * download counts. A second signal ends the process at once.
 */
import { once } from 'node:events';
import { openLog } from '../../../core/src/platform/log.ts';
import { needsConversion } from '../app/catalogue-conversion.ts';
import { comparableSettings, disagreements } from '../app/comparable-settings.ts';
import { listen } from '../app/http-threads.ts';
import { openProcessServices } from '../app/process-services.ts';
import { unknownNames, warningsOfSettings } from '../app/settings-warnings.ts';
import { openStorage, type Storage } from '../app/storage.ts';
import { PROGRAM_VERSION } from '../config/package.ts';
import type { Config } from '../config/settings.ts';
import type { CommandLine } from './command-line.ts';
import { loadServed } from './load-served.ts';

/** Work is aborted after this time, so that SIGTERM ends the process within 10 s and `drain` (catalogue: commands). */
const GRACE_SECONDS = 8;

export async function run({ settings }: CommandLine): Promise<number> {
  return await serve(loadServed(settings), console.log);
}

/** Serves until a signal asks it to stop, and returns the exit status. */
export async function serve(config: Config, say: (line: string) => void): Promise<number> {
  const log = openLog();
  const stopped = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  log.info({ version: PROGRAM_VERSION, node: process.versions.node }, 'starting');
  if (await needsConversion(config)) {
    log.info('converting the catalogue to the format of this version; older versions then refuse it');
  }
  await using services = await openProcessServices(config, log);
  const warnings = [await warningsOfStores(config), warningsOfSettings(config)];
  for (const line of warnings.flat()) log.warn(line);
  const listening = await Promise.race([listen(config, services, log), stopped.then(() => undefined)]);
  // No request has been answered yet, and a first build of the index may take minutes, so there is nothing to wait for.
  // The next start begins the build again.
  if (!listening) process.exit(0);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  say(`listening on http://${host}:${listening.port}`);
  services.startRendering();

  const failure = await Promise.race([services.index.failed, listening.failed, stopped.then(() => undefined)]);
  endAtSecondSignal();
  if (failure) log.fatal({ err: failure }, 'a thread died');
  // A process in which a thread died is of no use to anyone for longer.
  await listening.close({ drainSeconds: failure ? 0 : config.drain.seconds, graceSeconds: GRACE_SECONDS });
  return failure ? 1 : 0;
}

/** Returns what is wrong with the stores. Rejects with ConfigError if files can't be stored with these settings. */
async function warningsOfStores(config: Config): Promise<readonly string[]> {
  await using storage = await openStorage(config);
  const away = await storage.checkFileStores(new AbortController().signal);
  return [
    ...(await unknownNames(config, storage)),
    ...(away.length === 0 ? await lostCatalogue(config, storage) : away),
    ...(await disagreementsOf(config, storage)),
  ];
}

/** Returns warnings about settings that other nodes of the service have differently. */
async function disagreementsOf(config: Config, storage: Storage): Promise<readonly string[]> {
  const settings = comparableSettings(config);
  const before = await storage.exchangeSettings(settings);
  return before ? disagreements(settings, before) : [];
}

/** Warns of a new, empty catalogue: the folder may be the wrong one, or the catalogue was deleted and left originals. */
async function lostCatalogue(config: Config, storage: Storage): Promise<readonly string[]> {
  if ((await storage.indexSource.lastCommit()).revision > 0) return [];
  const isInFolder = config.catalogue.url === null;
  for await (const _ of storage.originals.keys()) {
    return [
      isInFolder
        ? `the catalogue in ${config.data} is empty, but there are originals beside it: was catalogue.sqlite removed?`
        : 'the database of catalogue.url is empty, but there are originals: is it the right one?',
    ];
  }
  const place = isInFolder ? `the data folder ${config.data}` : 'the database of catalogue.url';
  return [`the catalogue in ${place} is new and empty; if another was meant, name it with --data or --config`];
}

/** Another signal within this time is the same: npm forwards a Ctrl-C that the terminal has sent already. */
const SAME_SIGNAL_MILLISECONDS = 500;

/** Exits at the second signal: an operator who asks again doesn't want to wait for running requests. */
function endAtSecondSignal(): void {
  const asked = performance.now();
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (performance.now() - asked > SAME_SIGNAL_MILLISECONDS) process.exit(1);
    });
  }
}
