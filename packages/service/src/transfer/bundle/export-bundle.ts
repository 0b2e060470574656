import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { CatalogueNode, Version } from '../../../../core/src/domain/model.ts';
import { toJson } from '../../../../core/src/domain/values.ts';
import type { Originals } from '../../../../core/src/originals/originals.ts';
import { makeFolder } from '../../../../core/src/platform/folders.ts';
import { codeOf } from '../../../../core/src/platform/system-errors.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Records } from '../../catalogue/records.ts';
import { DOCUMENT } from './catalogue-file.ts';
import { copyOriginal, fileName, filesFolder } from './export-files.ts';
import * as objects from './objects.ts';
import { fromAsset, fromInfoField, fromNodeType, fromReview } from './to-object.ts';
import type { BundleType } from './value-types.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Number of assets whose files are copied in parallel, and of nodes written before yielding to the event loop. */
const ASSETS_AT_ONCE = 4;
const NODES_AT_ONCE = 500;

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
  await using records = await options.catalogue.openRecords();
  const { model } = records;
  const nodes = [...model.trees.nodes()].sort((a, b) => a.id - b.id);
  const done = { nodes: nodes.length, assets: 0, files: 0 };
  await writeFile(join(directory, DOCUMENT), documentText(records));
  await writeFile(join(directory, 'nodes.jsonl'), nodeLines(nodes, options.signal));
  done.files += await exportIcons(directory, model, options);
  await writeFile(join(directory, 'assets.jsonl'), assetLines(directory, records, options, done));
  return done;
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

/** Yields many lines at a time, because each piece is written by itself. */
async function* nodeLines(nodes: readonly CatalogueNode[], signal: AbortSignal): AsyncGenerator<string> {
  for (let from = 0; from < nodes.length; from += NODES_AT_ONCE) {
    await yieldToEventLoop(signal);
    yield nodes
      .slice(from, from + NODES_AT_ONCE)
      .map((node) => lineOf(objects.node, node))
      .join('');
  }
}

function lineOf<T>(type: BundleType<T>, object: T): string {
  return `${JSON.stringify(toJson(type, object))}\n`;
}

async function exportIcons(directory: string, model: CatalogueModel, options: BundleExport): Promise<number> {
  const icons = new Map<string, string>();
  for (const { icon, iconFile } of model.downloadFormats.values()) if (iconFile) icons.set(icon, iconFile.sha256);
  for (const [path, key] of icons) await copyOriginal(options.originals, key, join(directory, path), options.signal);
  return icons.size;
}

/** Yields the lines of the assets and copies their files. Counts both in `done`. */
async function* assetLines(
  directory: string,
  { model, assets }: Records,
  { originals, signal, onProgress }: BundleExport,
  done: { assets: number; files: number },
): AsyncGenerator<string> {
  const folder = filesFolder(model);
  const pathOf = (id: number, version: Version) => `${folder}/${id}/${version.version}/${fileName(version)}`;
  const keyOfType = (id: number) => model.assetTypes.get(id)?.key ?? String(id);
  const keyOfRelationType = (id: number) => model.relationTypes.get(id)?.key ?? String(id);
  for await (const batch of assets()) {
    yield batch
      .map((asset) => {
        const path = (version: Version) => pathOf(asset.id, version);
        return lineOf(objects.asset, fromAsset(asset, { keyOfType, keyOfRelationType, path }));
      })
      .join('');
    await forEachWithLimit(batch, { atOnce: ASSETS_AT_ONCE, signal }, async ({ id, olderVersions, active }) => {
      for (const version of [...olderVersions, active]) {
        if (version.file === undefined) continue;
        await copyOriginal(originals, version.file.sha256, join(directory, pathOf(id, version)), signal);
        done.files += 1;
      }
      done.assets += 1;
      onProgress(done.assets);
    });
    await yieldToEventLoop(signal);
  }
}
