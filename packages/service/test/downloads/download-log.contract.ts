import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DownloadLog } from '../../src/downloads/download-log.ts';

/** A log that has counted nothing. */
export interface OpenedDownloadLog extends AsyncDisposable {
  readonly log: DownloadLog;
  /** Downloads by asset that are durable. */
  counts(): ReadonlyMap<number, number>;
}

/** What every DownloadLog must do. `open` makes a new one each time. */
export function downloadLogContract(name: string, open: () => Promise<OpenedDownloadLog>): void {
  describe(`${name}: download log`, () => {
    test('counts one download of each asset, and the same asset again', async () => {
      await using opened = await open();
      opened.log.count([1, 2]);
      opened.log.count([2]);
      opened.log.count([]);
      await opened.log.written();
      assert.deepEqual(Object.fromEntries(opened.counts()), { 1: 1, 2: 2 });
    });

    test('whoever waits finds all earlier counts written, and nothing is written twice', async () => {
      await using opened = await open();
      await opened.log.written();
      for (let asset = 1; asset <= 100; asset++) {
        opened.log.count([asset]);
        if (asset % 10 > 0) continue;
        await opened.log.written();
        assert.equal(opened.counts().size, asset);
      }
      await Promise.all([opened.log.written(), opened.log.written()]);
      assert.ok(
        opened
          .counts()
          .values()
          .every((count) => count === 1),
      );
    });
  });
}
