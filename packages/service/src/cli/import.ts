import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { findMediaTools } from '../../../media/src/ffmpeg/tools.ts';
import { Extractor, missingTools } from '../../../media/src/inspect/extractor.ts';
import { TextReader } from '../../../media/src/texts/text-reader.ts';
import { openSourceBucket } from '../app/buckets.ts';
import { openStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import { DOCUMENT } from '../transfer/bundle/catalogue-file.ts';
import { BundleRefused } from '../transfer/bundle/faults.ts';
import { type ImportProgress, importBundle } from '../transfer/bundle/import-bundle.ts';
import { openFolderSource } from '../transfer/folder/file-source.ts';
import { type FolderImported, importFolder } from '../transfer/folder/import-folder.ts';
import { isWithin } from '../transfer/folder/location.ts';
import type { PruneMode } from '../transfer/folder/prune.ts';
import { lockImports } from '../transfer/import-lock.ts';
import { clearLeftJournals, withCleanup } from '../transfer/remove-unused-originals.ts';
import { changesBelow } from '../transfer/watch.ts';
import type { CommandLine } from './command-line.ts';
import { type Interruption, listenForInterruption } from './interruption.ts';
import { openProgress } from './progress.ts';
import { renderThumbnails } from './render-thumbnails.ts';
import { UsageError } from './usage-error.ts';
import { BackgroundRecognition, readWantedTexts, recogniseWantedTexts } from './wanted-texts.ts';

const SECONDS_PER_FILE = 60;

/**
 * Runs `abs import SOURCE…`. Returns 1 if a source was refused, and then those before it stay imported, or if nothing was
 * removed because a source may be away.
 */
export async function run(line: CommandLine): Promise<number> {
  const config = loadConfig({ options: line.settings, readsBucket: line.operands.some(isBucket) });
  for (const source of line.operands) if (!isBucket(source)) refuseImpossible(source, config.data);
  refuseTogether(line);
  const { prune, exclude, table, isDryRun } = line;
  const options = { config, prune, exclude, isDryRun, ...(table === undefined ? {} : { table }) };
  const render = line.render ? (signal: AbortSignal) => renderThumbnails(config, signal) : async () => {};
  let loss = 'nothing of this source is imported';
  await using stack = new AsyncDisposableStack();
  const interruption = stack.use(listenForInterruption(() => loss));
  const { signal } = interruption;
  const watches = line.operands.map((source) => ({
    source,
    changes: stack.use(changesBelow(source, { except: [config.data], exclude, signal })),
  }));
  // Watching starts before the first import, so that no change in between is missed.
  if (line.watch) for (const { changes } of watches) await changes.next();
  let isWhole = true;
  try {
    for (const source of line.operands) {
      const { isAway, isUnfit } = await importSource(source, options, interruption);
      if (isAway || (isDryRun && isUnfit)) isWhole = false;
    }
  } catch (error) {
    if (!(error instanceof BundleRefused)) throw error;
    console.error(`${error.message}\nabs import: nothing of this source is imported`);
    // The sources before it stay imported.
    await readWantedTexts(config, { signal });
    return 1;
  }
  if (isDryRun) return isWhole ? 0 : 1;
  loss = 'the next import reads the other texts';
  await readWantedTexts(config, { isAll: line.text, signal });
  loss = 'the other thumbnails are made when first requested';
  await render(signal);
  if (!line.watch) {
    loss = 'the next import recognises the other texts';
    await recogniseWantedTexts(config, { isAgain: line.text, signal });
    return isWhole ? 0 : 1;
  }
  const recognition = stack.use(new BackgroundRecognition(config));
  recognition.start();
  const follow = async (changed: AbortSignal) => {
    await readWantedTexts(config, { signal: changed });
    await render(changed);
    recognition.start();
  };
  await importChanges(watches, { ...options, follow }, interruption);
  return 0;
}

/** Throws if options exclude each other. */
function refuseTogether({ operands, table, isDryRun, watch, render, text }: CommandLine): void {
  if (table !== undefined && operands.length !== 1)
    throw new UsageError('--table needs one SOURCE, whose files it names');
  if (isDryRun && (watch || render || text))
    throw new UsageError('--dry-run changes nothing, so it takes no --watch, --render or --text');
  if (watch && operands.some(isBucket))
    throw new UsageError('--watch follows folders; import a bucket again and again instead, by a timer');
  const bundle = operands.find(isBundle);
  if (bundle !== undefined && (table !== undefined || isDryRun))
    throw new UsageError(`${bundle} is a bundle; --table and --dry-run are for folders`);
}

/** Throws if a source is no directory, or is the data folder or among its originals, which would become assets again. */
function refuseImpossible(source: string, data: string): void {
  requireDirectory(source);
  const folder = statSync(data, { throwIfNoEntry: false }) ? realpathSync(data) : resolve(data);
  const real = realpathSync(source);
  if (real === folder) throw new Error(`${source} is the data folder itself; name another one with --data`);
  const holdsOriginals = ['originals', 'originals-cache']
    .map((name) => join(folder, name))
    .some((path) => existsSync(path) && isWithin(real, realpathSync(path)));
  if (holdsOriginals)
    throw new Error(`${source} holds originals of the catalogue; name a folder outside the data folder`);
}

/** Throws unless the folder exists. */
export function requireDirectory(source: string): void {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats === undefined) throw new Error(`${source} doesn't exist; nothing of it is imported or removed`);
  if (!stats.isDirectory()) throw new Error(`${source} is no directory`);
}

interface Watch {
  readonly source: string;
  readonly changes: AsyncIterable<void>;
}

/** Imports each source again whenever it changes, until a signal ends it. Reports errors and continues to watch. */
async function importChanges(
  watches: readonly Watch[],
  options: ImportOptions & { follow(signal: AbortSignal): Promise<void> },
  interruption: Interruption,
): Promise<void> {
  const { signal } = interruption;
  // A signal ends watching in order, even if it has to wait for a commit.
  const patient = { ...interruption, release: async () => {} };
  console.error(`watching ${watches.map(({ source }) => source).join(', ')}`);
  await Promise.all(
    watches.map(async ({ source, changes }) => {
      // After an error, success is reported even if nothing changed.
      let isQuiet = true;
      for await (const _ of changes) {
        try {
          const { isChanged } = await importSource(source, { ...options, isQuiet }, patient);
          if (isChanged) await options.follow(signal);
          isQuiet = true;
        } catch (error) {
          isQuiet = false;
          if (!signal.aborted) console.error(textOf(error));
        }
      }
    }),
  );
}

function isBucket(source: string): boolean {
  return source.startsWith('s3://');
}

/** True for a directory with `catalogue.json`, which is a bundle; any other directory is a folder of files. */
function isBundle(source: string): boolean {
  if (isBucket(source)) return false;
  // `lstat` also finds a dangling link, so that the source is refused as a bundle and not imported as a folder of
  // files.
  return lstatSync(join(source, DOCUMENT), { throwIfNoEntry: false }) !== undefined;
}

interface ImportOptions {
  readonly config: Config;
  /** What to remove; default nothing. */
  readonly prune?: PruneMode;
  /** Patterns of what to leave out of folders. */
  readonly exclude?: readonly string[];
  /** Path of a table with metadata. */
  readonly table?: string;
  readonly isDryRun?: boolean;
  /** Name of the source in progress output; default its path. */
  readonly label?: string;
  /** True to print nothing for an import that changes nothing. */
  readonly isQuiet?: boolean;
}

interface Outcome {
  readonly isChanged: boolean;
  /** True if nothing was removed, because the source may be away. */
  readonly isAway: boolean;
  /** True if a part of the table fits nothing. */
  readonly isUnfit: boolean;
}

/** Imports one folder or bundle. Rejects with BundleRefused or the signal's reason. */
export async function importSource(
  source: string,
  { config, prune = 'nothing', exclude = [], table, isDryRun = false, label = source, isQuiet = false }: ImportOptions,
  { signal: interrupted, release, listen }: Interruption,
): Promise<Outcome> {
  // A link that is watched may lead elsewhere by now.
  if (!isBucket(source)) refuseImpossible(source, config.data);
  const progress = openProgress({ stream: process.stderr, label: `import ${label}` });
  await using stack = new AsyncDisposableStack();
  stack.defer(listen);
  const storage = stack.use(await openStorage(config, (error) => progress.warn(error.message)));
  for (const away of await storage.checkFileStores(interrupted)) progress.warn(away);
  const { imports } = storage;
  const onWait = () => progress.warn('waiting for another import to end');
  const lock = stack.use(await lockImports(imports, interrupted, onWait));
  const signal = AbortSignal.any([interrupted, lock.lost]);
  const { writer, catalogue, originals } = storage;
  const extractor = stack.use(
    new Extractor({
      processes: availableParallelism(),
      secondsPerFile: SECONDS_PER_FILE,
      media: await findMediaTools(),
    }),
  );
  await clearLeftJournals(imports, { writer, originals }, lock, signal);

  for (const { tool, consequence } of missingTools()) progress.warn(`${tool} is missing: ${consequence}`);
  const rows = table === undefined ? {} : { table: await readTable(table, signal) };
  const shared = {
    catalogue,
    writer,
    lock,
    originals,
    extractor,
    now: Date.now,
    timeZone: config.timeZone,
    signal,
    // A killed transaction changes nothing.
    beforeCommit: release,
  };
  const imported = await withCleanup(
    { imports, lock, writer, originals },
    { onLeft: (reason) => progress.warn(`unused originals remain until the next import or start: ${textOf(reason)}`) },
    async (report): Promise<FolderImported> => {
      if (!isBundle(source)) {
        using files = isBucket(source)
          ? openSourceBucket(source, config)
          : await openFolderSource(source, [config.data]);
        return await importFolder({
          ...shared,
          ...report,
          ...rows,
          isDryRun,
          source: files,
          exclude: [...exclude, ...(table === undefined ? [] : patternOf(table, source))],
          prune,
          onProgress: progress.update,
          onWarning: progress.warn,
        });
      }
      if (prune !== 'nothing')
        progress.warn('--prune: a bundle contains changes and not the whole catalogue, so nothing is removed');
      if (exclude.length > 0) progress.warn('--exclude: a bundle names its files itself, so none is left out');
      const onProgress = ({ phase, done, total, note }: ImportProgress) => progress.update(done, total, note ?? phase);
      const { warnings, ...counts } = await importBundle({ ...shared, ...report, directory: source, onProgress });
      for (const warning of warnings) progress.warn(warning);
      return { ...counts, removed: 0 };
    },
  );
  if (imported.kept !== undefined) progress.warn(`${label}: ${imported.kept}`);
  const isChanged = imported.added + imported.changed + imported.removed > 0;
  if (isChanged || !isQuiet) progress.done(summary(isDryRun ? `${label}, nothing is changed yet` : label, imported));
  return { isChanged, isAway: imported.kept !== undefined, isUnfit: (imported.unfit ?? 0) > 0 };
}

/** Reads a table in a child process. */
async function readTable(path: string, signal: AbortSignal): Promise<readonly (readonly string[])[]> {
  if (!/\.(?:csv|tsv|xlsx)$/i.test(path)) throw new UsageError(`--table ${path} is neither .csv nor .tsv nor .xlsx`);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`--table ${path} is no file`);
  await using reader = new TextReader({ processes: 1, secondsPerFile: SECONDS_PER_FILE });
  try {
    return await reader.readTable(resolve(path), signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new Error(`the table ${path} can't be read`, { cause });
  }
}

/** Returns the pattern by which a table in the folder itself is left out. */
function patternOf(table: string, source: string): readonly string[] {
  if (isBucket(source)) return [];
  const [file, folder] = [realpathSync(table), realpathSync(source)];
  return isWithin(file, folder) ? [`/${relative(folder, file).replaceAll(/[\\*?[\]!# ]/g, '\\$&')}`] : [];
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function summary(label: string, { added, changed, unchanged, removed }: FolderImported): string {
  return `${label}: ${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed`;
}
