/** One caller asks for ten thousand sizes of pictures: what that costs another who asks for an answer and a stored picture. */
import { rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { ms, percentile, time } from '../report.ts';
import { receive, runCommand, startServer } from '../service.ts';
import { figure } from './figures.ts';
import { makePhotos } from './photos.ts';
import { assetsOf } from './stored.ts';

const SIZES = 10_000;
const CONNECTIONS = 32;
/** How often the other caller asks, undisturbed. */
const ASKED_ALONE = 300;
/** A processor that draws is shared with whoever answers. */
const ASKED_P95 = 100;

export async function benchCrowd(folder: string): Promise<void> {
  const data = join(folder, 'crowd-data');
  const photos = join(folder, 'crowd-photos');
  await makePhotos(photos, { count: 10, width: 1800, height: 1350 });
  rmSync(data, { recursive: true, force: true });
  await runCommand(['import', photos, '--data', data, '--render']);
  const ids = await assetsOf(data);
  await using server = await startServer(data);
  const picture = `${server.url}/asset.do?picture=${ids[0]}&width=640`;
  const about = `${server.url}/node.do?about=true&cache=false`;

  const own = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = { about: [] as number[], picture: [] as number[] };
  const ask = async () => {
    times.about.push(await time(() => receive(about, own)));
    times.picture.push(await time(() => receive(picture, own)));
  };
  await ask();
  const alone = { about: 0, picture: 0 };
  const take = () => {
    const taken = { about: percentile(times.about, 95), picture: percentile(times.picture, 95) };
    times.about.length = 0;
    times.picture.length = 0;
    return taken;
  };
  take();
  for (let n = 0; n < ASKED_ALONE; n += 1) await ask();
  Object.assign(alone, take());

  // Another address, so that it is another caller.
  const other = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, localAddress: '127.0.0.2' });
  const addresses = Array.from({ length: SIZES }, (_, n) => {
    const [id, side] = [ids[n % ids.length], 1 + Math.floor(n / ids.length)];
    return `${server.url}/asset.do?picture=${id}&width=${side}&format=webp`;
  }).values();
  const statuses = new Map<number, number>();
  let isDone = false;
  const flood = Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const address of addresses) {
        const status = await statusOf(address, other);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }),
  ).then(() => {
    isDone = true;
  });
  const lasted = time(() => flood);
  while (!isDone) await ask();
  const during = take();
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  console.log(`${SIZES} sizes in ${((await lasted) / 1000).toFixed(0)} s: ${told}`);
  for (const name of ['about', 'picture'] as const) {
    figure({
      name: `p95 of ${name === 'about' ? 'about' : 'a stored picture'} while another caller asks for ${SIZES} sizes`,
      asked: `at most ${ASKED_P95} ms`,
      measured: ms(during[name]),
      peer: `alone ${ms(alone[name])}`,
      isReached: during[name] <= ASKED_P95,
    });
  }
  own.destroy();
  other.destroy();
}

function statusOf(address: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    }).once('error', reject);
  });
}
