/** Mixed traffic while the catalogue changes: nothing fails or grows, for `SOAK_SECONDS`, 25 minutes unless told. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, seeded } from '../../../columnar/test/random.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { makeDemo } from '../../../demo/make.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { type Point, type ProcessState, processState, slopeOf } from '../support/curves.ts';
import { startLongService } from '../support/long-service.ts';
import { metricsIn } from '../support/metrics.ts';
import { importSample } from '../support/sample.ts';
import { newCaller, openTraffic, type Pools } from './mixed-traffic.ts';

const mb = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 1500);
const CALLERS = 16;
/** A caller waits up to this long between two requests. */
const THINKING_MS = 60;
/** Until caches and stores are full and all processes have started. */
const WARM_UP = 0.3;
/** So many that each window below has several after a collection of the heap. */
const SAMPLES = 400;
/** Parts of the run after the warm-up, with equally many answers. Of each counts the lowest value, so that no peak is a rise. */
const WINDOWS = 20;
/**
 * Steepest rise of a curve after the warm-up, with a million answers, whatever the pace of the machine: a height would let a slow
 * leak of a longer run pass.
 */
const BOUNDS = { tree: 120, memory: 60, heap: 24, handles: 24, children: 3 } as const;
/** Runs of fewer answers only report memory and handles, because what goes up and down hides their slope. */
const SHORTEST_PROOF = 400_000;
const MEGABYTE = 2 ** 20;
/** Assets occasionally added and removed at once: more than the index takes without a new base. */
const MANY = 9000;

interface Sample extends ProcessState {
  readonly answers: number;
  readonly heapBytes: number;
}

test(`${SECONDS} s of mixed traffic leave memory and handles flat, and nothing fails`, {
  skip: !existsSync('/proc/self/fd') && 'the system tells nothing of its processes',
}, async () => {
  const folder = newFolder();
  await using stack = new AsyncDisposableStack();
  const bundle = join(folder, 'bundle');
  const data = join(folder, 'data');
  await makeDemo(bundle, { signal: AbortSignal.timeout(300_000), scale: 0.2 });
  await importSample(data, bundle);
  const service = stack.use(
    await startLongService(data, { ABS_THREADS: '2', ABS_CACHE_MEGABYTES: '24', ABS_REVIEW_PER_MINUTE: '0' }),
  );
  const pools = await poolsOf(service.url);
  const traffic = openTraffic(service.url, pools);
  const samples: Sample[] = [];
  const end = performance.now() + SECONDS * 1000;
  const isOver = () => performance.now() >= end;
  const answers = () => traffic.statuses.values().reduce((sum, count) => sum + count, 0);

  async function call(number: number): Promise<void> {
    const random = seeded(number);
    while (!isOver()) {
      // Callers come and go, each with connections of its own.
      using caller = newCaller(random);
      for (let i = random.between(5, 400); i > 0 && !isOver(); i--) {
        await traffic.next(caller);
        await delay(random.between(0, THINKING_MS));
      }
    }
  }

  async function watch(): Promise<void> {
    const every = (SECONDS * 1000) / SAMPLES;
    for (let seconds = 0, asked = 0; !isOver(); await delay(every)) {
      const values = metricsIn(await (await fetch(`${service.url}/metrics`)).text());
      const state = processState(service.pid);
      assert.ok(state, 'the service is gone');
      const now = SECONDS - (end - performance.now()) / 1000;
      const all = answers();
      const heapBytes = values.get('abs_heap_bytes') ?? 0;
      samples.push({ answers: all, heapBytes, ...state });
      if (samples.length % 20 === 1) {
        const rate = ((all - asked) / (now - seconds)).toFixed(0);
        [seconds, asked] = [now, all];
        console.log(
          `${now.toFixed(0)} s: ${rate}/s, slowest ${traffic.slowest().toFixed(0)} ms; tree ${mb(state.treeRssBytes)} MB, process ${mb(state.rssBytes)} MB, heap ${mb(heapBytes)} MB; ${state.handles} handles, ${state.sockets} sockets, ${state.children} children; index ${mb(values.get('abs_index_bytes') ?? 0)} MB, lag ${values.get('abs_index_lag_revisions')}, revision ${values.get('abs_catalogue_revision')}`,
        );
      }
    }
  }

  async function change(): Promise<void> {
    await using writer = openCatalogueWriter({ directory: data });
    const random = seeded(7);
    for (let i = 0; !isOver(); i++) {
      await changeOnce(writer, pools, random, i);
      await delay(random.between(20, 300));
    }
  }

  await Promise.all([watch(), change(), ...Array.from({ length: CALLERS }, (_, i) => call(i + 1))]);
  console.log(`answers: ${[...traffic.statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);

  const failed = [...traffic.statuses.keys()].filter((status) => status >= 500 && status !== 503);
  assert.deepEqual(failed, [], 'nothing is answered 5xx but 503');
  assert.deepEqual(traffic.refused, [], '403 comes only for what may not be downloaded');
  for (const status of [200, 206, 304, 400, 403, 404]) assert.ok(traffic.statuses.has(status), `${status} came`);
  assert.deepEqual(service.troubles, [], 'the log tells of no errors');

  const warm = samples.filter((sample) => sample.answers >= answers() * WARM_UP);
  const rise = (value: (sample: Sample) => number) => 1e6 * slopeOf(lowestInWindows(warm, value));
  const rises = {
    tree: rise(({ treeRssBytes }) => treeRssBytes / MEGABYTE),
    memory: rise(({ rssBytes }) => rssBytes / MEGABYTE),
    heap: rise(({ heapBytes }) => heapBytes / MEGABYTE),
    handles: rise(({ handles }) => handles),
    children: rise(({ children }) => children),
  };
  const told = Object.entries(rises).map(([name, value]) => `${name} ${value.toFixed(1)}`);
  console.log(`rise after the warm-up, with a million answers (megabytes, numbers): ${told.join(', ')}`);
  // A shorter run ends before everything is warm.
  for (const [name, max] of Object.entries(answers() >= SHORTEST_PROOF ? BOUNDS : {}))
    assert.ok(rises[name as keyof typeof BOUNDS] <= max, `${name} rises by more than ${max} with a million answers`);

  // Without requests, no work and no connection remains.
  for (;;) {
    const values = metricsIn(
      await (await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } })).text(),
    );
    const busy = ['abs_downloads_open', 'abs_queue_length', 'abs_processes_busy'].map((name) =>
      values.entries().reduce((sum, [key, value]) => sum + (key.startsWith(name) ? value : 0), 0),
    );
    if (busy.every((value) => value === 0)) break;
    assert.ok(performance.now() < end + 120_000, 'work goes on for nobody');
    await delay(200);
  }
  assert.equal(await service.stop(), 0);
  assert.deepEqual(service.troubles, []);
});

/** The lowest value of each window, and after how many answers it was measured. */
function lowestInWindows(samples: readonly Sample[], value: (sample: Sample) => number): readonly Point[] {
  const first = samples.at(0)?.answers ?? 0;
  const each = ((samples.at(-1)?.answers ?? 0) + 1 - first) / WINDOWS;
  return Map.groupBy(samples, ({ answers }) => Math.floor((answers - first) / each))
    .values()
    .map((window) => window.reduce((low, sample) => (value(sample) < value(low) ? sample : low)))
    .map((low): Point => [low.answers, value(low)])
    .toArray();
}

/** The requests that the service offers, read from its own answers. */
async function poolsOf(url: string): Promise<Pools> {
  const data = async (path: string) => ((await (await fetch(url + path)).json()) as { data: unknown }).data;
  const assets = (await data('/node.do?search=&extended=true')) as readonly {
    id: number;
    name: string;
    downloadable: boolean;
  }[];
  const types = [101, 102, 103];
  const roots = await Promise.all(types.map((type) => data(`/node.do?tree=-1&kind=${type}`).catch(() => [])));
  const nodes: { id: number; name: string }[] = [];
  const gather = (all: unknown) => {
    for (const node of (all ?? []) as { id: number; name: string; children: unknown }[]) {
      nodes.push(node);
      gather(node.children);
    }
  };
  for (const each of roots) gather(each);
  const words = [...assets, ...nodes].flatMap(({ name }) => name.split(/[^\p{L}]+/u)).filter((word) => word.length > 3);
  assert.ok(assets.length > 20 && nodes.length > 5 && words.length > 20);
  return {
    assets: assets.map(({ id }) => id),
    locked: new Set(assets.filter(({ downloadable }) => !downloadable).map(({ id }) => id)),
    nodes: nodes.map(({ id }) => id),
    words: [...new Set(words)],
  };
}

const FIRST = 1_000_000;

/** The catalogue does not stay large: added assets are removed again. */
async function changeOnce(writer: CatalogueWriter, { nodes, words }: Pools, random: Random, i: number): Promise<void> {
  const name = `${random.pick(words)} ${random.pick(words)} ${random.between(0, 99)}`;
  await writer.change(async (changes) => {
    const many = i % 200;
    if (many === 100) {
      for (let k = 0; k < MANY; k++) await changes.put('asset', assetOf(FIRST + 1000 + k, { name: `many ${k}` }));
    } else if (many === 150) {
      for (let k = 0; k < MANY; k++) await changes.remove('asset', FIRST + 1000 + k);
    } else if (i % 3 === 2) await changes.remove('asset', FIRST + random.between(0, 49));
    else await changes.put('asset', assetOf(FIRST + random.between(0, 49), { name, nodes: [random.pick(nodes)] }));
  });
}
