import type { DatabaseSync } from 'node:sqlite';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { CatalogueModel } from '../../../src/domain/catalogue-model.ts';
import { newestOf } from '../../support/records.ts';

const ATTEMPTS = 100;

/**
 * Runs `work` in one read transaction, with the model of the very revision that the transaction sees. A commit between the
 * two is rare, and then the newer state is read instead.
 */
export function readSnapshot<T>(
  database: DatabaseSync,
  catalogue: Pick<Catalogue, 'snapshotAtHand'>,
  work: (model: CatalogueModel) => T,
): T {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    database.exec('BEGIN');
    try {
      const row = database.prepare('SELECT revision FROM state').get();
      const { model } = newestOf(catalogue);
      if (model.revision === row?.['revision']) return work(model);
    } finally {
      // Committed, because temporary tables made in it must stay.
      database.exec('COMMIT');
    }
  }
  throw new Error(`the catalogue changed during each of ${ATTEMPTS} attempts to read it`);
}
