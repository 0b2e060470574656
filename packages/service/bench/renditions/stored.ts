/** Stored thumbnails and pictures over HTTP, beside nginx serving the same bytes from files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { recordsOf } from '../../test/support/records.ts';
import { runCommand, startServer } from '../service.ts';
import { CONNECTIONS, inTurns, lacking, startNginx } from './beside-nginx.ts';
import { figure, notMeasured } from './figures.ts';
import { makePhotos } from './photos.ts';

const PICTURES = 1000;
/** What is asked for, with its least share of nginx's rate, and its longest p99: in milliseconds, or times nginx's. */
const KINDS = [
  { name: 'stored thumbnails', query: (id: number) => `thumb=${id}`, share: 0.45, p99: { milliseconds: 10 } },
  {
    name: 'stored pictures',
    query: (id: number) => `picture=${id}&width=800&height=800&format=webp`,
    share: 0.8,
    p99: { times: 2 },
  },
] as const;

export async function benchStored(folder: string, { rounds, seconds }: { rounds: number; seconds: number }) {
  const reason = await lacking();
  if (reason !== undefined) return notMeasured('stored pictures over HTTP', reason);

  const data = join(folder, 'stored-data');
  const photos = join(folder, 'small-photos');
  await makePhotos(photos, { count: PICTURES, width: 900, height: 675 });
  await runCommand(['import', photos, '--data', data, '--render']);
  await using server = await startServer(data);
  const ids = await assetsOf(data);
  for (const kind of KINDS) await benchKind(folder, { rounds, seconds, kind, ids, server });
}

async function benchKind(
  folder: string,
  {
    rounds,
    seconds,
    kind,
    ids,
    server,
  }: {
    readonly rounds: number;
    readonly seconds: number;
    readonly kind: (typeof KINDS)[number];
    readonly ids: readonly number[];
    readonly server: { readonly url: string };
  },
): Promise<void> {
  const name = `${kind.name} over HTTP`;
  const paths = ids.map((id) => `/asset.do?${kind.query(id)}`);
  const files = join(folder, 'stored-files');
  mkdirSync(files, { recursive: true });
  let bytes = 0;
  for (const [n, path] of paths.entries()) {
    const response = await fetch(server.url + path);
    if (response.status !== 200 || response.headers.has('x-placeholder')) throw new Error(`${path} has no picture`);
    const picture = new Uint8Array(await response.arrayBuffer());
    bytes += picture.length;
    writeFileSync(join(files, `${n}.jpg`), picture);
  }
  await using nginx = await startNginx(folder, files);

  const servers = [
    { name: 'own', url: server.url, paths },
    { name: 'nginx', url: nginx.url, paths: paths.map((_, n) => `/${n}.jpg`) },
  ];
  const [own, peer] = await inTurns(servers, { folder, rounds, seconds });
  const { perSecond: ownRate = Number.NaN, p99Milliseconds: p99 = Number.NaN } = own ?? {};
  const { perSecond: peerRate = Number.NaN, p99Milliseconds: peerP99 = Number.NaN } = peer ?? {};
  const share = ownRate / peerRate;
  figure({
    name: `${name}, ${PICTURES} of ${(bytes / PICTURES / 1000).toFixed(1)} kB, ${CONNECTIONS} connections`,
    asked: `${kind.share} of nginx`,
    measured: `${share.toFixed(2)} (${ownRate.toFixed(0)}/s)`,
    peer: `nginx ${peerRate.toFixed(0)}/s`,
    isReached: share >= kind.share,
  });
  const most = 'times' in kind.p99 ? kind.p99.times * peerP99 : kind.p99.milliseconds;
  figure({
    name: 'p99 of those',
    asked: `${most.toFixed(1)} ms`,
    measured: `${p99.toFixed(1)} ms`,
    peer: `nginx ${peerP99.toFixed(1)} ms`,
    isReached: p99 <= most,
  });
}

/** IDs of all assets in a data folder. */
export async function assetsOf(data: string): Promise<readonly number[]> {
  await using catalogue = openCatalogue({ directory: data });
  return (await recordsOf(catalogue)).map(({ id }) => id);
}
