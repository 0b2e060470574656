import type { DatabaseSync } from 'node:sqlite';
import type { Pin } from '../../pins/store/pin.ts';
import { type CopySource, refuseDifferent } from '../copies.ts';
import type { ChangeLog } from './change-log.ts';
import { openPinWriter } from './pins.ts';
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
