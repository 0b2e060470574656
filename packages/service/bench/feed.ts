/**
 * `npm run bench:feed`: pages of changes over a million assets, and a question without news beside a 304 of the same server. Exit
 * status 1 where a figure is missed.
 */

import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { newFolder } from '../../core/test/support/temporary-folder.ts';
import { openCatalogueWriter } from '../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../test/search/contract-samples.ts';
import { readMetrics } from '../test/support/metrics.ts';
import { SAMPLE } from '../test/support/sample.ts';
import { median, ms, percentile, report, time } from './report.ts';
import { runCommand, startServer } from './service.ts';

const [NODE, FIRST, ASSETS, CHANGED, AT_ONCE, PAGE] = [20, 1_000_000, 1_000_000, 100_000, 10_000, 1000];
const MAX_PAGE_MS = 5;
const [WARMING, PASSES, REPEATED] = [3, 5, 500];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

async function ask(address: string, headers: Readonly<Record<string, string>> = {}) {
  const [response] = await once(get(address, { agent, headers }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode as number, etag: String(response.headers.etag), body: Buffer.concat(chunks) };
}

async function put(data: string, count: number, name: string): Promise<void> {
  await using writer = openCatalogueWriter({ directory: data });
  for (let from = FIRST; from < FIRST + count; from += AT_ONCE)
    await writer.change(async (changes) => {
      for (let id = from; id < from + AT_ONCE; id++)
        await changes.put('asset', assetOf(id, { nodes: [NODE], name: `${name} ${id}` }));
    });
}

const data = newFolder();
await runCommand(['import', SAMPLE, '--data', data]);
await put(data, ASSETS, 'one');
await using server = await startServer(data, { threads: 1 });
const feed = (cursor: string) => `${server.url}/node.do?changes=${cursor}&limit=${PAGE}`;
type Page = {
  readonly data: { readonly cursor: string; readonly more: boolean; readonly changes: readonly unknown[] };
};
let { cursor }: Page['data'] = (JSON.parse(String((await ask(feed('now'))).body)) as Page).data;
await put(data, CHANGED, 'other');

/** Reads all pages from here on without the cache of answers. Returns where they end, and what full ones took, in milliseconds. */
async function readAll(from: string): Promise<{ readonly end: string; readonly times: readonly number[] }> {
  const times: number[] = [];
  let [end, changes, more] = [from, 0, true];
  while (more) {
    let body = Buffer.alloc(0);
    const took = await time(async () => {
      ({ body } = await ask(`${feed(end)}&cache=false`));
    });
    const { data: page } = JSON.parse(String(body)) as Page;
    ({ cursor: end, more } = page);
    changes += page.changes.length;
    if (page.changes.length === PAGE) times.push(took);
  }
  if (changes !== CHANGED) throw new Error(`${changes} changes`);
  return { end, times };
}

/** Resolves once the server has taken up the changes into its index: it uses less than a tenth of a core for a second. */
async function untilQuiet(): Promise<void> {
  const used = async () => (await readMetrics(server.url)).get('process_cpu_seconds_total') ?? Number.NaN;
  for (let now = await used(), before = Number.NaN; !(now - before < 0.1); ) {
    await sleep(1000);
    [before, now] = [now, await used()];
  }
}

await untilQuiet();
// What a server learns of its code and of the database.
for (let pass = 0; pass < WARMING; pass += 1) await readAll(cursor);
const times: number[] = [];
for (let pass = 0; pass < PASSES; pass += 1) times.push(...(await readAll(cursor)).times);
({ end: cursor } = await readAll(cursor));
report({
  name: `a page of ${PAGE} changes, p95 of ${times.length}, median ${ms(median(times))}`,
  asked: ms(MAX_PAGE_MS),
  measured: ms(percentile(times, 95)),
  isReached: percentile(times, 95) <= MAX_PAGE_MS,
});

const [quiet, unchanged]: [number[], number[]] = [[], []];
const { etag } = await ask(feed(cursor));
const details = `${server.url}/asset.do?details=${FIRST}`;
const tag = (await ask(details)).etag;
for (let round = 0; round < REPEATED; round += 1) {
  quiet.push(await time(() => ask(feed(cursor), { 'if-none-match': etag })));
  unchanged.push(await time(() => ask(details, { 'if-none-match': tag })));
}
const [one, other] = [median(quiet), median(unchanged)];
report({
  name: 'a question without news',
  asked: 'as a 304',
  measured: ms(one),
  peer: `a 304 of details ${ms(other)}`,
  isReached: one <= other * 1.25,
});
agent.destroy();
