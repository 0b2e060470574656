import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AssetRecord } from '../../../../core/src/domain/model.ts';
import { openOriginalsFolder } from '../../../../core/src/originals/folder.ts';
import { newFolder } from '../../../../core/test/support/temporary-folder.ts';
import type { Extractor } from '../../../../media/src/inspect/extractor.ts';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openImportsInFolder } from '../../../src/catalogue/sqlite/imports.ts';
import { openCatalogueWriter } from '../../../src/catalogue/sqlite/writer.ts';
import { openFolderSource } from '../../../src/transfer/folder/file-source.ts';
import { type FolderImported, importFolder } from '../../../src/transfer/folder/import-folder.ts';
import type { PruneMode } from '../../../src/transfer/folder/prune.ts';
import { lockImports } from '../../../src/transfer/import-lock.ts';
import { withCleanup } from '../../../src/transfer/remove-unused-originals.ts';
import { recordsOf } from '../../support/records.ts';

/** The time of every import. */
export const NOW = Date.parse('2026-03-20T12:00:00Z');

/** A source and a data folder of a test. */
export interface Place extends Disposable {
  readonly source: string;
  readonly data: string;
  write(path: string, content: string | Uint8Array): void;
}

export function place(): Place {
  const root = newFolder();
  const source = join(root, 'Pictures');
  mkdirSync(source);
  return {
    source,
    data: join(root, 'data'),
    write: (path, content) => {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), content);
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** An .xmp file with these properties. */
export function sidecar(...properties: string[]): string {
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
    <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">${properties.join('')}
    </rdf:Description></rdf:RDF></x:xmpmeta>`;
}
export const bag = (name: string, ...items: string[]) =>
  `<${name}><rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag></${name}>`;
export const title = (text: string) =>
  `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></dc:title>`;

/** The report of an import, and the content of the store afterwards. */
export interface Result extends FolderImported {
  readonly warnings: readonly string[];
  readonly revision: number;
  readonly assets: readonly AssetRecord[];
  /** Names from the root, by node ID. */
  readonly paths: ReadonlyMap<number, string>;
  readonly languages: readonly string[];
  readonly fieldNames: readonly unknown[];
  readonly unused: number;
}

export async function importInto(
  at: Place,
  extractor: Extractor,
  options: {
    directory?: string;
    except?: readonly string[];
    exclude?: readonly string[];
    prune?: PruneMode;
    signal?: AbortSignal;
    onProgress?: (done: number, total: number, path: string) => void;
  } = {},
): Promise<Result> {
  await using stack = new AsyncDisposableStack();
  const writer = stack.use(openCatalogueWriter({ directory: at.data }));
  const catalogue = stack.use(openCatalogue({ directory: at.data }));
  const originals = stack.use(openOriginalsFolder({ directory: join(at.data, 'originals') }));
  const warnings: string[] = [];
  const source = stack.use(await openFolderSource(options.directory ?? at.source, options.except));
  const imports = openImportsInFolder(at.data);
  const lock = stack.use(await lockImports(imports, new AbortController().signal));
  const imported = await withCleanup({ imports, lock, writer, originals }, { onLeft: assert.fail }, (report) =>
    importFolder({
      ...report,
      source,
      writer,
      lock,
      catalogue,
      originals,
      extractor,
      prune: options.prune ?? 'nothing',
      now: () => NOW,
      signal: options.signal ?? AbortSignal.timeout(600_000),
      ...(options.exclude ? { exclude: options.exclude } : {}),
      onProgress: options.onProgress ?? (() => {}),
      onWarning: (line) => warnings.push(line),
    }),
  );
  const { trees, infoFields, languages } = (await catalogue.snapshot()).model;
  const paths = new Map(
    [...trees.nodes()].map(({ id }) => [
      id,
      trees
        .path(id)
        .map(({ name }) => String(name))
        .join('/'),
    ]),
  );
  const assets = await recordsOf(catalogue);
  const keys = await Array.fromAsync(originals.keys());
  const used = await writer.filesInUse(keys);
  return {
    ...imported,
    warnings,
    revision: (await catalogue.snapshot()).revision,
    assets,
    paths,
    languages,
    fieldNames: [...infoFields.values()].map(({ name }) => name),
    unused: keys.length - used.size,
  };
}

export const named = (result: Result, name: string) => {
  const found = result.assets.find(({ active }) => active.name === name);
  assert.ok(found, `no asset ${name}`);
  return found;
};
export const nodesOf = (result: Result, name: string) => named(result, name).nodes.map((id) => result.paths.get(id));
