import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { sampleFolder, serve } from './breakable-service.ts';
import { addField } from './catalogue-changes.ts';

const READERS = 8;
const FIRST_ID = 100_000;
/** Assets of each commit. The large ones exceed any delta, the largest what a base of this size accepts. */
const COMMITS = [...Array.from({ length: 12 }, () => 1), 700, 1, 2500, 1, 9000, 1, 12_000, ...Array(4).fill(1)];

/** Ways to request the same. */
const FORMS = [
  ['', {}],
  ['', { 'accept-encoding': 'br' }],
  ['', { origin: 'https://shop.example' }],
  ['&_=7', {}],
  ['&cache=false', {}],
  ['&flush=true', {}],
] as const;

test('however it is requested and on every thread, no answer is older than the last commit before its request, none shows part of a commit, and no ETag has two bodies', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, { ABS_THREADS: '2' });
  await using writer = openCatalogueWriter({ directory: folder.path });
  const search = `${service.url}/node.do?search=&paginate=1&sort_order=id&sort_order_seq=desc`;
  const bodies = new Map<string | null, string>();
  let asked = 0;
  const newest = async () => {
    asked += 1;
    const [suffix, headers] = FORMS[asked % FORMS.length] ?? FORMS[0];
    const answer = await fetch(search + suffix, { headers });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    const tag = answer.headers.get('etag');
    assert.equal(bodies.get(tag) ?? text, text, `${tag} stands for two bodies`);
    if (tag !== null) bodies.set(tag, text);
    const { total, data } = JSON.parse(text) as { total: number; data: { id: number; name: string }[] };
    return { total, id: data[0]?.id as number };
  };
  const { total: before } = await newest();
  /** The counts that can occur: commits are atomic. */
  const sums = new Set([before]);
  let committed = before;
  let isDone = false;
  let answers = 0;

  async function read(): Promise<void> {
    while (!isDone) {
      const atLeast = committed;
      const { total, id } = await newest();
      assert.ok(total >= atLeast, `${total} assets, though ${atLeast} were committed before`);
      assert.ok(sums.has(total), `${total} assets: a part of a commit`);
      if (total > before) assert.equal(id, FIRST_ID + total - before - 1);
      const details = await fetch(`${service.url}/asset.do?details=${id}`);
      assert.equal(details.status, 200, 'what a list shows can be opened');
      answers += 1;
    }
  }

  async function write(): Promise<void> {
    let sum = before;
    for (const [i, count] of COMMITS.entries()) {
      const first = FIRST_ID + sum - before;
      sum += count;
      sums.add(sum);
      await writer.change(async (changes) => {
        for (let k = 0; k < count; k++) await changes.put('asset', assetOf(first + k));
      });
      committed = sum;
      // Readers run between the commits of this thread.
      for (const enough = answers + 3; answers < enough; ) await nextTurn();
      // Makes a base with other fields.
      if (i === 5) await addField(writer, 990);
    }
    await newest();
    isDone = true;
  }

  const readers = Promise.all(Array.from({ length: READERS }, read));
  await Promise.all([readers, Promise.race([write(), readers])]);
  assert.equal((await newest()).total, committed);
});
