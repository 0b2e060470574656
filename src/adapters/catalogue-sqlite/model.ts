import type { DatabaseSync } from 'node:sqlite';
import type { CatalogueModel } from '../../domain/catalogue-model.ts';
import { buildForest } from '../../domain/forest.ts';
import type { Entities } from '../../ports/catalogue.ts';
import { readNode } from './rows.ts';

/** Kinds that are kept as documents in the table `definitions`. */
export type DefinitionKind = Exclude<keyof Entities, 'node' | 'asset'>;

export function isDefinition(kind: keyof Entities): kind is DefinitionKind {
  return kind !== 'node' && kind !== 'asset';
}

/** Loads the model inside the caller's transaction. */
export function loadModel(database: DatabaseSync, defaultLanguage?: string): CatalogueModel {
  const state = database.prepare('SELECT revision, languages, default_language FROM state').get();
  const statement = database.prepare('SELECT id, document FROM definitions WHERE kind = ? ORDER BY id');
  const definitions = <K extends DefinitionKind>(kind: K): ReadonlyMap<number, Entities[K]> =>
    new Map(statement.all(kind).map(({ id, document }) => [Number(id), JSON.parse(String(document)) as Entities[K]]));
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
    forest: buildForest(database.prepare('SELECT * FROM nodes ORDER BY id').all().map(readNode), languages),
  };
}
