import { basename as fileBaseName } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import type { DescriptiveMetadata } from '../../../../core/src/domain/descriptive-metadata.ts';
import type { AssetRecord, EpochMs, FieldValues, Version } from '../../../../core/src/domain/model.ts';
import { isReversed } from '../../../../core/src/domain/validity.ts';
import type { Changes, ImportedFrom } from '../../catalogue/catalogue.ts';
import { BUILT_IN_NODE_TYPES, FOLDER, KEYWORD, ORIGINAL_FORMAT } from '../built-in.ts';
import { wantText } from '../texts/want-text.ts';
import { languagesOf, missingFields, withLanguages, withMetadata } from './built-in-fields.ts';
import type { FoundFile } from './found-file.ts';
import { openKeywords } from './keyword-nodes.ts';
import type { ReadFile } from './read-files.ts';
import { withRow } from './table.ts';
import type { FoundFolder } from './walk.ts';

/** The languages of a catalogue that files of a folder may bring it to; each costs the search index memory. */
const MAX_LANGUAGES = 30;

/** Where a folder is written: a transaction, the results of earlier imports of the folder, and the model. */
export interface Target {
  readonly changes: Changes;
  readonly known: ImportedFrom;
  readonly model: CatalogueModel;
  readonly now: EpochMs;
  /** Zone in which days begin and end. */
  readonly timeZone: string;
  readonly onWarning: (line: string) => void;
}

/** The files that were read, and the results in the same order. */
interface Reads {
  readonly toRead: readonly FoundFile[];
  readonly read: AsyncIterable<ReadFile | undefined>;
}

/** The path under which a folder is known, and its identity if it counts as the folder of the last import from now on. */
interface Root {
  readonly root: string;
  readonly identity?: string;
}

/** Writes folders and files. A file that wasn't read stays unchanged. Returns the number of assets by outcome. */
export async function writeFolder(
  { root, identity }: Root,
  { folders, files }: FoundFolder,
  { toRead, read }: Reads,
  { changes, known, model, now, timeZone, onWarning }: Target,
): Promise<{ readonly added: number; readonly changed: number; readonly unchanged: number }> {
  for (const [id, type] of BUILT_IN_NODE_TYPES) if (!model.nodeTypes.has(id)) await changes.put('node_type', type);
  for (const field of missingFields(model.infoFields)) await changes.put('info_field', field);
  if (model.downloadFormats.size === 0) await changes.put('download_format', ORIGINAL_FORMAT);

  let lastNode = (await changes.nextId('node')) - 1;
  let lastAsset = (await changes.nextId('asset')) - 1;
  const nextNode = () => ++lastNode;
  const folderIds = new Map<string, number>();
  for (const path of folders) folderIds.set(path, known.nodes.get(path) ?? (await addFolder(path)));
  if (identity !== undefined) await changes.putIdentity(root, identity);

  const keywords = openKeywords(model, nextNode);
  /** Those of the catalogue, and those that its files add: a text in a language that it lacks would not be shown. */
  const languages = new Set(model.languages);
  const counts = { added: 0, changed: 0, unchanged: files.length - toRead.length };
  let index = 0;
  for await (const each of read) {
    const file = toRead[index];
    index += 1;
    if (!file || !each) continue;
    const id = known.assets.get(file.path)?.id;
    const before = id === undefined ? undefined : await changes.record(id);
    counts[await changes.put('asset', before ? update(before, file, each) : create(file, each))] += 1;
    await wantText(changes, each);
  }
  for (const node of keywords.added) await changes.put('node', node);
  const spoken = [...languages].slice(0, Math.max(MAX_LANGUAGES, model.languages.length));
  if (spoken.length > model.languages.length) await changes.putLanguages(spoken, model.defaultLanguage);
  return counts;

  /** Adds a node for a new folder. An existing one keeps its names, position and access. */
  async function addFolder(path: string): Promise<number> {
    const id = nextNode();
    const parent = path === '' ? undefined : folderIds.get(parentOf(path));
    await changes.put('node', {
      id,
      type: FOLDER,
      ...(parent === undefined ? {} : { parent }),
      name: path === '' ? fileBaseName(root) || root : basename(path),
      position: 0,
      fields: new Map(),
      source: { root, path },
    });
    return id;
  }

  function create(file: FoundFile, each: ReadFile): AssetRecord {
    return {
      id: ++lastAsset,
      nodes: nodesOf(file, each, []),
      fields: fieldsOf(new Map(), file, each),
      ...(each.metadata && statedBy(each.metadata, file)),
      uploaded: now,
      modified: file.modified ?? now,
      active: versionOf(1, file, each),
      olderVersions: [],
      relations: [],
      publicUrls: [],
      downloads: [],
      source: sourceOf(file, each),
    };
  }

  /** New content becomes a new version, readable metadata replaces the old, and values added by others stay. */
  function update(before: AssetRecord, file: FoundFile, each: ReadFile): AssetRecord {
    // A file that is temporarily unreadable keeps its asset unchanged.
    if (!each.stored) return before;
    const { rights: _, focus: __, validFrom: ___, validUntil: ____, ...bare } = before;
    const renewed = {
      ...(each.metadata ? { ...bare, ...statedBy(each.metadata, file) } : before),
      nodes: nodesOf(file, each, before.nodes),
      fields: fieldsOf(before.fields, file, each),
      source: sourceOf(file, each),
    };
    if (before.active.file?.sha256 === each.stored.sha256) return renewed;
    const isFirst = before.active.file === undefined && before.olderVersions.length === 0;
    return {
      ...renewed,
      modified: file.modified ?? now,
      active: versionOf(isFirst ? 1 : before.active.version + 1, file, each),
      olderVersions: isFirst ? [] : [...before.olderVersions, before.active],
    };
  }

  function statedBy(
    { rights, focus, validFrom, validUntil }: DescriptiveMetadata,
    { path }: FoundFile,
  ): Pick<AssetRecord, 'rights' | 'focus' | 'validFrom' | 'validUntil'> {
    const period = { ...(validFrom !== undefined && { validFrom }), ...(validUntil !== undefined && { validUntil }) };
    if (isReversed(period, timeZone)) {
      onWarning(`${path}: it would be valid only after its end, so only the end counts`);
      delete period.validFrom;
    }
    const spelt = rights && withLanguages(rights, model);
    for (const text of [spelt?.copyright, spelt?.usageTerms]) {
      if (typeof text === 'object') for (const language of Object.keys(text)) languages.add(language);
    }
    return { ...(spelt && { rights: spelt }), ...period, ...(focus && { focus }) };
  }

  /** Returns the values that stay, those of the file and, in their place, those of its row in a table. */
  function fieldsOf(before: FieldValues, { row }: FoundFile, { metadata }: ReadFile): FieldValues {
    const own = metadata ? withMetadata(before, metadata, model) : before;
    const fields = row ? withRow(own, row, model.defaultLanguage) : own;
    for (const language of languagesOf(fields)) languages.add(language);
    for (const { language } of row?.values ?? []) if (language !== undefined) languages.add(language);
    return fields;
  }

  /** Returns the asset's folder, its keywords if they could be read, and its nodes of other types. */
  function nodesOf(file: FoundFile, each: ReadFile, before: readonly number[]): readonly number[] {
    const words = file.row?.keywords ?? each.metadata?.keywords;
    const kept = words ? before.filter((id) => model.trees.get(id)?.type !== KEYWORD) : before;
    const folder = folderIds.get(parentOf(file.path));
    const keywordNodes = (words ?? []).map((path) => keywords.idOf(path));
    return [...new Set([...kept, ...(folder === undefined ? [] : [folder]), ...keywordNodes])].sort((a, b) => a - b);
  }

  /** Leaves the stamp empty if the file couldn't be read, so that the next import tries again. */
  function sourceOf({ path, stamp }: FoundFile, { stored }: ReadFile) {
    return { root, path, stamp: stored ? stamp : '' };
  }

  function versionOf(
    version: number,
    { name, modified = now, size }: FoundFile,
    { stored, properties }: ReadFile,
  ): Version {
    return {
      version,
      name,
      date: modified,
      original: name,
      ...(stored ? { file: stored } : {}),
      size: stored?.size ?? size,
      properties,
    };
  }
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return parent === '.' ? '' : parent;
}
