import { Turns } from '../../../../core/src/concurrency/turns.ts';
import type { AssetRecord, CatalogueNode } from '../../../../core/src/domain/model.ts';
import type { Changes, DefinitionKind, Entities, EntityKind, PutOutcome } from '../catalogue.ts';
import { ChangeNotes } from '../change-notes.ts';
import { placeOfAsset, placeOfNode, placeOfNodeType } from '../places.ts';
import { reviewCells } from '../review-rows.ts';
import { assetCells, NODE_COLUMNS, nodeCells, readNode, versionCells } from '../rows.ts';
import { isSameNode, isSameRecord } from '../same.ts';
import { type RowOwner, refuseUnstorable } from '../storable.ts';
import { timeCell } from '../time-cells.ts';
import { openChangeLookups } from './change-lookups.ts';
import { openCopyChanges } from './copy-changes.ts';
import { TransactionDefinitions } from './definitions.ts';
import { openTextChanges } from './file-texts.ts';
import { ReadAhead, selection } from './read-ahead.ts';
import { readRecords } from './read-records.ts';
import { openRemovals } from './removals.ts';
import type { Sql } from './sql.ts';
import { ReferenceTargets } from './targets.ts';
import {
  ASSET_NODES,
  ASSET_REFERENCES,
  ASSETS,
  DEFINITIONS,
  DOWNLOADS,
  NODES,
  OLDER_VERSIONS,
  PUBLIC_URLS,
  RELATIONS,
  REVIEWS,
  type RowWriter,
} from './written-tables.ts';

/** The changes of one transaction, and what the writer needs to end it. */
export interface OpenChanges {
  readonly changes: Changes;
  readonly notes: ChangeNotes;
  readonly definitions: TransactionDefinitions;
  readonly targets: ReferenceTargets;
  readonly rows: RowWriter;
  /** Makes every method of `changes` reject from now on. */
  close(): void;
}

/** The place of a node type by its document. */
export const typePlace = (document: string | undefined): string | null =>
  document === undefined ? null : placeOfNodeType(JSON.parse(document));

/** Begins the changes of an open transaction, the only one that writes. `openRows` opens the writer of its rows. */
export function beginChanges(sql: Sql, openRows: (notes: ChangeNotes) => RowWriter): OpenChanges {
  const { query } = sql;
  const definitions = new TransactionDefinitions(sql);
  // A field that is defined later in the transaction counts as a dropdown.
  const notes = new ChangeNotes((field) => (definitions.fieldType(field) ?? 'dropdown') === 'dropdown');
  const targets = new ReferenceTargets();
  const rows = openRows(notes);
  const assets = new ReadAhead((range) => readRecords(sql, range), rows.flush);
  const nodes = new ReadAhead(
    async (range) => (await query(...selection(sql, `SELECT ${NODE_COLUMNS} FROM nodes`, range))).map(readNode),
    rows.flush,
  );
  const lookups = openChangeLookups(sql, { flush: rows.flush, definitions });
  const copies = openCopyChanges(sql, notes, rows);
  const texts = openTextChanges(sql, notes, rows);
  const removals = openRemovals(sql, { notes, rows, nodesAhead: nodes, assetsAhead: assets });

  async function putNode(entity: CatalogueNode): Promise<PutOutcome> {
    const before = await nodes.get(entity.id);
    const source = entity.source ?? before?.source;
    const after = source ? { ...entity, source } : entity;
    if (before && isSameNode(before, after)) return 'unchanged';
    await definitions.load();
    rows.add(NODES, { kind: 'node', id: entity.id }, entity.id, nodeCells(after));
    nodes.wrote(entity.id);
    targets.ofNode(entity);
    notes.note('node', entity.id, before ? placeOfNode(before) : null);
    notes.useFields('node', entity.id, entity.fields);
    return before ? 'changed' : 'added';
  }

  async function putAsset(given: AssetRecord): Promise<PutOutcome> {
    const owner: RowOwner = { kind: 'asset', id: given.id };
    const before = await assets.get(given.id);
    const entity = keepingFeatures(given, before);
    const source = entity.source ?? before?.source;
    if (before && isSameRecord(before, { ...entity, ...(source ? { source } : {}) })) {
      // Nobody reads the stamp of the file through the catalogue, so updating it doesn't count as a change.
      if (source?.stamp !== before.source?.stamp) {
        const stamp = source ? sql.text(source.stamp) : null;
        refuseUnstorable(owner, [stamp]);
        await query('UPDATE assets SET source_stamp = $1 WHERE id = $2', [stamp, entity.id]);
        assets.wrote(entity.id);
      }
      return 'unchanged';
    }
    await definitions.load();
    const { id } = entity;
    if (before) rows.replace(id);
    rows.add(ASSETS, owner, id, assetCells(entity, source));
    for (const version of entity.olderVersions) {
      rows.add(OLDER_VERSIONS, owner, `${id} ${version.version}`, [id, ...versionCells(version)]);
    }
    for (const node of entity.nodes) rows.add(ASSET_NODES, owner, `${id} ${node}`, [node, id]);
    putReferences(entity, owner);
    for (const { type, to } of entity.relations) rows.add(RELATIONS, owner, `${id} ${type} ${to}`, [id, type, to]);
    for (const url of entity.publicUrls) {
      rows.add(PUBLIC_URLS, owner, `${id} ${url.id}`, [id, url.id, url.name, url.url, url.provider]);
    }
    for (const { date, count } of entity.downloads) rows.add(DOWNLOADS, owner, `${id} ${date}`, [id, date, count]);
    assets.wrote(id);
    targets.ofAsset(entity);
    notes.note('asset', id, before ? placeOfAsset(before) : null);
    notes.useFields('asset', id, entity.fields);
    return before ? 'changed' : 'added';
  }

  function putReferences({ id, fields }: AssetRecord, owner: RowOwner): void {
    for (const [field, value] of fields) {
      // A list of numbers counts as a node reference even if the transaction defines the field only later.
      if (!Array.isArray(value) || (definitions.fieldType(field) ?? 'node_reference') !== 'node_reference') continue;
      for (const node of value) rows.add(ASSET_REFERENCES, owner, `${id} ${node} ${field}`, [node, id, field]);
    }
  }

  async function putDocument(kind: DefinitionKind, id: number, entity: unknown): Promise<PutOutcome> {
    await definitions.load();
    const document = JSON.stringify(entity);
    const before = definitions.document(kind, id);
    if (before === document) return 'unchanged';
    rows.add(DEFINITIONS, { kind, id }, `${kind} ${id}`, [kind, id, document]);
    definitions.put(kind, id, document);
    notes.note(kind, id, kind === 'node_type' ? typePlace(before) : undefined);
    return before === undefined ? 'added' : 'changed';
  }

  async function putLanguages(languages: readonly string[], defaultLanguage: string): Promise<void> {
    const [before] = await query('SELECT languages, default_language FROM state');
    const json = JSON.stringify(languages);
    if (before?.[0] === json && before[1] === defaultLanguage) return;
    await query('UPDATE state SET languages = $1, default_language = $2', [json, sql.text(defaultLanguage)]);
    notes.note('languages', 1);
  }

  let isOver = false;
  const turns = new Turns();
  /**
   * Runs the methods one after another, because each may depend on what an earlier one has written. A write after the
   * transaction would be committed by itself, or with the next transaction.
   */
  const whileOpen =
    <A extends readonly unknown[], R>(method: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      turns.take(async () => {
        if (isOver) throw new Error('the transaction of these changes is over');
        const result = await method(...args);
        await rows.room();
        return result;
      });
  const changes: Changes = {
    put: whileOpen((kind: EntityKind, entity: Entities[EntityKind]) => {
      if (kind === 'node') return putNode(entity as CatalogueNode);
      if (kind === 'asset') return putAsset(entity as AssetRecord);
      return putDocument(kind, entity.id, entity);
    }),
    remove: whileOpen((kind, id) => (kind === 'node' ? removals.removeNode(id) : removals.removeAsset(id))),
    putReview: whileOpen(async (review) => {
      const { asset, user, date } = review;
      rows.add(REVIEWS, { kind: 'review', id: asset }, `${asset} ${user} ${date}`, reviewCells(review));
      targets.ofReview({ asset, user });
    }),
    removeReview: whileOpen(async ({ asset, user, date }) => {
      await rows.flush();
      const removed = await query('DELETE FROM reviews WHERE asset = $1 AND "user" = $2 AND date = $3 RETURNING 1', [
        asset,
        user,
        timeCell(date),
      ]);
      if (removed.length > 0) notes.note('review', asset);
      return removed.length > 0;
    }),
    putLanguages: whileOpen(putLanguages),
    revision: whileOpen(lookups.revision),
    nextId: whileOpen(lookups.nextId),
    importedFrom: whileOpen(lookups.importedFrom),
    putIdentity: whileOpen(lookups.putIdentity),
    isNodeUsed: whileOpen(lookups.isNodeUsed),
    becomeCopy: whileOpen(copies.becomeCopy),
    putPins: whileOpen(copies.putPins),
    wantText: whileOpen(texts.wantText),
    wantTexts: whileOpen(texts.wantTexts),
    wantedTexts: whileOpen(texts.wantedTexts),
    keptText: whileOpen(texts.keptText),
    putTexts: whileOpen(texts.putTexts),
    forgetTexts: whileOpen(texts.forgetTexts),
    record: whileOpen((asset) => assets.get(asset)),
    records: whileOpen((ids) => assets.many(ids)),
  };
  const close = () => {
    isOver = true;
  };
  return { changes, notes, definitions, targets, rows, close };
}

/** The features of the same file stay, because an import may leave it to others to draw the picture. */
function keepingFeatures(after: AssetRecord, before: AssetRecord | undefined): AssetRecord {
  const { active } = after;
  const known = before?.active;
  const features = known?.properties.features;
  if (features === undefined || active.properties.features !== undefined) return after;
  if (active.file?.sha256 !== known?.file?.sha256) return after;
  return { ...after, active: { ...active, properties: { ...active.properties, features } } };
}
