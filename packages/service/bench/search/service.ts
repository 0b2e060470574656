/** The service with one thread: the time to its first answer, and its memory. */
import { Agent } from 'node:http';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { median, report, seconds } from '../report.ts';
import { megabytesOf, receive, startServer } from '../service.ts';
import { addressOf } from './addresses.ts';
import { keepIndex } from './build.ts';
import { everyone, questionsFor } from './shapes.ts';

const ASKED_START_MS = 1500;
const ASKED_MEGABYTES = 600;

export async function benchService(directory: string, rounds: number): Promise<void> {
  await keepIndex(directory);
  const addresses = await addressesOfMix(directory);
  const starts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    // Without the response cache, whose memory is a setting of its own.
    await using server = await startServer(directory, { threads: 1, settings: { ABS_CACHE_MEGABYTES: '0' } });
    using connection = new Connection(server.url);
    await connection.ask(addresses[0] ?? '');
    // The first round is a warm-up.
    if (round > 0) starts.push(performance.now() - begun);
    if (round < rounds - 1) continue;
    reportMemory('after its first answer', server.pid);
    for (const address of addresses) await connection.ask(address);
    reportMemory(`after ${addresses.length} searches of the mix`, server.pid);
  }
  report({
    name: 'service from its start to its first answer, with an index file',
    asked: seconds(ASKED_START_MS),
    measured: `${seconds(median(starts))} (rounds ${starts.map(seconds).join(', ')})`,
    isReached: median(starts) <= ASKED_START_MS,
  });
}

async function addressesOfMix(directory: string): Promise<readonly string[]> {
  await using catalogue = openCatalogue({ directory });
  return questionsFor(await everyone(catalogue)).map(({ query }) => addressOf(query));
}

/** One keep-alive connection. */
class Connection implements Disposable {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string) {
    this.#url = url;
  }

  ask(address: string): Promise<void> {
    return receive(`${this.#url}${address}`, this.#agent);
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

function reportMemory(when: string, pid: number | undefined): void {
  const of = (name: string) => megabytesOf(pid, name);
  const own = of('RssAnon') + of('RssShmem');
  report({
    name: `resident memory of the service, ${when}`,
    asked: `${ASKED_MEGABYTES} MB`,
    measured: `${of('VmRSS').toFixed(0)} MB (its own ${own.toFixed(0)} MB, pages of files ${of('RssFile').toFixed(0)} MB)`,
    isReached: of('VmRSS') <= ASKED_MEGABYTES,
  });
}
