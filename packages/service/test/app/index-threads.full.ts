import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { sampleFolder, serve } from './breakable-service.ts';
import { addField } from './catalogue-changes.ts';

describe('a service whose index thread ends', () => {
  for (const end of ['throw', 'exit'] as const) {
    test(`at the start, by ${end}: one line reports it, and the status is 1`, async () => {
      using folder = await sampleFolder();
      folder.break(`index ${end}`);
      await using service = await serve(folder, { ABS_THREADS: '1' });
      assert.equal(await service.ended, 1);
      assert.match(service.told(), /^abs serve: the thread of the search index ended$/m);
    });

    test(`while it serves, by ${end}: the status is 1, and no counted download is lost`, async () => {
      using folder = await sampleFolder();
      {
        await using service = await serve(folder, { ABS_THREADS: '2' });
        await (await fetch(`${service.url}/asset.do?download=1003`)).arrayBuffer();
        folder.break(`index ${end}`);
        assert.equal(await service.ended, 1);
        assert.match(service.told(), /a thread died/);
      }
      await using again = await serve(folder, { ABS_THREADS: '1' });
      const { data } = await (await fetch(`${again.url}/node.do?top=100&days=2`)).json();
      const counts = data.map(({ id, downloads }: { id: number; downloads: number }) => [id, downloads]);
      assert.deepEqual(counts, [[1003, 1]]);
    });
  }
});

test('while the index cannot be built, searches get 503 instead of stale results, and the log says why', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, { ABS_THREADS: '2' });
  folder.break('builder throw always');
  {
    await using writer = openCatalogueWriter({ directory: folder.path });
    await addField(writer, 900);
  }
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`${service.url}/node.do?search=broken`);
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [503, 'no-store']);
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  }
  await until(() => service.told().includes('the search index cannot be built'));
});
