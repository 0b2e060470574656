import type { DatabaseSync } from 'node:sqlite';
import type { AssetRecord, CatalogueNode, FieldValues } from '../../../../core/src/domain/model.ts';
import type { Changes, Entities, EntityKind, PutOutcome } from '../catalogue.ts';
import {
  ASSET_COLUMNS,
  assetCells,
  NODE_COLUMNS,
  nodeCells,
  readFields,
  readNode,
  SOURCE_COLUMNS,
  VERSION_COLUMNS,
  versionCells,
  writeFields,
} from '../rows.ts';
import { isSameNode, isSameRecord } from '../same.ts';
import type { RowOwner } from '../storable.ts';
import { withoutNodes } from '../without-nodes.ts';
import { type ChangeLog, openChangeLog } from './change-log.ts';
import { openChangeLookups } from './change-lookups.ts';
import { copyChangesOf } from './copies.ts';
import { insert, insertion } from './insert.ts';
import { openRecordReader } from './records.ts';
import { openReviewChanges, type ReviewChanges } from './review-changes.ts';
import { prepareCells } from './statements.ts';

/** The changes of one transaction, and what the writer needs to end it. */
export interface Transaction {
  readonly changes: Changes;
  readonly log: ChangeLog;
  /** Writes and removes reviews, as `changes` does. */
  readonly reviews: ReviewChanges;
  /** Makes every method of `changes` reject from now on. */
  close(): void;
  /** Writes the change log and the new revision, if anything changed. */
  end(): void;
}

/** Prepares the statements once. `begin`, called inside a transaction, returns the transaction's changes. */
export function openChanges(database: DatabaseSync): { begin(): Transaction } {
  const prepare = (sql: string) => database.prepare(sql);
  const definition = prepare('SELECT document FROM definitions WHERE kind = ? AND id = ?');
  const putDefinition = prepare('INSERT OR REPLACE INTO definitions VALUES (?, ?, ?)');
  const node = prepareCells(database, `SELECT ${NODE_COLUMNS} FROM nodes WHERE id = ?`);
  const putNodeRow = prepare('INSERT OR REPLACE INTO nodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const hasAsset = prepare('SELECT 1 FROM assets WHERE id = ?');
  const putAssetRow = prepare(insertion('OR REPLACE INTO assets', `${ASSET_COLUMNS}, ${SOURCE_COLUMNS}`));
  const putStamp = prepare('UPDATE assets SET source_stamp = ? WHERE id = ?');
  const putOlderVersion = prepare(insertion('INTO older_versions', `asset, ${VERSION_COLUMNS}`));
  const putAssetNode = prepare('INSERT OR IGNORE INTO asset_nodes VALUES (?, ?)');
  const putReference = prepare('INSERT OR IGNORE INTO asset_references VALUES (?, ?, ?)');
  const putRelation = prepare('INSERT OR IGNORE INTO relations VALUES (?, ?, ?)');
  const putUrl = prepare('INSERT OR REPLACE INTO public_urls VALUES (?, ?, ?, ?, ?)');
  const putDownload = prepare('INSERT OR REPLACE INTO downloads VALUES (?, ?, ?)');
  const partsOfAsset = ['older_versions', 'asset_nodes', 'asset_references', 'relations', 'public_urls'];
  const deleteParts = partsOfAsset.map((table) => prepare(`DELETE FROM ${table} WHERE asset = ?`));
  const record = openRecordReader(database);

  const lookups = openChangeLookups(database);
  const reviewsWithin = openReviewChanges(database);

  function begin(): Transaction {
    const log = openChangeLog(database);
    /** Field ID -> whether it is a node reference field, for the fields looked up so far. */
    const referring = new Map<number, boolean>();
    const isReferring = (field: number) => {
      const known = referring.get(field);
      if (known !== undefined) return known;
      const document = definition.get('info_field', field)?.['document'];
      // A list of numbers counts as a node reference even if the transaction defines the field only later.
      const answer =
        document === undefined || (JSON.parse(String(document)) as Entities['info_field']).type === 'node_reference';
      referring.set(field, answer);
      return answer;
    };

    function putReferences(owner: RowOwner, fields: FieldValues): void {
      for (const [field, value] of fields) {
        if (Array.isArray(value) && isReferring(field))
          for (const target of value) insert(putReference, owner, target, owner.id, field);
      }
    }

    function putNode(entity: CatalogueNode): PutOutcome {
      const row = node.get(entity.id);
      const before = row && readNode(row);
      const source = entity.source ?? before?.source;
      const after = source ? { ...entity, source } : entity;
      if (before && isSameNode(before, after)) return 'unchanged';
      insert(putNodeRow, { kind: 'node', id: entity.id }, ...nodeCells(after));
      log.note('node', entity.id);
      log.useFields('node', entity.id, entity.fields);
      return before ? 'changed' : 'added';
    }

    function putAsset(entity: AssetRecord): PutOutcome {
      const owner: RowOwner = { kind: 'asset', id: entity.id };
      const before = hasAsset.get(entity.id) ? record(entity.id) : undefined;
      const source = entity.source ?? before?.source;
      if (before && isSameRecord(before, { ...entity, ...(source ? { source } : {}) })) {
        // Nobody reads the stamp of the file through the catalogue, so updating it doesn't count as a change.
        if (source?.stamp !== before.source?.stamp) insert(putStamp, owner, source?.stamp ?? null, entity.id);
        return 'unchanged';
      }
      if (before) for (const statement of deleteParts) statement.run(entity.id);
      insert(putAssetRow, owner, ...assetCells(entity, source));
      for (const version of entity.olderVersions) insert(putOlderVersion, owner, entity.id, ...versionCells(version));
      for (const target of entity.nodes) insert(putAssetNode, owner, target, entity.id);
      putReferences(owner, entity.fields);
      for (const { type, to } of entity.relations) insert(putRelation, owner, entity.id, type, to);
      for (const { id, name, url, provider } of entity.publicUrls)
        insert(putUrl, owner, entity.id, id, name, url, provider);
      for (const { date, count } of entity.downloads) insert(putDownload, owner, entity.id, date, count);
      log.note('asset', entity.id);
      log.useFields('asset', entity.id, entity.fields);
      return before ? 'changed' : 'added';
    }

    function putDocument(kind: EntityKind, id: number, entity: unknown): PutOutcome {
      const document = JSON.stringify(entity);
      const before = definition.get(kind, id)?.['document'];
      if (before === document) return 'unchanged';
      insert(putDefinition, { kind, id }, kind, id, document);
      log.note(kind, id);
      return before === undefined ? 'added' : 'changed';
    }

    const reviews = reviewsWithin(log);
    const copies = copyChangesOf(database, log);
    let isOver = false;
    /** A write after the transaction would be committed by itself, or with the next transaction. */
    const whileOpen =
      <A extends readonly unknown[], R>(method: (...args: A) => R) =>
      async (...args: A): Promise<R> => {
        if (isOver) throw new Error('the transaction of these changes is over');
        return method(...args);
      };
    const changes: Changes = {
      put: whileOpen((kind: EntityKind, entity: Entities[EntityKind]) => {
        if (kind === 'node') return putNode(entity as CatalogueNode);
        if (kind === 'asset') return putAsset(entity as AssetRecord);
        return putDocument(kind, entity.id, entity);
      }),
      remove: whileOpen((kind, id) => (kind === 'node' ? removeNode(id) : removeAsset(id))),
      putReview: whileOpen((review) => reviews.putReview(review)),
      removeReview: whileOpen((review) => reviews.removeReview(review)),
      putLanguages: whileOpen((languages, defaultLanguage) => {
        const { changes } = prepare(
          'UPDATE state SET languages = :languages, default_language = :own WHERE languages <> :languages OR default_language <> :own',
        ).run({ languages: JSON.stringify(languages), own: defaultLanguage });
        if (changes > 0) log.note('languages', 1);
      }),
      revision: whileOpen(lookups.revision),
      nextId: whileOpen(lookups.nextId),
      importedFrom: whileOpen(lookups.importedFrom),
      putIdentity: whileOpen(lookups.putIdentity),
      isNodeUsed: whileOpen(lookups.isNodeUsed),
      becomeCopy: whileOpen(copies.becomeCopy),
      putPins: whileOpen(copies.putPins),
      record: whileOpen((asset) => record(asset)),
      records: whileOpen((assets) => new Map(assets.flatMap((id) => record(id) ?? []).map((each) => [each.id, each]))),
    };
    const close = () => {
      isOver = true;
    };
    return { changes, log, reviews, close, end: () => log.write() };

    function removeAsset(id: number): void {
      if (!hasAsset.get(id)) return;
      for (const { asset } of prepare('SELECT DISTINCT asset FROM relations WHERE other = ?').all(id))
        log.note('asset', Number(asset));
      prepare('DELETE FROM relations WHERE other = ?').run(id);
      for (const statement of deleteParts) statement.run(id);
      for (const table of ['downloads', 'reviews']) prepare(`DELETE FROM ${table} WHERE asset = ?`).run(id);
      prepare('DELETE FROM assets WHERE id = ?').run(id);
      prepare('UPDATE state SET last_asset = max(last_asset, ?)').run(id);
      log.note('asset', id);
    }

    /** Removes the node and takes it out of every asset. If children remain, the transaction is refused at its end. */
    function removeNode(id: number): void {
      if (!node.get(id)) return;
      for (const { asset, nodes } of prepare(
        'SELECT a.id AS asset, a.nodes FROM asset_nodes n JOIN assets a ON a.id = n.asset WHERE n.node = ?',
      ).all(id)) {
        const rest = (JSON.parse(String(nodes)) as number[]).filter((node) => node !== id);
        prepare('UPDATE assets SET nodes = ? WHERE id = ?').run(JSON.stringify(rest), Number(asset));
        log.note('asset', Number(asset));
      }
      prepare('DELETE FROM asset_nodes WHERE node = ?').run(id);
      for (const row of prepare(
        'SELECT DISTINCT a.id, a.fields FROM asset_references r JOIN assets a ON a.id = r.asset WHERE r.node = ?',
      ).all(id)) {
        const asset = Number(row['id']);
        const rest = withoutNodes(readFields(row['fields']), (node) => node === id);
        if (rest === undefined) continue;
        prepare('UPDATE assets SET fields = ? WHERE id = ?').run(writeFields(rest), asset);
        log.note('asset', asset);
      }
      prepare('DELETE FROM asset_references WHERE node = ?').run(id);
      prepare('DELETE FROM nodes WHERE id = ?').run(id);
      prepare('UPDATE state SET last_node = max(last_node, ?)').run(id);
      log.note('node', id);
    }
  }

  return { begin };
}
