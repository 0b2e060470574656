import { realpath } from 'node:fs/promises';
import { basename as fileBaseName } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import type { AssetRecord, EpochMs, Version } from '../../domain/model.ts';
import type { Catalogue, CatalogueWriter, Changes } from '../../ports/catalogue.ts';
import { BUILT_IN_NODE_TYPES } from '../bundle/built-in.ts';
import type { FileIntake } from '../files.ts';
import { missingFields, withWords } from './built-in-fields.ts';
import { nodesByName } from './node-names.ts';
import { ORIGINAL_FORMAT } from './original-format.ts';
import { type ReadFile, readFiles } from './read-files.ts';
import { type FoundFile, walk } from './walk.ts';

const FOLDER = 101;
const KEYWORD = 103;

export interface FolderImport extends FileIntake {
  /** The folder to import. */
  readonly directory: string;
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  /** Removes assets and folders that have vanished. */
  readonly prune: boolean;
  readonly now: () => EpochMs;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number, path: string) => void;
  readonly onWarning: (line: string) => void;
  /** Awaited before the one transaction begins, which blocks the process until it has landed. */
  readonly beforeWriting?: () => Promise<void>;
}

/** Assets, by what became of them. */
export interface FolderImported {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/**
 * Imports a folder, or updates what an earlier import of it made (catalogue: a plain folder). Everything is read before the one
 * transaction, which lands whole or not at all. Files are never written to.
 */
export async function importFolder(options: FolderImport): Promise<FolderImported> {
  const { writer, signal, onWarning, onProgress } = options;
  const root = await realpath(options.directory);
  const found = await walk(root, signal);
  for (const warning of found.warnings) onWarning(warning);

  const before = await writer.change((changes) => changes.importedFrom(root));
  const toRead = found.files.filter(({ path, stamp }) => before.assets.get(path)?.stamp !== stamp);
  let done = 0;
  const read = await readFiles(toRead, options, {
    signal,
    onWarning,
    onRead: (path) => {
      done += 1;
      onProgress(done, toRead.length, path);
    },
  });
  await options.beforeWriting?.();
  signal.throwIfAborted();
  return writer.change((changes) => new FolderWriter(root, changes, options).write(found.folders, found.files, read));
}

/** Writes one folder inside a transaction. */
class FolderWriter {
  readonly #root: string;
  readonly #changes: Changes;
  readonly #options: FolderImport;
  readonly #known: ReturnType<Changes['importedFrom']>;
  readonly #keywords: ReturnType<typeof nodesByName>;
  readonly #folders = new Map<string, number>();
  #nextNode: number;
  #nextAsset: number;
  readonly #counts = { added: 0, changed: 0, unchanged: 0, removed: 0 };

  constructor(root: string, changes: Changes, options: FolderImport) {
    this.#root = root;
    this.#changes = changes;
    this.#options = options;
    this.#known = changes.importedFrom(root);
    // The write lock is held, so this is the newest state.
    this.#keywords = nodesByName(options.catalogue.model(), KEYWORD);
    this.#nextNode = changes.nextId('node');
    this.#nextAsset = changes.nextId('asset');
  }

  write(folders: readonly string[], files: readonly FoundFile[], read: ReadonlyMap<string, ReadFile>): FolderImported {
    const { nodeTypes, infoFields, downloadFormats } = this.#options.catalogue.model();
    for (const [id, type] of BUILT_IN_NODE_TYPES) if (!nodeTypes.has(id)) this.#changes.put('node_type', type);
    for (const field of missingFields(infoFields)) this.#changes.put('info_field', field);
    if (downloadFormats.size === 0) this.#changes.put('download_format', ORIGINAL_FORMAT);
    for (const path of folders) this.#putFolder(path);
    for (const file of files) this.#putFile(file, read.get(file.path));
    if (this.#options.prune) this.#prune(new Set(folders), new Set(files.map(({ path }) => path)));
    return this.#counts;
  }

  #putFolder(path: string): void {
    const known = this.#known.nodes.get(path);
    const id = known ?? this.#nextNode++;
    this.#folders.set(path, id);
    // A folder that is there keeps what others have made of its node: a name in another language, a place, access.
    if (known !== undefined) return;
    const parent = path === '' ? undefined : this.#folders.get(parentOf(path));
    this.#changes.put('node', {
      id,
      type: FOLDER,
      ...(parent === undefined ? {} : { parent }),
      name: path === '' ? fileBaseName(this.#root) || this.#root : basename(path),
      position: 0,
      fields: new Map(),
      source: { root: this.#root, path },
    });
  }

  #putFile(file: FoundFile, read: ReadFile | undefined): void {
    const known = this.#known.assets.get(file.path);
    if (!read) {
      this.#counts.unchanged += 1;
      return;
    }
    const before = known && this.#changes.record(known.id);
    const outcome = this.#changes.put('asset', before ? this.#update(before, file, read) : this.#create(file, read));
    this.#counts[outcome] += 1;
  }

  #create(file: FoundFile, read: ReadFile): AssetRecord {
    return {
      id: this.#nextAsset++,
      nodes: this.#nodesOf(file, read, []),
      fields: withWords(new Map(), read.words),
      uploaded: this.#options.now(),
      modified: file.modified,
      active: versionOf(1, file, read),
      olderVersions: [],
      relations: [],
      publicUrls: [],
      downloads: [],
      source: this.#sourceOf(file, read),
    };
  }

  /** New content makes a new version; words are renewed, what others have added stays. */
  #update(before: AssetRecord, file: FoundFile, read: ReadFile): AssetRecord {
    const isSame = before.active.file?.sha256 === read.stored?.sha256;
    // A file that can't be read just now loses nothing.
    if (!read.stored) return before;
    const words = { nodes: this.#nodesOf(file, read, before.nodes), fields: withWords(before.fields, read.words) };
    const source = this.#sourceOf(file, read);
    if (isSame) return { ...before, ...words, source };
    const isFirst = before.active.file === undefined && before.olderVersions.length === 0;
    return {
      ...before,
      ...words,
      source,
      modified: file.modified,
      active: versionOf(isFirst ? 1 : before.active.version + 1, file, read),
      olderVersions: isFirst ? [] : [...before.olderVersions, before.active],
    };
  }

  /** A file that could not be read gets no stamp, so that the next import tries again. */
  #sourceOf({ path, stamp }: FoundFile, { stored }: ReadFile) {
    return { root: this.#root, path, stamp: stored ? stamp : '' };
  }

  /** Its folder, its keywords, and the nodes of other types that it has already. */
  #nodesOf(file: FoundFile, read: ReadFile, before: readonly number[]): readonly number[] {
    const { forest } = this.#options.catalogue.model();
    const kept = before.filter((id) => forest.get(id)?.type !== KEYWORD);
    const folder = this.#folders.get(parentOf(file.path));
    const keywords = read.words.keywords.map((path) => this.#keyword(path));
    return [...new Set([...kept, ...(folder === undefined ? [] : [folder]), ...keywords])].sort((a, b) => a - b);
  }

  /** The node of a keyword path; what is missing of it is made. */
  #keyword(path: readonly string[]): number {
    let parent: number | undefined;
    let id = 0;
    for (const name of path) {
      const known = this.#keywords.find(parent, name);
      id = known ?? this.#nextNode++;
      if (known === undefined) {
        this.#keywords.add(parent, name, id);
        this.#changes.put('node', {
          id,
          type: KEYWORD,
          ...(parent === undefined ? {} : { parent }),
          name,
          position: 0,
          fields: new Map(),
        });
      }
      parent = id;
    }
    return id;
  }

  /** Folders go only with everything below them; keywords stay. */
  #prune(folders: ReadonlySet<string>, files: ReadonlySet<string>): void {
    const { forest } = this.#options.catalogue.model();
    for (const [path, { id }] of this.#known.assets) {
      if (files.has(path)) continue;
      this.#changes.remove('asset', id);
      this.#counts.removed += 1;
    }
    const gone = new Set<number>();
    const vanished = [...this.#known.nodes].filter(([path]) => !folders.has(path));
    // The deepest first.
    for (const [, id] of vanished.sort(([a], [b]) => b.split('/').length - a.split('/').length)) {
      const below = forest.subtree(id).filter((each) => each !== id);
      if (!below.every((each) => gone.has(each))) continue;
      this.#changes.remove('node', id);
      gone.add(id);
    }
  }
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}

function versionOf(version: number, { name, modified, size }: FoundFile, { stored, facts }: ReadFile): Version {
  return {
    version,
    name,
    date: modified,
    original: name,
    ...(stored ? { file: stored } : {}),
    size: stored?.size ?? size,
    facts,
  };
}
