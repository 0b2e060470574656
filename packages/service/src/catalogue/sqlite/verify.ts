import type { DatabaseSync } from 'node:sqlite';
import type { EntityKind } from '../catalogue.ts';
import { readFields } from '../rows.ts';
import { openChangeLog } from './change-log.ts';
import { checkReferences } from './check-references.ts';
import { openReader } from './database.ts';
import { inSnapshot } from './model.ts';

/**
 * Lists the problems of the catalogue in a data folder: damage to its file, or otherwise the first dangling reference.
 * Empty if there are none.
 */
export function verifyCatalogue(directory: string): readonly string[] {
  using database = openReader(directory);
  // One state, because a commit between two queries would look like a dangling reference.
  return inSnapshot(database, () => problemsOf(database));
}

function problemsOf(database: DatabaseSync): readonly string[] {
  const damage = database
    .prepare('PRAGMA integrity_check')
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok');
  if (damage.length > 0) return damage.map((line) => `the catalogue's file is damaged: ${line}`);

  const log = openChangeLog(database);
  for (const { kind, id } of database.prepare('SELECT kind, id FROM definitions').iterate()) {
    log.note(String(kind) as EntityKind, Number(id));
  }
  for (const kind of ['node', 'asset'] as const) {
    for (const { id, fields } of database.prepare(`SELECT id, fields FROM ${kind}s`).iterate()) {
      log.note(kind, Number(id));
      log.useFields(kind, Number(id), readFields(fields));
    }
  }
  for (const { asset } of database.prepare('SELECT DISTINCT asset FROM reviews').iterate())
    log.note('review', Number(asset));
  try {
    checkReferences(database, log);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
