import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { epochOf, instantOf } from '../../core/src/domain/dates.ts';
import { isText } from '../../core/src/domain/field-values.ts';
import type { Asset, FieldValue, InfoField, Text } from '../../core/src/domain/model.ts';
import { ORIENTATIONS, orientationOf } from '../../core/src/domain/orientation.ts';
import { DURATION_CLASSES, durationClassOf, tenthsOf } from '../../core/src/domain/playing-time.ts';
import { splitWords } from '../../core/src/domain/split-words.ts';
import { textIn } from '../../core/src/domain/text.ts';
import { periodOf } from '../../core/src/domain/validity.ts';
import { licenceOf } from '../../core/src/licences/licence.ts';
import { openLinkBuilder } from './build-links.ts';
import { openLookBuilder } from './build-looks.ts';
import { numberColumn, rankColumn } from './build-orders.ts';
import { openWordBuilder } from './build-words.ts';
import { Growing, narrow, type Packed } from './columns.ts';
import type { Dictionaries } from './dictionaries.ts';
import { DocumentBuilder, type PageWords } from './document-words.ts';
import type { IndexedState } from './index-source.ts';
import type { NodeTree } from './node-tree.ts';
import {
  type Boundaries,
  CHECKED,
  EXTENSION_SLOT,
  FIRST_FIELD_SLOT,
  NAME_SLOT,
  type RankColumn,
  type Segment,
  UNCHECKED,
} from './segment.ts';

/** What building a segment needs besides its assets. */
export interface BuildContext {
  readonly model: CatalogueModel;
  readonly tree: NodeTree;
  readonly dictionaries: Dictionaries;
  /** Zone of local times. */
  readonly timeZone: string;
  /** Returns the mean rating of each of the assets that has one. */
  readonly ratings: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  /** Ranks the texts of all docs in one column: `name`, `original`, or the ID of a field. */
  readonly rank: (texts: readonly string[], language: string, column: string) => Promise<RankColumn>;
  readonly documents: IndexedState['documents'];
  /** Words of documents of earlier builds, to which those of this one are added. */
  readonly kept?: WeakMap<Asset, PageWords>;
}

/** Documents of more words are read again for each build. */
const MOST_KEPT = 20_000;

/** A segment and, in buffers of their own, the words of its documents. */
export interface Built {
  readonly columns: Segment;
  readonly documents: readonly Packed[];
}

export const baseRanks: BuildContext['rank'] = async (texts, language) => rankColumn(texts, language);

/** Builds a segment from batches of assets in ascending order of ID. */
export async function buildSegment(
  batches: AsyncIterable<readonly Asset[]> | Iterable<readonly Asset[]>,
  context: BuildContext,
): Promise<Built> {
  const { model, tree, dictionaries } = context;
  const ids: number[] = [];
  const categories: number[] = [];
  const extensions = new Growing();
  const types = new Growing();
  const users = new Growing();
  const licences = new Growing();
  const sourceTypes = new Growing();
  const begins: number[] = [];
  const ends: number[] = [];
  const uploaded: number[] = [];
  const modified: number[] = [];
  const size: number[] = [];
  const width = new Growing();
  const height = new Growing();
  const orientations: number[] = [];
  const duration: number[] = [];
  const durationClasses: number[] = [];
  const rating: number[] = [];
  const names: string[] = [];
  const originals: string[] = [];
  const looks = openLookBuilder();
  const nodes = openLinkBuilder(tree);
  const words = openWordBuilder();
  const documents = new DocumentBuilder();
  const fields = [...model.infoFields.values()]
    .filter(({ onAssets }) => onAssets)
    .map((field) => columnFor(field, context));

  for await (const batch of batches) {
    const firstDoc = ids.length;
    const rated = await context.ratings(batch.map(({ id }) => id));
    for (const asset of batch) {
      const { active, fields: values } = asset;
      const { name, original, properties } = active;
      ids.push(asset.id);
      categories.push(properties.category);
      extensions.push(properties.extension === '' ? 0 : dictionaries.extensions.add(properties.extension));
      types.push(asset.type === undefined ? 0 : dictionaries.types.add(asset.type));
      users.push(asset.uploadedBy === undefined ? 0 : dictionaries.users.add(asset.uploadedBy));
      const { licence, sourceType } = asset.rights ?? {};
      licences.push(licence === undefined ? 0 : dictionaries.licences.add(licenceOf(licence).id));
      sourceTypes.push(sourceType === undefined ? 0 : dictionaries.sourceTypes.add(sourceType));
      const { from, until } = periodOf(asset, context.timeZone);
      begins.push(Math.min(from, until));
      ends.push(until);
      uploaded.push(epochOf(asset.uploaded, context.timeZone));
      modified.push(epochOf(asset.modified, context.timeZone));
      size.push(active.size ?? Number.NaN);
      width.push(properties.width);
      height.push(properties.height);
      const { width: across, height: up } = properties;
      orientations.push(placeIn(ORIENTATIONS, orientationOf(across, up)));
      const tenths = tenthsOf(properties.durationSeconds);
      duration.push(tenths === 0 ? Number.NaN : tenths / 10);
      durationClasses.push(placeIn(DURATION_CLASSES, durationClassOf(tenths)));
      rating.push(rated.get(asset.id) ?? Number.NaN);
      names.push(name);
      originals.push(original);
      looks.add(active);
      nodes.add(asset.nodes);
      words.add(name, NAME_SLOT);
      words.add(properties.extension, EXTENSION_SLOT);
      for (const field of fields) field.add(values.get(field.id), words);
      words.endDoc();
    }
    await addDocuments(documents, batch, firstDoc, context);
  }

  const { parts, lengths } = documents.end(ids.length);
  const segment: Segment = {
    ids: Float64Array.from(ids),
    categories: Uint8Array.from(categories),
    extensions: narrow(extensions.values(), dictionaries.extensions.values.length),
    types: narrow(types.values(), dictionaries.types.values.length),
    users: narrow(users.values(), dictionaries.users.values.length),
    licences: narrow(licences.values(), dictionaries.licences.values.length),
    sourceTypes: narrow(sourceTypes.values(), dictionaries.sourceTypes.values.length),
    begins: boundaries(begins),
    ends: boundaries(ends),
    uploaded: numberColumn(Float64Array.from(uploaded)),
    modified: numberColumn(Float64Array.from(modified)),
    size: numberColumn(Float64Array.from(size)),
    width: narrow(width.values(), most(width)),
    height: narrow(height.values(), most(height)),
    orientations: Uint8Array.from(orientations),
    duration: numberColumn(Float64Array.from(duration)),
    durationClasses: Uint8Array.from(durationClasses),
    rating: numberColumn(Float64Array.from(rating)),
    looks: looks.columns(),
    names: await inLanguages(context, 'name', () => names),
    originals: await inLanguages(context, 'original', () => originals),
    nodes: nodes.columns(),
    words: words.columns(),
    documentLengths: narrow(lengths, mostOf(lengths)),
    numbers: {},
    dates: {},
    checkboxes: {},
    items: {},
    references: {},
    fieldTexts: {},
  };
  for (const field of fields) await field.put(segment as Mutable<Segment>);
  return { columns: segment, documents: parts };
}

/** Returns the place of a word in a list, from 1; 0 without a word. */
export function placeIn<T>(list: readonly T[], word: T | undefined): number {
  return word === undefined ? 0 : list.indexOf(word) + 1;
}

/** Instants that are infinite are none. */
function boundaries(times: readonly number[]): Boundaries {
  const values = Float64Array.from(times, (time) => (Number.isFinite(time) ? time : Number.NaN));
  const { order } = numberColumn(values);
  return { times: Float64Array.from(order, (doc) => values[doc] as number), docs: order };
}

/** Adds the documents of a batch, of which the first asset is `firstDoc`. */
async function addDocuments(
  to: DocumentBuilder,
  batch: readonly Asset[],
  firstDoc: number,
  { documents, kept }: BuildContext,
): Promise<void> {
  let next = 0;
  const addKept = (end: number) => {
    for (; next < end; next++) {
      const pages = kept?.get(batch[next] as Asset);
      if (pages) to.add(firstDoc + next, pages);
    }
  };
  const unread = new Map(batch.flatMap((asset, place) => (kept?.has(asset) ? [] : [[asset.id, place] as const])));
  for (const ids of chunks([...unread.keys()], 1000)) {
    for await (const texts of documents(ids)) {
      for (const [id, { pages }] of texts) {
        const place = unread.get(id) as number;
        addKept(place);
        const words = pages.map(splitWords);
        to.add(firstDoc + place, words);
        next = place + 1;
        if (words.reduce((sum, { length }) => sum + length, 0) <= MOST_KEPT) kept?.set(batch[place] as Asset, words);
      }
    }
  }
  addKept(batch.length);
}

function chunks<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}

function most(numbers: Growing): number {
  return mostOf(numbers.values());
}

function mostOf(numbers: Uint32Array): number {
  return numbers.reduce((largest, each) => Math.max(largest, each), 0);
}

type Mutable<T> = { -readonly [K in keyof T]: { -readonly [F in keyof T[K]]: T[K][F] } };

/** Collects the values of one field and adds them to the segment at the end. */
interface FieldColumn {
  readonly id: number;
  add(value: FieldValue | undefined, words: ReturnType<typeof openWordBuilder>): void;
  put(segment: Mutable<Segment>): void | Promise<void>;
}

function columnFor({ id, type }: InfoField, context: BuildContext): FieldColumn {
  const values: number[] = [];
  switch (type) {
    case 'text':
      return textColumn(id, context);
    case 'number':
      return {
        id,
        add: (value) => values.push(typeof value === 'number' ? value : Number.NaN),
        put: ({ numbers }) => {
          numbers[id] = numberColumn(Float64Array.from(values));
        },
      };
    case 'date': {
      const isDay: number[] = [];
      return {
        id,
        add: (value) => {
          values.push(typeof value === 'string' ? instantOf(value, context.timeZone) : Number.NaN);
          isDay.push(typeof value === 'string' && value.length === 'yyyy-MM-dd'.length ? 1 : 0);
        },
        put: ({ dates }) => {
          dates[id] = { ...numberColumn(Float64Array.from(values)), isDay: Uint8Array.from(isDay) };
        },
      };
    }
    case 'checkbox':
      return {
        id,
        add: (value) => values.push(typeof value === 'boolean' ? (value ? CHECKED : UNCHECKED) : 0),
        put: ({ checkboxes }) => {
          checkboxes[id] = Uint8Array.from(values);
        },
      };
    case 'dropdown': {
      const dictionary = context.dictionaries.items(id);
      return {
        id,
        add: (value) => values.push(typeof value === 'number' ? dictionary.add(value) : 0),
        put: ({ items }) => {
          items[id] = narrow(Uint32Array.from(values), dictionary.values.length);
        },
      };
    }
    case 'node_reference': {
      const links = openLinkBuilder(context.tree);
      return {
        id,
        add: (value) => links.add(Array.isArray(value) ? value : []),
        put: ({ references }) => {
          references[id] = links.columns();
        },
      };
    }
  }
}

function textColumn(id: number, context: BuildContext): FieldColumn {
  const slot = FIRST_FIELD_SLOT + context.dictionaries.textFields.add(id) - 1;
  const texts: (Text | undefined)[] = [];
  return {
    id,
    add: (value, words) => {
      const text = isText(value) ? value : undefined;
      texts.push(text);
      if (text === undefined) return;
      if (typeof text === 'string') words.add(text, slot);
      else for (const each of Object.values(text)) words.add(each, slot);
    },
    put: async (segment) => {
      segment.fieldTexts[id] = await inLanguages(context, String(id), (language) =>
        texts.map((text) => (text === undefined ? '' : textIn(text, language, context.model))),
      );
    },
  };
}

/** Ranks in each language. Languages that order these texts alike share their columns. */
async function inLanguages(
  { model, rank }: BuildContext,
  column: string,
  textsIn: (language: string) => readonly string[],
): Promise<{ [language: string]: RankColumn }> {
  const columns: { [language: string]: RankColumn } = {};
  let before: RankColumn | undefined;
  for (const language of languagesOf(model)) {
    const texts = textsIn(language);
    if (texts.every((text) => text === '')) continue;
    const made = await rank(texts, language, column);
    before = before && isSame(before, made) ? before : made;
    columns[language] = before;
  }
  return columns;
}

function isSame(a: RankColumn, b: RankColumn): boolean {
  return 'ranks' in a && 'ranks' in b && a.ranks.every((rank, doc) => rank === b.ranks[doc]);
}

/** Every language that a query may sort in. The configured default language may not be one of the catalogue's. */
export function languagesOf({ languages, defaultLanguage }: CatalogueModel): readonly string[] {
  return [...new Set([...languages, defaultLanguage])];
}
