/** Searches that are not cached, and the effect of twice the load that can be answered. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from '../renditions/programs.ts';
import { median, ms, report } from '../report.ts';
import { megabytesOf } from '../service.ts';
import { asFastAsItGoes, steadily, writeScript } from './load.ts';
import { startService } from './servers.ts';

/** Words that thousands of the museum's records have. */
const WORDS = [
  'portrait',
  'woman',
  'man',
  'landscape',
  'print',
  'paper',
  'painting',
  'drawing',
  'oil',
  'river',
  'church',
  'head',
];
const ASKED_RATE = 1500;
const ASKED_SHARE = 0.9;
const ASKED_P99 = 200;
const ASKED_P99_OF_REFUSALS = 50;
const FLAT_MB = 16;
const CLIENTS = 512;
/** As many as keep a thread busy: none of them is refused. */
const FEW_CLIENTS = 16;

/** Every pair of words, so that successive requests differ. */
const pairs = WORDS.flatMap((one) => WORDS.filter((other) => other !== one).map((other) => `${one}+${other}`));
const paths = pairs.map((words) => `/node.do?search=${words}&paginate=50&search_facets=2&cache=false`);

export async function benchSearches(
  folder: string,
  data: string,
  options: { rounds: number; seconds: number; overloadSeconds: number },
) {
  await using service = await startService(data, { threads: 1, core: 0 });
  const script = writeScript(join(folder, 'searches.lua'), paths);
  const rates: number[] = [];
  for (let round = 0; round <= options.rounds; round += 1) {
    const { perSecond } = await asFastAsItGoes(service.url, {
      seconds: options.seconds,
      core: 1,
      script,
      connections: FEW_CLIENTS,
    });
    if (round > 0) rates.push(perSecond);
  }
  const most = median(rates);
  report({
    name: 'a search that is not cached (two common words, 50 entries, facets), one thread',
    asked: `${ASKED_RATE}/s`,
    measured: `${most.toFixed(0)}/s`,
    isReached: most >= ASKED_RATE,
  });
  if (!isInstalled('h2load', '--version')) return console.log('not measured: h2load is not installed');

  const urls = join(folder, 'search-urls.txt');
  writeFileSync(urls, paths.map((path) => `${service.url + path}\n`).join(''));
  const memory: number[] = [];
  const timer = setInterval(() => memory.push(megabytesOf(service.pid, 'VmRSS')), 1000);
  const load = { perSecond: most * 2, seconds: options.overloadSeconds, connections: CLIENTS, core: 1, programs: 16 };
  const { perSecond, p99Milliseconds } = await steadily(folder, urls, load);
  clearInterval(timer);
  const answered = perSecond.get(200) ?? 0;
  report({
    name: `answered at twice that load for ${options.overloadSeconds} s, ${CLIENTS} connections`,
    asked: `${ASKED_SHARE} of it`,
    measured: `${(answered / most).toFixed(2)} (${answered.toFixed(0)}/s; 503: ${(perSecond.get(503) ?? 0).toFixed(0)}/s)`,
    isReached: answered >= ASKED_SHARE * most,
  });
  const p99 = p99Milliseconds.get(200) ?? Number.NaN;
  report({ name: 'p99 of those', asked: ms(ASKED_P99), measured: ms(p99), isReached: p99 < ASKED_P99 });
  const refused = p99Milliseconds.get(503) ?? 0;
  const isPrompt = refused < ASKED_P99_OF_REFUSALS;
  report({ name: 'p99 of the 503s', asked: ms(ASKED_P99_OF_REFUSALS), measured: ms(refused), isReached: isPrompt });
  // Connections and V8's space for short-lived objects grow in the first seconds.
  const sixth = Math.ceil(memory.length / 6);
  const [early, late] = [median(memory.slice(sixth, 2 * sixth)), median(memory.slice(-sixth))];
  report({
    name: 'memory while it lasts',
    asked: `flat (${FLAT_MB} MB)`,
    measured: `${early.toFixed(0)} MB in its second sixth, ${late.toFixed(0)} MB in its last; at most ${Math.max(...memory).toFixed(0)} MB`,
    isReached: late - early < FLAT_MB,
  });
}
