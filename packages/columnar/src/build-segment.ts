import { epochOf } from '../../core/src/domain/dates.ts';
import { isText } from '../../core/src/domain/field-values.ts';
import type { Asset, Text } from '../../core/src/domain/model.ts';
import { ORIENTATIONS, orientationOf } from '../../core/src/domain/orientation.ts';
import { DURATION_CLASSES, durationClassOf, tenthsOf } from '../../core/src/domain/playing-time.ts';
import { sourceTypeOf } from '../../core/src/domain/rights.ts';
import { periodOf } from '../../core/src/domain/validity.ts';
import { licenceOf } from '../../core/src/licences/licence.ts';
import type { BuildContext } from './build-context.ts';
import { addDocuments } from './build-documents.ts';
import { columnFor, type FieldColumns } from './build-fields.ts';
import { openLinkBuilder } from './build-links.ts';
import { openLookBuilder } from './build-looks.ts';
import { numberColumn } from './build-orders.ts';
import { languagesOf } from './build-texts.ts';
import { Growing, newNumbers, type Packed } from './columns.ts';
import { DocumentBuilder } from './document-words.ts';
import { type Boundaries, FIRST_FIELD_SLOT, type Segment } from './segment.ts';

/** A segment and, in buffers of their own, the words of its documents. */
export interface Built {
  readonly columns: Segment;
  readonly documents: readonly Packed[];
}

/** Batches of texts that a thread may be behind. */
const MAX_WAITING = 8;

/** Builds a segment from batches of assets in ascending order of ID. */
export async function buildSegment(
  batches: AsyncIterable<readonly Asset[]> | Iterable<readonly Asset[]>,
  context: BuildContext,
): Promise<Built> {
  const { model, tree, dictionaries } = context;
  const ids = newNumbers();
  const categories = new Growing();
  const extensions = new Growing();
  const types = new Growing();
  const users = new Growing();
  const licences = new Growing();
  const sourceTypes = new Growing();
  const begins = newNumbers();
  const ends = newNumbers();
  const uploaded = newNumbers();
  const modified = newNumbers();
  const size = newNumbers();
  const width = new Growing();
  const height = new Growing();
  const orientations = new Growing();
  const duration = newNumbers();
  const durationClasses = new Growing();
  const rating = newNumbers();
  const looks = openLookBuilder();
  const nodes = openLinkBuilder(tree);
  const documents = new DocumentBuilder();
  const all = [...model.infoFields.values()].filter(({ onAssets }) => onAssets);
  const fields = all.map((field) => columnFor(field, context)).filter((column) => column !== undefined);
  const textFields = all
    .filter(({ type }) => type === 'text')
    .map(({ id }) => ({ id, slot: FIRST_FIELD_SLOT + dictionaries.textFields.add(id) - 1 }));
  const { languages, defaultLanguage } = model;
  using texts = context.openTexts({
    rankLanguages: languagesOf(model),
    languages: { languages, defaultLanguage },
    fields: textFields,
  });
  const added: Promise<void>[] = [];

  for await (const batch of batches) {
    const firstDoc = ids.length;
    const row: Text[] = [];
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
      sourceTypes.push(sourceType === undefined ? 0 : dictionaries.sourceTypes.add(sourceTypeOf(sourceType)));
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
      row.push(name, original, properties.extension);
      for (const { id } of textFields) {
        const value = values.get(id);
        row.push(isText(value) ? value : '');
      }
      looks.add(active);
      nodes.add(asset.nodes);
      for (const field of fields) field.add(values.get(field.id));
    }
    const adding = texts.add(row);
    // It may fail while something else is waited for.
    adding.catch(() => {});
    added.push(adding);
    if (added.length > MAX_WAITING) await added.shift();
    await addDocuments(documents, batch, firstDoc, context.documents);
  }

  // Most memory is needed where texts are ranked, so the columns are made after that.
  await Promise.all(added);
  const { names, originals, fieldTexts, words } = await texts.end();
  const { parts, lengths } = documents.end(ids.length);
  const ofFields: FieldColumns = { numbers: {}, dates: {}, checkboxes: {}, items: {}, references: {} };
  for (const field of fields) field.put(ofFields);
  const columns: Segment = {
    ids: ids.column(),
    categories: categories.column(Uint8Array),
    extensions: extensions.narrow(dictionaries.extensions.values.length),
    types: types.narrow(dictionaries.types.values.length),
    users: users.narrow(dictionaries.users.values.length),
    licences: licences.narrow(dictionaries.licences.values.length),
    sourceTypes: sourceTypes.narrow(dictionaries.sourceTypes.values.length),
    begins: boundaries(begins.column()),
    ends: boundaries(ends.column()),
    uploaded: numberColumn(uploaded.column()),
    modified: numberColumn(modified.column()),
    size: numberColumn(size.column()),
    width: width.narrow(),
    height: height.narrow(),
    orientations: orientations.column(Uint8Array),
    duration: numberColumn(duration.column()),
    durationClasses: durationClasses.column(Uint8Array),
    rating: numberColumn(rating.column()),
    looks: looks.columns(),
    names,
    originals,
    nodes: nodes.columns(),
    words,
    documentLengths: lengths,
    ...ofFields,
    fieldTexts,
  };
  return { columns, documents: parts };
}

/** Returns the place of a word in a list, from 1; 0 without a word. */
export function placeIn<T>(list: readonly T[], word: T | undefined): number {
  return word === undefined ? 0 : list.indexOf(word) + 1;
}

/** Instants that are infinite are none. */
function boundaries(times: Float64Array): Boundaries {
  const values = times.map((time) => (Number.isFinite(time) ? time : Number.NaN));
  const { order } = numberColumn(values);
  return { times: Float64Array.from(order, (doc) => values[doc] as number), docs: order };
}
