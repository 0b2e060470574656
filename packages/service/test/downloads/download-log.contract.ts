import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { DownloadLog } from '../../src/downloads/download-log.ts';

const WHOLE = { key: '', part: 'whole' } as const;

/** An empty log. */
export interface OpenedDownloadLog extends AsyncDisposable {
  readonly log: DownloadLog;
  /** Durable downloads by asset. */
  counts(): ReadonlyMap<number, number>;
}

/** What every DownloadLog must do. `open` opens a new one each time. */
export function downloadLogContract(name: string, open: () => Promise<OpenedDownloadLog>): void {
  describe(`${name}: download log`, () => {
    test('counts one download of each asset, and repeated assets again', async () => {
      await using opened = await open();
      opened.log.count([1, 2], WHOLE);
      opened.log.count([2], WHOLE);
      opened.log.count([], WHOLE);
      await opened.log.written();
      assert.deepEqual(Object.fromEntries(opened.counts()), { 1: 1, 2: 2 });
    });

    test('a flush waits for all earlier counts, and nothing is written twice', async () => {
      await using opened = await open();
      await opened.log.written();
      for (let asset = 1; asset <= 100; asset++) {
        opened.log.count([asset], WHOLE);
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
