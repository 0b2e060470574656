import type { DatabaseSync } from 'node:sqlite';
import type { Pin } from '../../../../core/src/domain/people.ts';
import { type CopySource, refuseDifferent } from '../copies.ts';
import { PIN_COLUMNS, pinCells } from '../people-rows.ts';
import type { ChangeLog } from './change-log.ts';
import { insertion } from './insert.ts';
import { prepareCells } from './statements.ts';

/** Returns what a transaction needs to make the catalogue a copy of another. */
export function copyChangesOf(database: DatabaseSync, log: ChangeLog) {
  return {
    becomeCopy: (source: CopySource): void => {
      const { identity, lastIds } = source;
      const [revision, copiedFrom] = prepareCells(database, 'SELECT revision, copied_from FROM state').get() ?? [];
      const from = typeof copiedFrom === 'string' ? copiedFrom : undefined;
      refuseDifferent({ revision: Number(revision), copiedFrom: from }, source);
      database.exec('DELETE FROM downloads; DELETE FROM pins');
      database
        .prepare('UPDATE state SET last_node = max(last_node, ?), last_asset = max(last_asset, ?)')
        .run(lastIds.node, lastIds.asset);
      log.noteCopyOf(identity);
    },
    putPins: (pins: readonly Pin[]): void => {
      const put = openPinWriter(database);
      for (const pin of pins) put(pin);
    },
  };
}

/** Prepares the statement that stores a PIN. The returned function returns false if the code is in use. */
export function openPinWriter(database: DatabaseSync): (pin: Pin) => boolean {
  const put = database.prepare(insertion('OR IGNORE INTO pins', PIN_COLUMNS));
  return (pin) => put.run(...pinCells(pin)).changes === 1;
}
