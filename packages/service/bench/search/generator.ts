/** A catalogue of any size in which asset i depends on i alone: words by Zipf's law, three trees, fields of every type. */
import type { FileCategory } from '../../../core/src/domain/file-properties.ts';
import type {
  AssetRecord,
  AssetType,
  CatalogueNode,
  FieldValue,
  InfoField,
  NodeType,
} from '../../../core/src/domain/model.ts';
import { type Draw, drawFrom, shuffled, zipf } from './random.ts';

const DAY_MS = 86_400_000;
export const FIRST_DAY = Date.UTC(2016, 0, 1);
const LAST_DAY = Date.UTC(2026, 0, 1);

/** Field IDs. */
export const FIELD = {
  n1: 1,
  n2: 2,
  d1: 3,
  d2: 4,
  dd1: 5,
  dd2: 6,
  cb: 7,
  t1: 8,
  t2: 9,
  t3: 10,
  nr1: 11,
  nr2: 12,
} as const;
export const FOLDER = 101;
export const COLLECTION = 102;
export const KEYWORD = 103;

export const NODE_TYPES: readonly NodeType[] = [
  { id: FOLDER, key: 'folder', name: 'Folders', isPermissionDefining: true },
  { id: COLLECTION, key: 'collection', name: 'Collections', isPermissionDefining: false },
  { id: KEYWORD, key: 'keyword', name: 'Keywords', isPermissionDefining: false },
];
export const ASSET_TYPES: readonly AssetType[] = Array.from({ length: 12 }, (_, i) => ({
  id: i + 1,
  key: `type${i}`,
  name: `Type ${i}`,
}));

/** Extensions, the most common first, and the category of each. */
const EXTENSIONS: readonly (readonly [string, FileCategory])[] = [
  ['jpg', 1],
  ['pdf', 2],
  ['png', 1],
  ['tif', 1],
  ['mp4', 3],
  ['docx', 2],
  ['psd', 1],
  ['indd', 2],
  ['eps', 1],
  ['ai', 1],
  ['svg', 1],
  ['pptx', 2],
  ['xlsx', 2],
  ['gif', 1],
  ['mov', 3],
  ['webp', 1],
  ['mp3', 4],
  ['wav', 4],
  ['zip', 0],
  ['txt', 5],
  ['heic', 1],
  ['dng', 1],
  ['raw', 1],
  ['cr2', 1],
  ['obj', 6],
  ['glb', 6],
  ['avi', 3],
  ['html', 5],
  ['xml', 5],
  ['csv', 5],
];
export const EXTENSION_NAMES = EXTENSIONS.map(([extension]) => extension);

/** 50,000 words, the most common first. */
export const WORDS: readonly string[] = makeWords(50_000);

function makeWords(count: number): readonly string[] {
  const draw = drawFrom(7);
  const starts = 'b c d f g h j k l m n p r s t v w z br cr dr gr kl pl st tr'.split(' ');
  const vowels = 'a e i o u ai ea ou'.split(' ');
  const pick = (from: readonly string[]) => from[Math.floor(draw() * from.length)] ?? '';
  const words = new Set<string>();
  while (words.size < count) {
    let word = '';
    for (let syllables = 2 + Math.floor(draw() * 3) - (words.size < 500 ? 1 : 0); syllables > 0; syllables--) {
      word += pick(starts) + pick(vowels);
    }
    words.add(draw() < 0.3 ? `${word}n` : word);
  }
  return [...words];
}

/** A node with its place: IDs ascend in pre-order, and a sub-tree has the places from its own to `end`. */
export interface PlacedNode {
  readonly node: CatalogueNode;
  readonly depth: number;
  readonly place: number;
  readonly end: number;
}

export interface Tree {
  readonly type: number;
  readonly nodes: readonly PlacedNode[];
}

/** 20,000 folders, 2,000 collections and 5,000 keywords. Their names hold no word of an asset. */
export const TREES = makeTrees();
export const [FOLDERS, COLLECTIONS, KEYWORDS] = TREES;

function makeTrees(): readonly [Tree, Tree, Tree] {
  const draw = drawFrom(11);
  let nextId = 1;
  const tree = (type: number, size: number, deepest: number, bias: number): Tree => {
    const parents = [-1];
    const depths = [0];
    const children: number[][] = [[]];
    for (let i = 1; i < size; i++) {
      let parent = 0;
      if (i >= 12)
        do parent = Math.max(Math.floor(draw() * i), Math.floor(draw() * i * bias));
        while ((depths[parent] ?? 0) >= deepest);
      parents.push(parent);
      depths.push((depths[parent] ?? 0) + 1);
      children.push([]);
      children[parent]?.push(i);
    }
    const nodes: { node: CatalogueNode; depth: number; place: number; end: number }[] = [];
    const visit = (i: number, parent: number | undefined) => {
      const id = nextId;
      nextId += 1;
      // Three numbers for a name of two words, which no asset has.
      for (let drawn = 0; drawn < 3; drawn++) draw();
      const placed = {
        node: { id, type, ...(parent === undefined ? {} : { parent }), name: `n${id}`, position: 0, fields: new Map() },
        depth: depths[i] ?? 0,
        place: nodes.length,
        end: 0,
      };
      nodes.push(placed);
      for (const child of children[i] ?? []) visit(child, id);
      placed.end = nodes.length;
    };
    visit(0, undefined);
    return { type, nodes };
  };
  return [tree(FOLDER, 20_000, 8, 0.5), tree(COLLECTION, 2000, 2, 0.1), tree(KEYWORD, 5000, 5, 0.3)];
}

export const INFO_FIELDS: readonly InfoField[] = [
  ...[FIELD.n1, FIELD.n2].map((id) => field(id, 'number')),
  ...[FIELD.d1, FIELD.d2].map((id) => field(id, 'date')),
  field(FIELD.dd1, 'dropdown', { items: items(20) }),
  field(FIELD.dd2, 'dropdown', { items: items(500) }),
  field(FIELD.cb, 'checkbox'),
  ...[FIELD.t1, FIELD.t2, FIELD.t3].map((id) => field(id, 'text')),
  field(FIELD.nr1, 'node_reference', { rootNode: rootOf(KEYWORDS) }),
  field(FIELD.nr2, 'node_reference', { rootNode: rootOf(COLLECTIONS) }),
];

function field(id: number, type: InfoField['type'], more: Partial<InfoField> = {}): InfoField {
  const name = `Field ${id}`;
  const flags = { isMultiline: false, isLocalized: false, onAssets: true, onNodes: false, showRoot: false };
  return { id, name, description: '', type, ...flags, items: [], maxSelections: -1, ...more };
}

function items(count: number) {
  return Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `i${i + 1}` }));
}

function rootOf({ nodes }: Tree): number {
  return nodes[0]?.node.id ?? 0;
}

const wordRank = zipf(WORDS.length, 5);
const extensionRank = zipf(EXTENSIONS.length, 0.5);
const typeRank = zipf(12, 0.5);
const folderRank = zipf(20_000, 200, 0.8);
const keywordRank = zipf(5000, 10);
const collectionRank = zipf(2000, 5);
const item20Rank = zipf(20, 1);
const item500Rank = zipf(500, 3);
const folderOrder = shuffled(20_000, 21);
const keywordOrder = shuffled(5000, 22);
const collectionOrder = shuffled(2000, 23);

/** Asset `i`, from 0; its ID is i + 1. */
export function assetAt(i: number): AssetRecord {
  const draw = drawFrom(i * 2_654_435_761 + 12_345);
  draw();
  const word = () => WORDS[wordRank(draw)] ?? '';
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  const [extension, category] = EXTENSIONS[extensionRank(draw)] ?? ['', 0];
  const name = `${words(3).replaceAll(' ', '_')}_${Math.floor(draw() * 9999)}.${extension}`;
  const fields = new Map<number, FieldValue>([
    [FIELD.t1, words(3)],
    [FIELD.t2, words(5)],
    [FIELD.t3, word()],
  ]);
  const uploaded = FIRST_DAY + Math.floor((draw() * (LAST_DAY - FIRST_DAY)) / 1000) * 1000;
  const modified = uploaded + Math.floor(draw() * draw() * 400 * 86_400) * 1000;
  const normal = Math.sqrt(-2 * Math.log(draw() + 1e-9)) * Math.cos(6.283 * draw());
  const size = Math.max(1, Math.floor(Math.exp(14 + 1.8 * normal)));
  const nodes = linksOf(draw);
  if (draw() < 0.8) fields.set(FIELD.n1, Math.floor(draw() * 10_000));
  if (draw() < 0.5) fields.set(FIELD.n2, Math.floor(draw() * draw() * 1e6) / 100);
  if (draw() < 0.9) fields.set(FIELD.d1, dayOf(draw));
  if (draw() < 0.3) fields.set(FIELD.d2, dayOf(draw));
  if (draw() < 0.95) fields.set(FIELD.dd1, item20Rank(draw) + 1);
  if (draw() < 0.7) fields.set(FIELD.dd2, item500Rank(draw) + 1);
  fields.set(FIELD.cb, draw() < 0.25);
  if (draw() < 0.3) {
    const count = 1 + Math.floor(draw() * 3);
    fields.set(FIELD.nr1, [...new Set(Array.from({ length: count }, () => keywordAt(draw)))]);
  }
  if (draw() < 0.2) fields.set(FIELD.nr2, [collectionAt(draw)]);
  return {
    id: i + 1,
    type: typeRank(draw) + 1,
    nodes,
    fields: new Map([...fields].sort(([a], [b]) => a - b)),
    uploaded,
    modified,
    active: {
      version: 1,
      name,
      date: uploaded,
      original: '',
      size,
      properties: {
        category,
        extension,
        mediaType: 'application/octet-stream',
        width: 0,
        height: 0,
        pages: 0,
        durationSeconds: 0,
        colorSpace: '',
        colorProfile: '',
        dpi: 0,
        bitDepth: 0,
      },
    },
    olderVersions: [],
    relations: [],
    publicUrls: [],
    downloads: [],
  };
}

/** A folder or two, two to ten keywords, and sometimes a collection or two. */
function linksOf(draw: Draw): readonly number[] {
  const nodes = new Set([nodeAt(FOLDERS, folderOrder[folderRank(draw)])]);
  if (draw() < 0.15) nodes.add(nodeAt(FOLDERS, folderOrder[folderRank(draw)]));
  for (let keywords = 2 + Math.floor(draw() * 9); keywords > 0; keywords--) nodes.add(keywordAt(draw));
  if (draw() < 0.35) nodes.add(collectionAt(draw));
  if (draw() < 0.15) nodes.add(collectionAt(draw));
  return [...nodes].sort((a, b) => a - b);
}

function keywordAt(draw: Draw): number {
  return nodeAt(KEYWORDS, keywordOrder[keywordRank(draw)]);
}

function collectionAt(draw: Draw): number {
  return nodeAt(COLLECTIONS, collectionOrder[collectionRank(draw)]);
}

function nodeAt({ nodes }: Tree, place = 0): number {
  return nodes[place]?.node.id ?? 0;
}

function dayOf(draw: Draw): string {
  return new Date(FIRST_DAY + Math.floor(draw() * 3652) * DAY_MS).toISOString().slice(0, 10);
}
