import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { corpus, hasCorpus } from '../../core/test/support/corpus.ts';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { startLongService } from './support/long-service.ts';
import { openForAll } from './support/open-for-all.ts';

const MAIN = fileURLToPath(new URL('../src/cli/entry.ts', import.meta.url));

interface Entry {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly size: number;
}

describe('every sample file, through the commands', {
  skip: hasCorpus ? false : 'the sample files are not here',
}, () => {
  const data = newFolder();
  async function abs(...args: string[]): Promise<number> {
    const child = spawn(process.execPath, [MAIN, ...args, '--data', data], { stdio: 'ignore' });
    const [status] = await once(child, 'exit');
    return Number(status);
  }

  after(async () => assert.equal(await server.stop(), 0));
  const server = openForAll(async () => {
    assert.equal(await abs('import', corpus()), 0);
    return await startLongService(data);
  });

  test('has a thumbnail or a placeholder, and downloads unchanged', async () => {
    const roots = await (await fetch(`${server.url}/node.do?tree=-1&kind=101&depth=1`)).json();
    const all = await fetch(`${server.url}/node.do?id=${roots.data[0].id}&recursive=true&extended=true&paginate=1000`);
    const { data: entries, total } = (await all.json()) as { data: Entry[]; total: number };
    assert.ok(total > 200 && entries.length === total);
    const placeholders: string[] = [];
    const waiting = [...entries];
    const lane = async () => {
      for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
        const thumb = await fetch(`${server.url}/asset.do?thumb=${entry.id}`);
        assert.equal(thumb.status, 200, entry.name);
        assert.equal(thumb.headers.get('content-type'), 'image/jpeg');
        assert.deepEqual([...new Uint8Array(await thumb.arrayBuffer()).subarray(0, 3)], [0xff, 0xd8, 0xff]);
        if (thumb.headers.get('x-placeholder') === 'true' && entry.type === 1) placeholders.push(entry.name);
        const file = await fetch(`${server.url}/asset.do?download=${entry.id}`);
        assert.equal((await file.arrayBuffer()).byteLength, entry.size, entry.name);
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    // Damaged on purpose, or truncated so early that almost nothing shows.
    assert.deepEqual(placeholders.sort(), [
      ...['65536-uint32-limit.png', 'corrupt-header.jpg', 'corrupted.jpg', 'truncated.jpg', 'truncated.png'],
    ]);
  });

  test('is verified without a finding', async () => assert.equal(await abs('check'), 0));

  test('is unchanged in a second import', async () => {
    const revision = async () => (await (await fetch(`${server.url}/health`)).json()).revision;
    const before = await revision();
    assert.equal(await abs('import', corpus()), 0);
    assert.equal(await revision(), before);
  });
});
