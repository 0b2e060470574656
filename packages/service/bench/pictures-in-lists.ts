/**
 * Lists of 100 entries with `pictures` beside the same without, interleaved, cached and not: the ratio of their medians, until the
 * last byte as browsers ask for it, without what they do with it.
 * `npm run node -- packages/service/bench/pictures-in-lists.ts`
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { startApp } from '../test/support/app.ts';
import { median } from './report.ts';

const ENTRIES = 100;
const ROUNDS = 300;
const WARM_UP = 30;
const PICTURES = '&pictures=400,800,1600';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const folder = mkdtempSync(join(tmpdir(), 'abs-bench-'));
mkdirSync(join(folder, 'files'));
const assets = Array.from({ length: ENTRIES }, (_, index) => ({
  id: index + 1,
  file: `files/${index}.jpg`,
  nodes: [1],
  infofields: { 1: `Picture ${index}`, 2: 'A line of text that lists show below it' },
  rights: { creator: ['Ada'], copyright: '© Ada', licence: 'CC-BY-4.0' },
}));
for (const [index] of assets.entries()) {
  const picture = sharp({
    create: { width: 2000, height: 1500, channels: 3, background: { r: index, g: 90, b: 140 } },
  });
  await picture.jpeg().toFile(join(folder, `files/${index}.jpg`));
}
const catalogue = {
  info_fields: [1, 2].map((id) => ({ id, name: `Field ${id}`, type: 'text' })),
  download_formats: [
    { id: 1, name: 'Original' },
    { id: 2, name: 'Web', convert: { to: 'jpg', width: 1920 } },
  ],
  nodes: [{ id: 1, name: 'All' }],
  assets,
};
writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
{
  await using app = await startApp({}, folder);
  for (const { id } of assets) await (await fetch(`${app.url}/asset.do?thumb=${id}`)).bytes();
  for (const [kind, query] of [
    ['short', ''],
    ['extended', '&extended=true'],
    ['extended with fields', '&extended=true&infofields=1,2'],
  ] as const) {
    for (const caching of ['', '&cache=false']) {
      const times = { without: [] as number[], with: [] as number[] };
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        for (const [name, more] of [
          ['without', ''],
          ['with', PICTURES],
        ] as const) {
          const started = performance.now();
          await read(`${app.url}/node.do?id=1${query}${more}${caching}`);
          if (round >= 0) times[name].push(performance.now() - started);
        }
      }
      const [plain, own] = [median(times.without), median(times.with)];
      const ratio = (own / plain).toFixed(2);
      console.log(
        `${kind}, ${caching === '' ? 'cached' : 'not cached'}: ${plain.toFixed(2)} ms without, ${own.toFixed(2)} ms with: ${ratio}`,
      );
    }
  }
}
agent.destroy();
rmSync(folder, { recursive: true, force: true });

async function read(address: string): Promise<void> {
  const request = get(address, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
}
