import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { EndedSessions, EndedSessionsWriter } from '../../src/catalogue/ended-sessions.ts';

/** An empty catalogue; disposal closes all. */
interface Opened extends AsyncDisposable {
  readonly writer: EndedSessionsWriter;
  readonly catalogue: Catalogue;
  readonly ended: EndedSessions;
}

const end = (mark: string, ended: number, expires = ended + 1000) => ({ mark, ended, expires });

/** What every store of ended sessions must do. `open` opens a new one each time. */
export function endedSessionsContract(name: string, open: () => Promise<Opened>): void {
  describe(`${name}: ended sessions`, () => {
    test('ends are read in their order, from a number on, and make no revision', async () => {
      await using all = await open();
      const { revision } = await all.catalogue.snapshot();
      await until(() => all.ended.newest() === 0);
      await all.writer.endSessions(end('id:a', 10));
      await all.writer.endSessions(end('sub:b', 11));
      await until(() => all.ended.newest() === 2);
      assert.deepEqual(await all.ended.after(0), [
        { number: 1, ...end('id:a', 10) },
        { number: 2, ...end('sub:b', 11) },
      ]);
      assert.deepEqual(await all.ended.after(1), [{ number: 2, ...end('sub:b', 11) }]);
      assert.equal((await all.catalogue.snapshot()).revision, revision);
    });

    test('what is over is forgotten, and no number comes again', async () => {
      await using all = await open();
      for (const time of [10, 20, 2000, 5000]) await all.writer.endSessions(end('id:a', time));
      const left = await all.ended.after(0);
      assert.deepEqual(left, [{ number: 4, ...end('id:a', 5000) }]);
      await all.writer.endSessions(end('id:b', 9000));
      assert.deepEqual(
        (await all.ended.after(4)).map(({ number }) => number),
        [5],
      );
    });

    test('ends that are written at once all have a number of their own', async () => {
      await using all = await open();
      await Promise.all(Array.from({ length: 8 }, (_, place) => all.writer.endSessions(end(`id:${place}`, 10))));
      assert.deepEqual(
        (await all.ended.after(0)).map(({ number }) => number),
        [1, 2, 3, 4, 5, 6, 7, 8],
      );
    });
  });
}
