import { randomUUID } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Catalogue, Records } from '../../catalogue/catalogue.ts';
import { forEachWithLimit } from '../../concurrency/for-each-with-limit.ts';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import type { Version } from '../../domain/model.ts';
import { toJson } from '../../domain/values.ts';
import type { Originals } from '../../originals/originals.ts';
import { makeFolder } from '../../platform/folders.ts';
import { codeOf } from '../../platform/system-errors.ts';
import { DOCUMENT } from './document.ts';
import { copyOriginal, fileName, filesFolder } from './export-files.ts';
import * as objects from './objects.ts';
import { fromAsset, fromInfoField, fromNodeType, fromReview, type ObjectContext } from './to-object.ts';
import type { BundleType } from './value-types.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of files copied in parallel, and of assets written before yielding to the event loop. */
const FILES_AT_ONCE = 4;
const ASSETS_AT_ONCE = 500;

/** Counts of what an export has written. */
export interface BundleExported {
  readonly nodes: number;
  readonly assets: number;
  readonly files: number;
}

export interface BundleExport {
  /** Target directory, which must be empty or not exist yet. */
  readonly directory: string;
  readonly catalogue: Catalogue;
  readonly originals: Originals;
  readonly signal: AbortSignal;
  /** Called with the number of assets written so far. */
  readonly onProgress: (assets: number) => void;
}

/**
 * Exports the whole catalogue as a bundle (catalogue: a bundle). Equal catalogues produce equal bytes. The directory
 * appears only when complete: the export writes to a temporary sibling directory, which is removed if the export fails.
 */
export async function exportBundle(options: BundleExport): Promise<BundleExported> {
  const target = resolve(options.directory);
  await refuseUnlessEmpty(target);
  makeFolder(dirname(target));
  const temporary = join(dirname(target), `.${basename(target)}-${randomUUID()}.partial`);
  await mkdir(temporary);
  try {
    const exported = await writeAll(temporary, options);
    options.signal.throwIfAborted();
    // Some systems can't rename a directory onto an empty one.
    await rmdir(target).catch(() => {});
    await rename(temporary, target);
    return exported;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function refuseUnlessEmpty(target: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(target);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw new Error(`${target} can't be exported to`, { cause: error });
  }
  if (names.length > 0) throw new Error(`${target} is not empty`);
}

async function writeAll(directory: string, options: BundleExport): Promise<BundleExported> {
  const { signal } = options;
  await using records = await options.catalogue.openRecords();
  const { model } = records;
  const nodes = [...model.trees.nodes()].sort((a, b) => a.id - b.id);
  await writeFile(join(directory, DOCUMENT), documentText(records));
  await writeLines(join(directory, 'nodes.jsonl'), async (write) => {
    for (const [index, node] of nodes.entries()) {
      if (index % ASSETS_AT_ONCE === 0) await yieldToEventLoop(signal);
      write(objects.node, node);
    }
  });
  const icons = await exportIcons(directory, model, options);
  const written = await exportAssets(directory, records, options);
  return { nodes: nodes.length, assets: written.assets, files: icons + written.files };
}

/** Yields `catalogue.json` in pieces, because all reviews may be too large for one string. */
async function* documentText(records: Records): AsyncGenerator<string> {
  const { model } = records;
  yield JSON.stringify(documentOf(model), null, 2).slice(0, -END.length);
  let before = ',\n  "reviews": [';
  let end = END;
  for await (const reviews of records.reviews()) {
    for (const review of reviews) {
      const object = toJson(objects.review, fromReview(review, model.users));
      yield `${before}\n    ${JSON.stringify(object, null, 2).replaceAll('\n', '\n    ')}`;
      before = ',';
      end = `\n  ]${END}`;
    }
  }
  yield `${end}\n`;
}

/** End of an object that is serialised with indentation. */
const END = '\n}';

/** Returns everything except reviews, which may be many. Omits empty arrays. */
function documentOf(model: CatalogueModel): Record<string, unknown> {
  const all = <T>(type: BundleType<T>, values: Iterable<T>) => Array.from(values, (value) => toJson(type, value));
  const arrays = {
    node_types: all(objects.nodeType, model.nodeTypes.values().map(fromNodeType)),
    asset_types: all(objects.assetType, model.assetTypes.values()),
    info_fields: all(objects.infoField, model.infoFields.values().map(fromInfoField)),
    relation_types: all(objects.relationType, model.relationTypes.values()),
    download_formats: all(objects.downloadFormat, model.downloadFormats.values()),
    groups: all(objects.group, model.groups.values()),
    users: all(objects.user, model.users.values()),
  };
  return {
    languages: model.languages,
    default_language: model.defaultLanguage,
    ...Object.fromEntries(Object.entries(arrays).filter(([, array]) => array.length > 0)),
  };
}

type WriteObject = <T>(type: BundleType<T>, object: T) => void;

async function writeLines(path: string, work: (write: WriteObject) => Promise<void>): Promise<void> {
  const file = openSync(path, 'wx');
  let lines: string[] = [];
  const flush = (): void => {
    const bytes = Buffer.from(lines.join(''));
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    lines = [];
  };
  try {
    await work((type, object) => {
      lines.push(`${JSON.stringify(toJson(type, object))}\n`);
      if (lines.length >= ASSETS_AT_ONCE) flush();
    });
    flush();
  } finally {
    closeSync(file);
  }
}

async function exportIcons(directory: string, model: CatalogueModel, options: BundleExport): Promise<number> {
  const icons = new Map<string, string>();
  for (const { icon, iconFile } of model.downloadFormats.values()) if (iconFile) icons.set(icon, iconFile.sha256);
  for (const [path, key] of icons) await copyOriginal(options.originals, key, join(directory, path), options.signal);
  return icons.size;
}

async function exportAssets(
  directory: string,
  { model, assets }: Records,
  { originals, signal, onProgress }: BundleExport,
): Promise<Omit<BundleExported, 'nodes'>> {
  const folder = filesFolder(model);
  const done = { assets: 0, files: 0 };
  await writeLines(join(directory, 'assets.jsonl'), async (write) => {
    let waiting: (readonly [path: string, key: string])[] = [];
    const catchUp = async (): Promise<void> => {
      await forEachWithLimit(waiting, { atOnce: FILES_AT_ONCE, signal }, ([path, key]) =>
        copyOriginal(originals, key, join(directory, path), signal),
      );
      waiting = [];
      onProgress(done.assets);
      await yieldToEventLoop(signal);
    };
    for await (const batch of assets()) {
      for (const asset of batch) {
        const path = (version: Version) => `${folder}/${asset.id}/${version.version}/${fileName(version)}`;
        write(objects.asset, fromAsset(asset, { ...keysOf(model), path }));
        for (const version of [...asset.olderVersions, asset.active]) {
          if (version.file === undefined) continue;
          waiting.push([path(version), version.file.sha256]);
          done.files += 1;
        }
        done.assets += 1;
        if (waiting.length >= FILES_AT_ONCE * 4 || done.assets % ASSETS_AT_ONCE === 0) await catchUp();
      }
    }
    await catchUp();
  });
  return done;
}

function keysOf({ assetTypes, relationTypes }: CatalogueModel): Omit<ObjectContext, 'path'> {
  return {
    keyOfType: (id) => assetTypes.get(id)?.key ?? String(id),
    keyOfRelationType: (id) => relationTypes.get(id)?.key ?? String(id),
  };
}
