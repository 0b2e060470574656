import type { DatabaseSync } from 'node:sqlite';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { buildNodeTrees } from '../../domain/node-trees.ts';
import type { Entities } from '../catalogue.ts';
import { NODE_COLUMNS, readNode } from '../rows.ts';
import { openReach } from './change-log.ts';
import { prepareCells } from './statements.ts';

/** Kinds that are stored as documents in the table `definitions`. */
export type DefinitionKind = Exclude<keyof Entities, 'node' | 'asset'>;

export function isDefinition(kind: keyof Entities): kind is DefinitionKind {
  return kind !== 'node' && kind !== 'asset';
}

/** Reads the model of the newest revision, or within a transaction, of the revision that the transaction sees. */
export interface ModelReader {
  revision(): number;
  model(): CatalogueModel;
}

/**
 * Opens a model reader, which re-reads only the parts that changed. Most revisions change only assets, and the parts
 * then stay the same objects.
 */
export function openModelReader(database: DatabaseSync, defaultLanguage?: string): ModelReader {
  const newest = prepareCells(database, 'SELECT revision FROM state');
  const touched = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM changes WHERE revision > ? AND kind NOT IN ('asset', 'review')) AS touched`,
  );
  const reaches = openReach(database);
  let known: CatalogueModel | undefined;
  const revision = () => Number(newest.get()?.[0]);
  return {
    revision,
    model: () => {
      if (known?.revision === revision()) return known;
      return inSnapshot(database, load);
    },
  };

  function load(): CatalogueModel {
    const now = revision();
    const isSame =
      known !== undefined &&
      known.revision < now &&
      reaches(known.revision) &&
      touched.get(known.revision)?.['touched'] === 0;
    known = isSame ? ({ ...known, revision: now } as CatalogueModel) : loadModel(database, defaultLanguage);
    return known;
  }
}

/** Runs `read` in the open transaction, or in a new one if none is open. */
export function inSnapshot<T>(database: DatabaseSync, read: () => T): T {
  if (database.isTransaction) return read();
  database.exec('BEGIN');
  try {
    return read();
  } finally {
    // A disk error may already have ended the transaction.
    if (database.isTransaction) database.exec('COMMIT');
  }
}

function loadModel(database: DatabaseSync, defaultLanguage?: string): CatalogueModel {
  const state = database.prepare('SELECT revision, languages, default_language FROM state').get();
  const statement = database.prepare('SELECT id, document FROM definitions WHERE kind = ? ORDER BY id');
  const definitions = <K extends DefinitionKind>(kind: K): ReadonlyMap<number, Entities[K]> =>
    new Map(statement.all(kind).map(({ id, document }) => [Number(id), JSON.parse(String(document)) as Entities[K]]));
  const nodes = prepareCells(database, `SELECT ${NODE_COLUMNS} FROM nodes ORDER BY id`);
  const languages = {
    languages: JSON.parse(String(state?.['languages'])) as string[],
    defaultLanguage: defaultLanguage ?? String(state?.['default_language']),
  };
  return {
    revision: Number(state?.['revision']),
    ...languages,
    nodeTypes: definitions('node_type'),
    assetTypes: definitions('asset_type'),
    infoFields: definitions('info_field'),
    relationTypes: definitions('relation_type'),
    downloadFormats: definitions('download_format'),
    groups: definitions('group'),
    users: definitions('user'),
    trees: buildNodeTrees(nodes.all().map(readNode), languages),
  };
}
