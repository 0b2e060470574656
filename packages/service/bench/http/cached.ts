/** A cached JSON answer and a 304, beside a bare server with the same bytes and a Varnish hit. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from '../renditions/programs.ts';
import { median, ms, report } from '../report.ts';
import { asFastAsItGoes, type Rate, steadily } from './load.ts';
import { type Running, startBare, startService, startVarnish } from './servers.ts';

/** A request of the museum whose answer is about ten kilobytes. */
const PATH = '/node.do?search=portrait&paginate=33&extended=true';
const ASKED_SHARE = 0.85;
const ASKED_304 = 1.1;
const ASKED_P99 = 5;
const SHARE_OF_RATE = 0.7;

export async function benchCached(folder: string, data: string, options: { rounds: number; seconds: number }) {
  const file = join(folder, 'answer.json');
  {
    await using service = await startService(data, { threads: 1 });
    const answer = await fetch(service.url + PATH, { headers: { 'accept-encoding': 'identity' } });
    // Headers of the connection, which each server writes itself.
    const headers = [...answer.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name));
    writeFileSync(file, JSON.stringify({ headers: Object.fromEntries(headers), body: await answer.text() }));
  }
  await oneThread(folder, data, file, options);
  await twoThreads(data, file, options);
}

async function oneThread(folder: string, data: string, file: string, options: { rounds: number; seconds: number }) {
  const hasVarnish = isInstalled('varnishd', '-V');
  await using bare = await startBare(file, { threads: 1, core: 0 });
  await using service = await startService(data, { threads: 1, core: 0 });
  const varnish = hasVarnish ? await startVarnish(folder, bare.url, { core: 0 }) : undefined;
  await using _ = { [Symbol.asyncDispose]: async () => await varnish?.[Symbol.asyncDispose]() };
  const condition = [`If-None-Match: ${await tagOf(service.url + PATH)}`];
  const cases = {
    bare: { url: bare.url },
    own: { url: service.url + PATH },
    ...(varnish ? { varnish: { url: varnish.url } } : {}),
    own304: { url: service.url + PATH, headers: condition },
    bare304: { url: bare.url, headers: condition },
  };
  const rates = await interleaved(cases, { ...options, core: 1 });
  const share = rates('own') / rates('bare');
  report({
    name: 'a cached JSON answer of 10 kB, one thread',
    asked: `${ASKED_SHARE} of a bare node:http server`,
    measured: `${share.toFixed(2)} (${rates('own').toFixed(0)}/s)`,
    peer: `node:http ${rates('bare').toFixed(0)}/s`,
    isReached: share >= ASKED_SHARE,
  });
  if (varnish) {
    const beside = rates('own') / rates('varnish');
    report({
      name: 'the same beside a Varnish hit',
      asked: 'ahead',
      measured: `${beside.toFixed(2)} times`,
      peer: `Varnish ${rates('varnish').toFixed(0)}/s`,
      isReached: beside > 1,
    });
  } else console.log('not measured: Varnish is not installed');
  const notModified = rates('own304') / rates('bare');
  report({
    name: 'a 304, one thread',
    asked: `${ASKED_304} of the bare server's 200`,
    measured: `${notModified.toFixed(2)} (${rates('own304').toFixed(0)}/s)`,
    peer: `node:http's 304 ${(rates('bare304') / rates('bare')).toFixed(2)}`,
    isReached: notModified >= ASKED_304,
  });
  await latency(folder, service, rates('bare') * SHARE_OF_RATE, options);
}

/** The ETag of the answer that the load requests: each content encoding has its own. */
async function tagOf(url: string): Promise<string> {
  const plain = { 'accept-encoding': 'identity' };
  const etag = (await fetch(url, { headers: plain })).headers.get('etag') ?? '';
  const { status } = await fetch(url, { headers: { ...plain, 'if-none-match': etag } });
  if (status !== 304) throw new Error(`${url} answers ${status} to a caller who has ${etag}`);
  return etag;
}

async function latency(folder: string, { url }: Running, perSecond: number, options: { seconds: number }) {
  if (!isInstalled('h2load', '--version')) return console.log('not measured: h2load is not installed');
  const urls = join(folder, 'cached-urls.txt');
  writeFileSync(urls, `${url + PATH}\n`);
  const load = await steadily(folder, urls, { perSecond, seconds: options.seconds, connections: 64, core: 1 });
  const p99 = load.p99Milliseconds.get(200) ?? Number.NaN;
  report({
    name: `p99 of it at ${SHARE_OF_RATE * 100} % of the bare server's rate`,
    asked: ms(ASKED_P99),
    measured: `${ms(p99)} at ${load.perSecond.get(200)?.toFixed(0)}/s`,
    isReached: p99 < ASKED_P99,
  });
}

async function twoThreads(data: string, file: string, options: { rounds: number; seconds: number }) {
  await using bare = await startBare(file, { threads: 2 });
  await using service = await startService(data, { threads: 2 });
  const rates = await interleaved({ bare: { url: bare.url }, own: { url: service.url + PATH } }, options);
  const share = rates('own') / rates('bare');
  report({
    name: 'a cached JSON answer of 10 kB, two threads',
    asked: `${ASKED_SHARE} of a bare node:http server`,
    measured: `${share.toFixed(2)} (${rates('own').toFixed(0)}/s)`,
    peer: `node:http ${rates('bare').toFixed(0)}/s`,
    isReached: share >= ASKED_SHARE,
  });
}

/** Medians of requests a second; the first round is a warm-up. */
async function interleaved(
  cases: Readonly<Record<string, { readonly url: string; readonly headers?: readonly string[] }>>,
  { rounds, seconds, core }: { rounds: number; seconds: number; core?: number },
): Promise<(name: string) => number> {
  const found = new Map<string, Rate[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { url, headers = [] }] of Object.entries(cases)) {
      const rate = await asFastAsItGoes(url, { seconds, headers, ...(core === undefined ? {} : { core }) });
      if (round > 0) found.set(name, [...(found.get(name) ?? []), rate]);
    }
  }
  return (name) => median((found.get(name) ?? []).map(({ perSecond }) => perSecond));
}
