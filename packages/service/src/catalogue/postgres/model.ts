import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { buildModel } from '../build-model.ts';
import type { DefinitionKind } from '../catalogue.ts';
import { NODE_COLUMNS } from '../rows.ts';
import type { SqlQuery } from '../sql/sql.ts';

/** Reads the whole model. The statements see one state only within a transaction that reads. */
export async function readPostgresModel(query: SqlQuery, defaultLanguage?: string): Promise<CatalogueModel> {
  const [state] = await query('SELECT revision, languages, default_language FROM state');
  const documents = new Map<string, [number, string][]>();
  for (const [kind, id, document] of await query('SELECT kind, id, document FROM definitions ORDER BY id')) {
    documents.getOrInsertComputed(String(kind), () => []).push([Number(id), String(document)]);
  }
  return buildModel({
    revision: Number(state?.[0]),
    languages: String(state?.[1]),
    defaultLanguage: defaultLanguage ?? String(state?.[2]),
    documents: (kind: DefinitionKind) => documents.get(kind) ?? [],
    nodes: await query(`SELECT ${NODE_COLUMNS} FROM nodes ORDER BY id`),
  });
}
