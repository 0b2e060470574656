/** Sixty tiles of a photograph of 100 megapixels over IIIF: new, beside vips cutting all of them, and stored, beside nginx. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TILE_SIDE, tileLevels } from '../../../core/src/domain/tiles.ts';
import { median, ms, time } from '../report.ts';
import { runCommand, startServer } from '../service.ts';
import { CONNECTIONS, inTurns, lacking, startNginx } from './beside-nginx.ts';
import { figure, notMeasured } from './figures.ts';
import { makePhotos } from './photos.ts';
import { isInstalled, run } from './programs.ts';
import { assetsOf } from './stored.ts';

const SIZE = { width: 12_000, height: 8334 };
const TILES = 60;
/** As many as browsers open to one host. */
const AT_ONCE = 6;
const ASKED_MILLISECONDS = 1500;
const ASKED_SHARE = 0.8;

export async function benchIiif(folder: string, { rounds, seconds }: { rounds: number; seconds: number }) {
  const photos = join(folder, 'iiif-photos');
  const [photo = ''] = await makePhotos(photos, { count: 1, ...SIZE });
  const data = join(folder, 'iiif-data');
  rmSync(data, { recursive: true, force: true });
  await runCommand(['import', photos, '--data', data, '--render']);
  const [id = 0] = await assetsOf(data);
  const paths = tilesOf().map((place) => `/iiif/image/3/${id}/${place}/0/default.jpg`);

  const cut = join(folder, 'iiif-cut');
  const own: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    rmSync(join(data, 'conversions'), { recursive: true, force: true });
    await using server = await startServer(data);
    await fetchAll(server.url, [`/iiif/image/3/${id}/info.json`]);
    own.push(await time(() => fetchAll(server.url, paths)));
    if (!isInstalled('vips', '--version')) continue;
    rmSync(cut, { recursive: true, force: true });
    const settings = ['--layout', 'iiif3', '--tile-size', String(TILE_SIDE), '--suffix', '.jpg[Q=82,strip]'];
    peer.push(await time(() => run('vips', ['dzsave', photo, cut, ...settings])));
  }
  figure({
    name: `${TILES} tiles of 100 megapixels, new, ${AT_ONCE} at a time`,
    asked: ms(ASKED_MILLISECONDS),
    measured: ms(median(own)),
    ...(peer.length > 0 && { peer: `vips dzsave of all ${ms(median(peer))}` }),
    isReached: median(own) <= ASKED_MILLISECONDS,
  });

  const name = `these ${TILES} tiles, stored, ${CONNECTIONS} connections`;
  const reason = await lacking();
  if (reason !== undefined) return notMeasured(name, reason);
  const files = join(folder, 'iiif-files');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files, { recursive: true });
  await using server = await startServer(data);
  for (const [n, path] of paths.entries())
    writeFileSync(join(files, `${n}.jpg`), await (await fetch(server.url + path)).bytes());
  await using nginx = await startNginx(folder, files);
  const servers = [
    { name: 'own', url: server.url, paths },
    { name: 'nginx', url: nginx.url, paths: paths.map((_, n) => `/${n}.jpg`) },
  ];
  const [ours, theirs] = await inTurns(servers, { folder, rounds, seconds });
  const share = (ours?.perSecond ?? Number.NaN) / (theirs?.perSecond ?? Number.NaN);
  figure({
    name,
    asked: `${ASKED_SHARE} of nginx`,
    measured: `${share.toFixed(2)} (${ours?.perSecond.toFixed(0)}/s, p99 ${ours?.p99Milliseconds.toFixed(1)} ms)`,
    peer: `nginx ${theirs?.perSecond.toFixed(0)}/s, p99 ${theirs?.p99Milliseconds.toFixed(1)} ms`,
    isReached: share >= ASKED_SHARE,
  });
}

/** Regions and sizes of tiles as a viewer asks for them: whole rows of the finest level that are cut nowhere. */
function tilesOf(): readonly string[] {
  const finest = tileLevels(SIZE).at(-1) ?? SIZE;
  const across = Math.floor(finest.width / TILE_SIDE);
  return Array.from({ length: TILES }, (_, n) => {
    const [left, top] = [(n % across) * TILE_SIDE, Math.floor(n / across) * TILE_SIDE];
    return `${left},${top},${TILE_SIDE},${TILE_SIDE}/${TILE_SIDE},${TILE_SIDE}`;
  });
}

async function fetchAll(url: string, paths: readonly string[]): Promise<void> {
  const left = paths.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const path of left) {
        const answer = await fetch(url + path);
        if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`);
        await answer.bytes();
      }
    }),
  );
}
