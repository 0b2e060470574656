import { resolve } from 'node:path';
import { carryWebhooks } from '../app/carry-webhooks.ts';
import { copyTokens } from '../app/copy-tokens.ts';
import {
  openExistingStorage,
  openStorage,
  type Storage,
  type StorageSettings,
  storageSettings,
} from '../app/storage.ts';
import { DifferentCatalogue, refuseDifferent } from '../catalogue/copies.ts';
import type { ImportLock } from '../catalogue/imports.ts';
import { loadConfigOf } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import { copyCatalogue } from '../transfer/copy/copy-catalogue.ts';
import { missingFiles, type OriginalsCopy, openOriginalsCopy } from '../transfer/copy/copy-originals.ts';
import { differencesOf, type Summary, summaryOf } from '../transfer/copy/summary.ts';
import { findFilesInUse } from '../transfer/files-in-use.ts';
import { lockImports } from '../transfer/import-lock.ts';
import { clearLeftJournals } from '../transfer/remove-unused-originals.ts';
import type { CommandLine } from './command-line.ts';

import { type Interruption, listenForInterruption } from './interruption.ts';
import { openProgress, type Progress } from './progress.ts';
import { UsageError } from './usage-error.ts';

/** Connections to PostgreSQL that a copy needs at once: records, transaction, lock and one for single statements. */
const MIN_CONNECTIONS = 4;

/** The stores of both sides, and how to tell the operator about the work. */
interface Copying {
  readonly from: Storage;
  readonly to: Storage;
  readonly lock: ImportLock;
  readonly interruption: Interruption;
  /** Aborts at an interruption, and when the lock is lost. */
  readonly signal: AbortSignal;
  readonly report: Report;
}

/** Runs `abs copy --from A --to B`. Returns 1 if the copy is not equal to its source. */
export async function run({ from: fromPlace = '', to: toPlace = '' }: CommandLine): Promise<number> {
  const [fromConfig, toConfig] = [loadConfigOf(fromPlace), loadConfigOf(toPlace)];
  if (placesOf(fromConfig) === placesOf(toConfig)) throw new UsageError('--from and --to name the same stores');
  await using stack = new AsyncDisposableStack();
  const interruption = stack.use(listenForInterruption(() => 'the same command continues the copy'));
  const from = stack.use(await openExistingStorage(settingsOfCopy(fromConfig)));
  const to = stack.use(await openStorage(settingsOfCopy(toConfig)));
  const report = openReport();
  const onWait = () => console.error('waiting for the end of an import');
  const lock = stack.use(await lockImports(to.imports, interruption.signal, onWait));
  const signal = AbortSignal.any([interruption.signal, lock.lost]);
  await copy({ from, to, lock, interruption, signal, report });
  const problems = report.problems();
  console.error(problems === 0 ? 'the copy is complete' : `the copy is not complete: ${problems} problems`);
  return problems === 0 ? 0 : 1;
}

/** Copies what differs, and compares the copy with what was copied. */
async function copy(copying: Copying): Promise<void> {
  const { from, to, lock, signal, report } = copying;
  const identity = await from.identity();
  const isSame = await refuseOther(to, identity);
  await clearLeftJournals(to.imports, to, lock, signal);

  const originals = await report.step('originals', async (progress) => {
    const files = await findFilesInUse(from.catalogue);
    const copied = await openOriginalsCopy({
      from: from.originals,
      to: to.originals,
      signal,
      onLost: ({ file, owner }, what) => report.problem(`original ${file.sha256} of ${owner} ${what} in the source`),
    });
    await copied.copyAll(files, progress.update);
    progress.done(`originals: ${copied.copied()} of ${files.size} copied`);
    return copied;
  });
  const summary = isSame ? undefined : await copyContents(copying, identity, originals);
  const differences = await report.step('check', async (progress) => {
    const found = await findDifferences(copying, { summary, originals, progress });
    progress.done(`check: ${found.length} differences`);
    return found;
  });
  for (const text of differences) report.problem(text);
}

/** Copies the catalogue and the tokens. */
async function copyContents(
  { from, to, lock, interruption, signal, report }: Copying,
  identity: string,
  originals: OriginalsCopy,
): Promise<Summary> {
  return await report.step('catalogue', async (progress) => {
    const summary = await copyCatalogue({
      from: from.catalogue,
      identity,
      to: { catalogue: to.catalogue, writer: to.writer, lock },
      signal,
      copyFile: originals.copy,
      beforeCommit: interruption.release,
      onProgress: (objects) => progress.update(objects, undefined),
    });
    interruption.listen();
    const tokens = await copyTokens(from.tokens, to.tokens);
    await carryWebhooks(from.writer.webhooks, to.writer.webhooks);
    progress.done(`catalogue: ${describeCounts(summary)}, ${tokens} tokens`);
    return summary;
  });
}

/** Compares the records with what was copied, and looks for every file. */
async function findDifferences(
  { to, signal }: Copying,
  {
    summary,
    originals: { lost },
    progress,
  }: { readonly summary: Summary | undefined; readonly originals: OriginalsCopy; readonly progress: Progress },
): Promise<readonly string[]> {
  const onProgress = (done: number, total?: number) => progress.update(done, total);
  const found: string[] = [];
  if (summary) {
    await using records = await to.catalogue.openRecords();
    found.push(...differencesOf(summary, await summaryOf(records, { signal, onProgress })));
  }
  const files = await findFilesInUse(to.catalogue);
  return [...found, ...(await missingFiles(files, { to: to.originals, lost, signal, onProgress }))];
}

/**
 * Refuses early what the transaction would refuse after hours of copying originals. Returns true if both sides have the
 * same catalogue, so that only originals are copied.
 */
async function refuseOther(to: Storage, identity: string): Promise<boolean> {
  await using records = await to.catalogue.openRecords();
  if ((await to.identity()) === identity) return true;
  const { copiedFrom, model } = records;
  try {
    refuseDifferent({ revision: model.revision, copiedFrom }, { identity });
    return false;
  } catch (cause) {
    if (!(cause instanceof DifferentCatalogue)) throw cause;
    throw new Error(
      'the place of --to has a catalogue that is no unchanged copy of --from; name an empty data folder or database',
      { cause },
    );
  }
}

interface Report {
  /** Runs one part of the work, which shows its progress. */
  step<T>(label: string, work: (progress: Progress) => Promise<T>): Promise<T>;
  /** Prints a problem, and counts it. */
  problem(text: string): void;
  problems(): number;
}

function openReport(): Report {
  let progress: Progress | undefined;
  let problems = 0;
  return {
    step: async (label, work) => {
      progress = openProgress({ stream: process.stderr, label });
      try {
        return await work(progress);
      } finally {
        progress = undefined;
      }
    },
    problem: (text) => {
      problems += 1;
      if (progress) progress.warn(text);
      else console.error(text);
    },
    problems: () => problems,
  };
}

/** The default language is a setting of each side, and no part of the catalogue. */
export function settingsOfCopy(config: Config): StorageSettings {
  const { catalogue } = config;
  const connections = Math.max(MIN_CONNECTIONS, catalogue.connections);
  return { ...storageSettings(config), defaultLanguage: null, catalogue: { ...catalogue, connections } };
}

/** Says where the catalogue and the originals are. */
function placesOf({ data, catalogue, originals }: Config): string {
  const folder = resolve(data);
  return JSON.stringify([
    catalogue.url ?? folder,
    originals.url === null ? folder : [originals.url, originals.endpoint, originals.region],
  ]);
}

function describeCounts({ counts }: Summary): string {
  const count = (kind: string) => counts.get(kind) ?? 0;
  return `${count('node')} nodes, ${count('asset')} assets, ${count('review')} reviews, ${count('pin')} PINs`;
}
