import type { DatabaseSync } from 'node:sqlite';
import type { Commit } from '../../../../columnar/src/index-source.ts';
import type { CatalogueModel } from '../../../../core/src/domain/catalogue-model.ts';
import { buildModel } from '../build-model.ts';
import { CHANGES_MODEL, COMMIT } from '../change-notes.ts';
import { LAST_COMMIT, readLastCommit, readMark } from '../last-commit.ts';
import { NODE_COLUMNS } from '../rows.ts';
import { prepareCells } from './statements.ts';

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
  // Changes with each commit of any other connection, and this one doesn't write.
  const dataVersion = prepareCells(database, 'PRAGMA data_version');
  const last = prepareCells(database, LAST_COMMIT);
  const mark = prepareCells(database, `SELECT id FROM changes WHERE revision = ? AND kind = '${COMMIT}'`);
  const touched = database.prepare(
    `SELECT EXISTS (SELECT 1 FROM changes WHERE revision > ? AND ${CHANGES_MODEL}) AS touched`,
  );
  const reaches = openReach(database);
  let known: { readonly model: CatalogueModel; readonly commit: Commit } | undefined;
  let version: unknown;
  const commit = () => readLastCommit(last.get() ?? []);
  return {
    revision: () => Number(newest.get()?.[0]),
    model: () => {
      // Read first: what is committed meanwhile is seen at the next call.
      const seen = dataVersion.get()?.[0];
      if (known === undefined || seen !== version) known = inSnapshot(database, load);
      version = seen;
      return known.model;
    },
  };

  function load(): NonNullable<typeof known> {
    const now = commit();
    if (known === undefined || !leadsHere(known.commit, now))
      return { model: loadModel(database, defaultLanguage), commit: now };
    if (known.commit.revision === now.revision) return known;
    const isSame = touched.get(known.commit.revision)?.['touched'] === 0;
    const model = isSame ? { ...known.model, revision: now.revision } : loadModel(database, defaultLanguage);
    return { model, commit: now };
  }

  /** False after the restore of an older state, whose revisions may have grown past that of the model since. */
  function leadsHere(from: Commit, now: Commit): boolean {
    return from.revision <= now.revision && reaches(from.revision) && readMark(mark.get(from.revision)) === from.mark;
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
  const documents = prepareCells(database, 'SELECT id, document FROM definitions WHERE kind = ? ORDER BY id');
  return buildModel({
    revision: Number(state?.['revision']),
    languages: String(state?.['languages']),
    defaultLanguage: defaultLanguage ?? String(state?.['default_language']),
    documents: (kind) => documents.all(kind).map(([id, document]) => [Number(id), String(document)]),
    nodes: prepareCells(database, `SELECT ${NODE_COLUMNS} FROM nodes ORDER BY id`).all(),
  });
}

/** Prepares the query that says whether all changes after a revision are still recorded. */
export function openReach(database: DatabaseSync): (revision: number) => boolean {
  // Each revision has changes, so none is missing after the oldest one.
  const oldest = database.prepare(
    'SELECT ifnull((SELECT min(revision) FROM changes), (SELECT revision + 1 FROM state)) AS oldest',
  );
  return (revision) => revision >= Number(oldest.get()?.['oldest']) - 1;
}
