import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { startLongService } from '../support/long-service.ts';
import { copySample } from '../support/sample.ts';

describe('the running service', () => {
  test('counts completed downloads, even if it stops right after them', async () => {
    using data = temporaryFolder();
    await copySample(data.path);
    {
      await using service = await startLongService(data.path, { ABS_THREADS: '2' });
      await Promise.all(
        Array.from({ length: 20 }, async () => (await fetch(`${service.url}/asset.do?download=1003`)).arrayBuffer()),
      );
      // Neither a range nor HEAD counts as a download.
      await (await fetch(`${service.url}/asset.do?download=1003`, { headers: { range: 'bytes=5-' } })).arrayBuffer();
      await fetch(`${service.url}/asset.do?download=1003`, { method: 'HEAD' });
      assert.equal(await service.stop(), 0);
    }
    await using again = await startLongService(data.path, { ABS_THREADS: '2' });
    const top = await (await fetch(`${again.url}/node.do?top=100&days=2`)).json();
    const counts = top.data.map(({ id, downloads }: { id: number; downloads: number }) => [id, downloads]);
    assert.deepEqual(counts, [[1003, 20]]);
  });
});
