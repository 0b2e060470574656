import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueNode } from '../../domain/model.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import { breathe } from './breathe.ts';
import { BUILT_IN_NODE_TYPES } from './built-in.ts';
import type { Bundle } from './bundle.ts';
import { checkAsset, refuseDoubles } from './check-object.ts';
import { checkReplacedFields } from './check-replaced-fields.ts';
import { findCycles } from './cycles.ts';
import { type BundleDocument, DOCUMENT, linesInDocument, readDocument } from './document.ts';
import { FaultList, type Place } from './faults.ts';
import type { Kind } from './kinds.ts';
import { Known, missing } from './known.ts';
import { LinesBroken, readLines } from './lines.ts';
import { locateFiles } from './locate-files.ts';
import { readLine, refuseDoubledKeys } from './object-reader.ts';
import * as objects from './objects.ts';
import { Reading, type ReferenceKind } from './reading.ts';
import { Spool } from './spool.ts';
import { toAssetType, toGroup, toInfoField, toNode, toNodeType, toRelationType, toUser } from './to-model.ts';
import { Warnings } from './warnings.ts';

const DOCUMENT_KEYS = [
  'languages',
  'default_language',
  'node_types',
  'asset_types',
  'info_fields',
  'relation_types',
  'download_formats',
  'groups',
  'users',
  'nodes',
  'assets',
  'reviews',
] as const;
type DocumentKey = (typeof DOCUMENT_KEYS)[number];

/** Objects read between two chances for signals. */
const BREATH = 2000;

/** How far reading is, in bytes. */
export type OnRead = (done: number, total: number) => void;

interface ReadOptions {
  /** What references may also point to. */
  readonly catalogue: Catalogue;
  /** True for an icon that the service ships, or that the store has. */
  readonly isShipped: (icon: string) => boolean;
  readonly signal: AbortSignal;
  readonly onRead: OnRead;
}

/**
 * Reads a whole bundle and checks everything that can be known without its files' contents. Throws BundleRefused with all that is
 * wrong, and the signal's reason. Memory holds the nodes and everything smaller, but never all assets.
 */
export async function readBundle(directory: string, options: ReadOptions): Promise<Bundle> {
  const faults = new FaultList();
  const document = await readDocument(directory, { faults, signal: options.signal });
  if (document === undefined) throw faults.refusal(() => []);
  const assetLines = new Spool();
  try {
    const bundle = await new BundleReader(directory, document, faults, assetLines, options).read();
    if (faults.total === 0) return bundle;
  } catch (error) {
    assetLines[Symbol.dispose]();
    throw error;
  }
  assetLines[Symbol.dispose]();
  throw faults.refusal((places) => linesInDocument(document.text, places));
}

class BundleReader {
  readonly #directory: string;
  readonly #document: BundleDocument;
  readonly #faults: FaultList;
  readonly #assetLines: Spool;
  readonly #options: ReadOptions;
  readonly #warnings = new Warnings();
  readonly #known: Known;
  readonly #reading: Reading;
  readonly #nodePlaces = new Map<number, Place>();

  constructor(directory: string, document: BundleDocument, faults: FaultList, lines: Spool, options: ReadOptions) {
    this.#directory = directory;
    this.#document = document;
    this.#faults = faults;
    this.#assetLines = lines;
    this.#options = options;
    this.#known = new Known(options.catalogue.model(), this.#warnings);
    this.#reading = new Reading(this.#known, faults);
    this.#reading.file = DOCUMENT;
  }

  async read(): Promise<Bundle> {
    const known = this.#known;
    this.#refuseUnknownKeys();
    const languages = this.#languages();
    const nodeTypes = (await this.#all('node_types', objects.nodeType, 'node_type')).map(toNodeType);
    const assetTypes = (await this.#all('asset_types', objects.assetType)).map(toAssetType);
    this.#declareKeys('asset_type', 'asset_types', assetTypes);
    const relationTypes = (await this.#all('relation_types', objects.relationType)).map(toRelationType);
    this.#declareKeys('relation_type', 'relation_types', relationTypes);
    const infoFields = (await this.#all('info_fields', objects.infoField, 'info_field')).map(toInfoField);
    for (const [index, field] of infoFields.entries()) {
      known.declareField(field);
      this.#at(['info_fields', index], () => refuseDoubles(field.items, 'values', 'id', this.#reading));
    }
    const downloadFormats = await this.#all('download_formats', objects.downloadFormat, 'download_format');
    const groups = (await this.#all('groups', objects.group, 'group')).map(toGroup);
    const users = (await this.#all('users', objects.user, 'user')).map(toUser);
    const nodes = await this.#nodes();
    const parsedAssets = await this.#assets();
    const reviews = await this.#all('reviews', objects.review);
    this.#refuseDoubledReviews(reviews);
    refuseDoubledKeys(this.#document.text, this.#reading, this.#faults);
    await this.#settlePending();
    checkReplacedFields(infoFields, known, this.#options.catalogue, this.#faults);
    const { isShipped, signal } = this.#options;
    const files = await locateFiles(this.#directory, known.files, { faults: this.#faults, isShipped, signal });

    const assetLines = this.#assetLines;
    return {
      ...languages,
      nodeTypes: [...nodeTypes, ...this.#builtInNodeTypes(nodes)],
      assetTypes,
      infoFields,
      relationTypes,
      downloadFormats,
      groups,
      users,
      nodes,
      parsedAssets,
      assetLines,
      assetIds: known.declared('asset'),
      reviews,
      field: (id) => known.field(id),
      idOfKey: (kind, key) => known.idOfKey(kind, key),
      files,
      warnings: this.#warnings.list(),
      [Symbol.dispose]: () => assetLines[Symbol.dispose](),
    };
  }

  #at<T>(path: readonly (string | number)[], work: () => T): T {
    this.#reading.path.push(...path);
    const result = work();
    this.#reading.path.length -= path.length;
    return result;
  }

  #refuseUnknownKeys(): void {
    const keys = Object.keys(this.#document.value);
    this.#reading.keys += keys.length;
    for (const key of keys) {
      if (DOCUMENT_KEYS.some((known) => known === key)) continue;
      this.#at([key], () => this.#reading.fault(`this key is unknown; known here are ${DOCUMENT_KEYS.join(', ')}`));
    }
  }

  #languages(): Pick<Bundle, 'languages' | 'defaultLanguage'> {
    const { languages: list, default_language: tag } = this.#document.value;
    const languages = list === undefined ? undefined : this.#at(['languages'], () => this.#readLanguages(list));
    const read =
      tag === undefined ? undefined : this.#at(['default_language'], () => this.#readDefault(tag, languages));
    return {
      ...(languages === undefined ? {} : { languages }),
      ...(read === undefined ? {} : { defaultLanguage: read }),
    };
  }

  #readDefault(tag: unknown, languages: readonly string[] | undefined): string | undefined {
    const read = objects.defaultLanguage.read(tag, this.#reading);
    if (read === undefined || languages === undefined || languages.includes(read)) return read;
    return this.#reading.fault(`${JSON.stringify(read)} is not one of the languages ${languages.join(', ')}`);
  }

  #readLanguages(list: unknown): readonly string[] | undefined {
    const languages = objects.languages.read(list, this.#reading);
    if (languages?.length === 0 && Array.isArray(list) && list.length === 0) {
      return this.#reading.fault('at least one language is needed');
    }
    return languages && [...new Set(languages)];
  }

  /** Objects of one array of `catalogue.json`, their IDs declared. */
  async #all<T>(key: DocumentKey, kind: Kind<T>, declareAs?: ReferenceKind): Promise<T[]> {
    const found: T[] = [];
    const seen = new Set<number>();
    await this.#each(key, (value) => {
      const object = kind.read(value, this.#reading);
      if (object === undefined) return;
      found.push(object);
      const id = (object as { readonly id?: number }).id;
      if (id === undefined) return;
      const isNew = declareAs === undefined ? seen.size < seen.add(id).size : this.#known.declare(declareAs, id);
      if (!isNew) this.#at(['id'], () => this.#reading.fault(`${id} is there twice`));
    });
    return found;
  }

  /** Calls `read` for each item of an array of `catalogue.json`. */
  async #each(key: DocumentKey, read: (value: unknown, index: number) => void): Promise<readonly unknown[]> {
    const values = this.#document.value[key];
    if (values === undefined) return [];
    const { path } = this.#reading;
    this.#reading.file = DOCUMENT;
    this.#reading.line = undefined;
    path.push(key);
    if (!Array.isArray(values)) this.#reading.wrong(values, 'an array');
    const items: readonly unknown[] = Array.isArray(values) ? values : [];
    for (const [index, value] of items.entries()) {
      if (index % BREATH === 0) await breathe(this.#options.signal);
      path.push(index);
      read(value, index);
      path.pop();
    }
    path.pop();
    return items;
  }

  /** Calls `read` for each line of `<name>.jsonl` or `<name>.jsonl.gz`, and `batch` with the lines after some of them. */
  async #eachLine(
    name: 'nodes' | 'assets',
    read: (line: string) => void,
    batch: (lines: readonly string[]) => void,
  ): Promise<void> {
    const [plain, compressed] = [`${name}.jsonl`, `${name}.jsonl.gz`];
    const present = [plain, compressed].filter((file) => existsSync(join(this.#directory, file)));
    const [file] = present;
    if (file === undefined) return;
    if (present.length > 1) {
      this.#faults.add({ file: compressed, line: 0, path: [], problem: `${plain} is there as well` });
      return;
    }
    const reading = this.#reading;
    reading.file = file;
    const keysOfDocument = reading.keys;
    const path = join(this.#directory, file);
    const { size } = await stat(path);
    try {
      for await (const { firstLine, lines, bytesRead } of readLines(path, this.#options)) {
        const whole: string[] = [];
        for (const [index, line] of lines.entries()) {
          if (line === '' || line?.trim() === '') continue;
          reading.line = firstLine + index;
          if (line === undefined) reading.fault('it is not UTF-8');
          else {
            read(line);
            whole.push(line);
          }
        }
        batch(whole);
        this.#options.onRead(bytesRead, size);
        await breathe(this.#options.signal);
      }
    } catch (error) {
      if (!(error instanceof LinesBroken)) throw error;
      this.#faults.add({ file, line: error.line, path: [], problem: error.message });
    }
    reading.file = DOCUMENT;
    reading.line = undefined;
    reading.keys = keysOfDocument;
  }

  async #nodes(): Promise<CatalogueNode[]> {
    const nodes: CatalogueNode[] = [];
    const add = (node: objects.NodeObject | undefined): void => {
      if (node?.id === undefined) return;
      if (!this.#known.declare('node', node.id)) {
        this.#at(['id'], () => this.#reading.fault(`node ${node.id} is there twice`));
        return;
      }
      this.#known.declareParent(node.id, node.parent);
      if (node.parent !== undefined) this.#nodePlaces.set(node.id, this.#reading.place());
      nodes.push(toNode(node));
    };
    await this.#each('nodes', (value) => add(objects.node.read(value, this.#reading)));
    await this.#eachLine(
      'nodes',
      (line) => add(readLine(line, objects.node, this.#reading)),
      () => {},
    );
    for (const cycle of findCycles(this.#known.declared('node'), (id) => this.#known.parent(id))) {
      const id = cycle.find((each) => this.#nodePlaces.has(each));
      const place = id === undefined ? undefined : this.#nodePlaces.get(id);
      if (place === undefined) continue;
      const way = [...cycle, cycle[0]].join(' → ');
      this.#faults.add({
        ...place,
        path: [...place.path, 'parent'],
        problem: `the nodes go round in a circle: ${way}`,
      });
    }
    this.#nodePlaces.clear();
    return nodes;
  }

  /** Checks all assets; returns those of `catalogue.json`. */
  async #assets(): Promise<readonly unknown[]> {
    const check = (asset: objects.AssetObject | undefined): void => {
      if (asset === undefined) return;
      if (asset.id !== undefined && !this.#known.declare('asset', asset.id)) {
        this.#at(['id'], () => this.#reading.fault(`asset ${asset.id} is there twice`));
      }
      checkAsset(asset, this.#reading, this.#warnings);
      for (const { file } of [asset, ...asset.versions]) {
        if (file !== undefined) this.#known.own(file, asset.id);
      }
    };
    this.#known.hasAllNodes = true;
    const parsed = await this.#each('assets', (value) => check(objects.asset.read(value, this.#reading)));
    await this.#eachLine(
      'assets',
      (line) => check(readLine(line, objects.asset, this.#reading)),
      (lines) => {
        if (this.#faults.total === 0) this.#assetLines.append(lines);
      },
    );
    return parsed;
  }

  #declareKeys(
    kind: 'asset_type' | 'relation_type',
    array: DocumentKey,
    types: readonly { readonly id: number; readonly key: string }[],
  ): void {
    for (const index of this.#known.declareKeys(kind, types)) {
      this.#at([array, index, 'key'], () =>
        this.#reading.fault(`${JSON.stringify(types[index]?.key)} is the key of another one`),
      );
    }
  }

  #refuseDoubledReviews(reviews: readonly objects.ReviewObject[]): void {
    const seen = new Set<string>();
    for (const [index, { asset, user, date }] of reviews.entries()) {
      const key = `${asset} ${user} ${date}`;
      if (seen.has(key)) {
        this.#at(['reviews', index], () => this.#reading.fault('there is one of this asset, user and date already'));
      }
      seen.add(key);
    }
  }

  /** Looks for the objects that were named before they were met: later in the bundle, or among the store's assets. */
  async #settlePending(): Promise<void> {
    const open = this.#known.pending.filter(({ kind, id }) => !this.#known.exists(kind, id));
    const wanted = [...new Set(open.filter(({ kind }) => kind === 'asset').map(({ id }) => id))];
    const stored = new Set<number>();
    for (let from = 0; from < wanted.length; from += 10_000) {
      for (const { id } of await this.#options.catalogue.assets(wanted.slice(from, from + 10_000))) stored.add(id);
    }
    for (const { kind, id, place } of open) {
      if (kind !== 'asset' || !stored.has(id)) this.#faults.add({ ...place, problem: missing(kind, id) });
    }
  }

  /** Built-in types that the bundle uses but doesn't define, and that the store doesn't have. */
  #builtInNodeTypes(nodes: readonly CatalogueNode[]) {
    const used = new Set(nodes.map(({ type }) => type));
    const { nodeTypes } = this.#options.catalogue.model();
    const defined = this.#known.declared('node_type');
    return [...BUILT_IN_NODE_TYPES.values()].filter(({ id }) => used.has(id) && !defined.has(id) && !nodeTypes.has(id));
  }
}
