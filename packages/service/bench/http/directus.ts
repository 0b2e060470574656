/** The same requests to Directus, with the same records, where they have a counterpart. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { makePhotos } from '../renditions/photos.ts';
import { median, ms, report, time } from '../report.ts';
import { runCommand } from '../service.ts';
import { installDirectus, startDirectus, TOKEN, uploadPhotos } from './directus-installed.ts';
import { asFastAsItGoes, type Rate } from './load.ts';
import { type Running, startService } from './servers.ts';

/** Directus refuses no request for overload, so the service must not either, however busy the machine is. */
const SETTINGS = { ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '60000' };
/** Directus takes seconds for a search, so more requests would only wait. */
const CONNECTIONS = 8;
const PHOTOS = 8;
const HEADERS = [`Authorization: Bearer ${TOKEN}`];
const FIELDS = 'fields=id,title,filename,extension,uploaded';
/** Field 100 is the title. */
const OWN_FIELDS = 'paginate=50&extended=true&infofields=100&sort_order=name';

/**
 * What is asked of both; `times` is what our rate has to be of theirs as both come, we with a cache and Directus without.
 * Where both have one, searching costs nothing any more, and ten times are asked.
 */
const CASES = [
  { name: 'list of 50 with total', times: 10, own: `search=&${OWN_FIELDS}`, theirs: 'meta=filter_count,total_count' },
  {
    name: 'search, common word',
    times: 100,
    own: `search=portrait&${OWN_FIELDS}`,
    theirs: 'search=portrait&meta=filter_count',
  },
  {
    name: 'search, rare word',
    times: 100,
    own: `search=versailles&${OWN_FIELDS}`,
    theirs: 'search=versailles&meta=filter_count',
  },
] as const;

export async function benchDirectus(
  folder: string,
  { data, museum }: { readonly data: string; readonly museum: string },
  options: { readonly rounds: number; readonly seconds: number },
): Promise<void> {
  let home: string;
  try {
    home = await installDirectus(folder, museum);
  } catch (error) {
    return console.log(`not measured: Directus cannot be installed here: ${error}`);
  }
  console.log(
    'Directus 12.4.0 on SQLite: driver compiled here, isolated-vm an empty stub; title index and ANALYZE in its favour',
  );
  await lists(home, data, options);
  await thumbs(folder, home, options);
}

async function lists(home: string, data: string, options: { rounds: number; seconds: number }): Promise<void> {
  await using own = await startService(data, { threads: 1, core: 0, settings: SETTINGS });
  await using off = await startDirectus(home, { isCached: false, core: 0 });
  await using on = await startDirectus(home, { isCached: true, core: 0 });
  for (const { name, times, own: question, theirs } of CASES) {
    const path = `/items/assets?limit=50&sort=title&${theirs}&${FIELDS}`;
    const rates = await interleaved(
      {
        kept: { url: `${own.url}/node.do?${question}` },
        computed: { url: `${own.url}/node.do?${question}&cache=false` },
        off: { url: off.url + path, headers: HEADERS },
        on: { url: on.url + path, headers: HEADERS },
      },
      options,
    );
    compare(`${name}, both as they come`, times, rates('kept'), rates('off'));
    compare(`${name}, both without a cache`, 1, rates('computed'), rates('off'));
    compare(`${name}, both with a cache`, 10, rates('kept'), rates('on'));
  }
}

function compare(name: string, times: number, own: Rate, theirs: Rate): void {
  const share = own.perSecond / theirs.perSecond;
  report({
    name,
    asked: times === 1 ? 'ahead' : `${times} times Directus`,
    measured: `${share.toFixed(1)} times (${own.perSecond.toFixed(0)}/s, p50 ${ms(own.p50Milliseconds)})`,
    peer: `${theirs.perSecond.toFixed(1)}/s, p50 ${ms(theirs.p50Milliseconds)}`,
    isReached: times === 1 ? share > 1 : share >= times,
  });
}

/** Photographs of 24 megapixels to 256 pixels. */
async function thumbs(folder: string, home: string, options: { rounds: number; seconds: number }): Promise<void> {
  const photos = join(folder, 'photos');
  const paths = await makePhotos(photos, { count: PHOTOS, width: 6000, height: 4000 });
  const data = join(folder, 'photos-data');
  if (!existsSync(data)) await runCommand(['import', photos, '--data', data]);
  await using directus = await startDirectus(home, { isCached: false });
  const ids = await uploadPhotos(directus, paths);
  const theirs = ids.map((id) => `${directus.url}/assets/${id}?width=256&height=256&fit=inside&quality=82`);

  const cold = { own: [] as number[], theirs: [] as number[] };
  for (let round = 0; round <= options.rounds; round++) {
    rmSync(join(data, 'renditions'), { recursive: true, force: true });
    // Pictures drawn before are cached in memory, so a new process draws; its first request starts its render processes.
    await using own = await startService(data, { threads: 1, settings: SETTINGS });
    const mine = await thumbsOf(own);
    await loadAll([`${own.url}/asset.do?thumb=${mine[0]}&big=true`]);
    const ownTime = await time(() => loadAll(mine.map((id) => `${own.url}/asset.do?thumb=${id}`)));
    for (const file of readdirSync(join(home, 'uploads'))) if (file.includes('__')) rmSync(join(home, 'uploads', file));
    const theirTime = await time(() => loadAll(theirs));
    if (round === 0) continue;
    cold.own.push(ownTime);
    cold.theirs.push(theirTime);
  }
  const perSecond = (times: readonly number[]) => (PHOTOS * 1000) / median(times);
  const share = perSecond(cold.own) / perSecond(cold.theirs);
  report({
    name: 'thumbnails of 24 megapixels, cold',
    asked: 'no slower than Directus (0.9)',
    measured: `${share.toFixed(2)} times (${perSecond(cold.own).toFixed(1)}/s)`,
    peer: `${perSecond(cold.theirs).toFixed(1)}/s`,
    isReached: share >= 0.9,
  });

  await using own = await startService(data, { threads: 1, settings: SETTINGS });
  const mine = await thumbsOf(own);
  const rates = await interleaved(
    {
      own: { url: `${own.url}/asset.do?thumb=${mine[0]}` },
      theirs: { url: theirs[0] ?? '', headers: HEADERS },
    },
    options,
  );
  compare('a thumbnail, warm', 10, rates('own'), rates('theirs'));
}

async function thumbsOf({ url }: Running): Promise<readonly number[]> {
  const answer = await fetch(`${url}/node.do?search=`);
  return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id);
}

/** Four at a time, as a page would. */
async function loadAll(urls: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const load = (url: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    get(url, { agent, headers: { authorization: `Bearer ${TOKEN}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
      response.resume().once('end', resolve);
    }).once('error', reject);
    return promise;
  };
  await Promise.all(urls.map(load));
  agent.destroy();
}

/** Medians over rounds in which all cases take turns; the first round is a warm-up. */
async function interleaved(
  cases: Readonly<Record<string, { readonly url: string; readonly headers?: readonly string[] }>>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<(name: string) => Rate> {
  const found = new Map<string, Rate[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, headers = [] }] of Object.entries(cases)) {
      const rate = await asFastAsItGoes(url, { seconds, headers, core: 1, connections: CONNECTIONS });
      if (round > 0) found.set(name, [...(found.get(name) ?? []), rate]);
    }
  }
  return (name) => {
    const all = found.get(name) ?? [];
    const of = (value: (rate: Rate) => number) => median(all.map(value));
    return {
      perSecond: of(({ perSecond }) => perSecond),
      p50Milliseconds: of(({ p50Milliseconds }) => p50Milliseconds),
      p99Milliseconds: of(({ p99Milliseconds }) => p99Milliseconds),
    };
  };
}
