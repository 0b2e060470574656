import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { findProgram } from '../../src/platform/find-program.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { importSample, SAMPLE } from '../support/sample.ts';
import type { Changes, FrontProxy } from './programs.ts';

/** ID of a sound of a megabyte. */
export const SOUND = 1900;
/** ID of a document that is already PDF. */
const PAPER = 1901;

/** A proxy in front of the whole service. */
export interface Front extends AsyncDisposable {
  readonly app: RunningApp;
  readonly proxy: FrontProxy;
  /** How many requests for addresses with this beginning reached the service. */
  asked(address: string): number;
  get(address: string, init?: RequestInit): Promise<Response>;
  /** Repeats a request until the answer comes from the cache. */
  hit(address: string): Promise<Response>;
}

export type StartProxy = (service: number, port: number, changes?: Changes) => Promise<FrontProxy>;

export async function startFront(
  startProxy: StartProxy,
  changes: Changes = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Front> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const bundle = stack.use(bundleWithSound());
  // Purges are sent to it even before it starts; nginx refuses them, which is harmless.
  const app = stack.use(
    await startApp({ ...settings, ABS_PURGE_PROXIES: `http://127.0.0.1:${port}/` }, bundle.directory),
  );
  const proxy = stack.use(await startProxy(Number(new URL(app.url).port), port, changes));
  const get: Front['get'] = (address, init) => fetch(proxy.url + address, init);
  const owned = stack.move();
  return {
    app,
    proxy,
    get,
    asked: (address) => app.log.filter((line) => JSON.parse(line).url?.startsWith(address)).length,
    hit: (address) =>
      eventually(async () => {
        const answer = await get(address);
        if (answer.headers.get('x-cache') === 'HIT') return answer;
        await answer.arrayBuffer();
        return undefined;
      }, `${address} comes from the cache`),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Tests for both proxies. The catalogue changes in between. */
export function describeProxy(name: string, startProxy: StartProxy, skip: string | false): void {
  describe(`the service behind ${name}`, { skip }, () => {
    let front: Front;
    before(async () => {
      front = await startFront(startProxy, [], { ABS_ENDPOINTS: '{"paper": {"defaults": {"type": "pdf"}}}' });
    });
    after(async () => {
      await front[Symbol.asyncDispose]();
    });
    const get: Front['get'] = (address, init) => front.get(address, init);

    test('a repeated request is answered from the cache', async () => {
      for (const address of ['/node.do?tree=1', '/asset.do?thumb=1000']) {
        const first = Buffer.from(await (await get(address)).arrayBuffer());
        const kept = await front.hit(address);
        assert.deepEqual(Buffer.from(await kept.arrayBuffer()), first);
        assert.match(kept.headers.get('cache-control') ?? '', /^public, max-age=0, s-maxage=3600$/);
      }
      let time = 0;
      await eventually(async () => {
        await (await front.hit('/node.do?tree=1')).text();
        // A new address except for a parameter that the service ignores.
        time += 1;
        const other = await get(`/node.do?tree=1&_=${time}`);
        await other.text();
        return other.headers.get('x-cache') === 'HIT' || undefined;
      }, 'an address with _ comes from the cache');
    });

    test('downloads of PINs bypass the cache like those of assets', async () => {
      const cacheOf = async (address: string) => {
        const answer = await get(address);
        await answer.arrayBuffer();
        return answer.headers.get('x-cache');
      };
      const through = await cacheOf(`/asset.do?download=${SOUND}`);
      for (const base of ['', '/press']) {
        const page = `${base}/pin/DDDDDDDDDDDD`;
        assert.notEqual(await cacheOf(page), through);
        for (const query of ['', '?asset=1000']) assert.equal(await cacheOf(`${page}/download${query}`), through);
      }
    });

    test('whole files are not cached however their address is written, and each download counts', async () => {
      const downloads = async () => {
        const { data } = await (await fetch(`${front.app.url}/node.do?top=100`)).json();
        return data.find(({ id }: { id: number }) => id === SOUND)?.downloads ?? 0;
      };
      const before = await downloads();
      const addresses = [
        `/asset.do?%64ownload=${SOUND}`,
        `/asset.do/download?download=${SOUND}`,
        `/asset.do?x=1&downloa%64=${SOUND}`,
        `/asset.do?s%74ream=${SOUND}`,
        `/asset.do?preview=${PAPER}&%74ype=pdf`,
        `/asset.do?preview=${PAPER}&type=p%64f`,
        // The address does not show it.
        `/paper/asset.do?preview=${PAPER}`,
      ];
      for (const address of addresses) {
        for (let time = 1; time <= 3; time += 1) {
          const whole = await get(address);
          assert.equal(whole.status, 200, address);
          assert.notEqual(whole.headers.get('content-type'), 'image/jpeg', address);
          await whole.arrayBuffer();
          assert.notEqual(whole.headers.get('x-cache'), 'HIT', address);
          assert.equal(front.asked(address), time, address);
        }
      }
      assert.equal(
        await eventually(async () => ((await downloads()) === before + 9 ? true : undefined), 'all count'),
        true,
      );
      const part = await get(`/asset.do?%64ownload=${SOUND}`, { headers: { range: 'bytes=7-9' } });
      assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 3]);
    });

    test('a matching ETag gets 304, and HEAD is answered like GET', async () => {
      const first = await front.hit('/asset.do?thumb=1000');
      const size = (await first.arrayBuffer()).byteLength;
      const etag = first.headers.get('etag') ?? '';
      const again = await get('/asset.do?thumb=1000', { headers: { 'if-none-match': etag } });
      assert.equal(again.status, 304);
      assert.equal(again.headers.get('etag'), etag);
      const head = await get('/asset.do?thumb=1000', { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(size)]);
      assert.equal(head.headers.get('etag'), etag);
    });

    test('cache=false and flush=true reach the service each time', async () => {
      await (await front.hit('/node.do?tree=2')).text();
      for (const how of ['cache=false', 'cache=0', 'flush=true', 'flush=1', 'FLUSH=1&flush=TRUE']) {
        const address = `/node.do?tree=2&${how}`;
        for (let time = 1; time <= 2; time += 1) {
          const answer = await get(address);
          assert.equal((await answer.json()).status, 200);
          assert.equal(answer.headers.get('cache-control'), 'no-store');
          assert.equal(front.asked(address), time);
        }
      }
    });

    test('each callback has an answer of its own', async () => {
      for (let round = 0; round < 2; round += 1) {
        for (const callback of ['first', 'second', 'my.third']) {
          const text = await (await get(`/node.do?tree=1&callback=${callback}`)).text();
          assert.ok(text.startsWith(`/**/${callback}({"version":2,"status":200,`), text);
        }
        assert.match(await (await get('/node.do?tree=1')).text(), /^\{"version":2/);
      }
    });

    test('failures are never cached, even with a callback', async () => {
      for (const address of ['/node.do?tree=x', '/asset.do?thumb=77', '/nowhere', '/node.do?tree=99999&callback=f']) {
        for (let time = 1; time <= 2; time += 1) {
          const answer = await get(address);
          await answer.text();
          assert.equal(answer.headers.get('cache-control'), 'no-store');
          assert.equal(front.asked(address), time, address);
        }
      }
    });

    test('a placeholder is cached for a minute', async () => {
      const broken = await get('/asset.do?thumb=1006');
      await broken.arrayBuffer();
      assert.equal(broken.headers.get('x-placeholder'), 'true');
      assert.equal(broken.headers.get('cache-control'), 'public, max-age=0, s-maxage=60');
      const kept = await front.hit('/asset.do?thumb=1006');
      await kept.arrayBuffer();
      assert.equal(kept.headers.get('cache-control'), 'public, max-age=0, s-maxage=60');
    });

    for (const address of [`/asset.do?download=${SOUND}`, `/asset.do?stream=${SOUND}`, '/asset.do?thumb=1000']) {
      test(`every range of ${address} equals that part of the whole`, async () => {
        const whole = await get(address);
        const bytes = Buffer.from(await whole.arrayBuffer());
        assert.equal(whole.headers.get('content-length'), String(bytes.length));
        const last = bytes.length - 1;
        for (const [range, start, end] of [
          ['0-0', 0, 0],
          ['0-', 0, last],
          ['7-1999', 7, 1999],
          [`${last}-`, last, last],
          ['-500', bytes.length - 500, last],
          [`1000-${last + 1000}`, 1000, last],
        ] as const) {
          const part = await get(address, { headers: { range: `bytes=${range}` } });
          assert.equal(part.status, 206, range);
          assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${bytes.length}`);
          assert.ok(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(start, end + 1)), range);
        }
        const beyond = await get(address, { headers: { range: `bytes=${bytes.length}-` } });
        await beyond.arrayBuffer();
        assert.equal(beyond.status, 416);
        const other = await get(address, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });
        assert.equal(other.status, 200);
        assert.ok(Buffer.from(await other.arrayBuffer()).equals(bytes));
      });
    }

    test('curl resumes an interrupted download', {
      skip: !findProgram('curl') && 'skipped: curl is not here',
    }, async () => {
      const address = `${front.proxy.url}/asset.do?download=${SOUND}`;
      const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
      const folder = mkdtempSync(join(tmpdir(), 'abs-resume-'));
      try {
        const file = join(folder, 'sound.wav');
        writeFileSync(file, bytes.subarray(0, 300_003));
        await promisify(execFile)('curl', ['-sS', '--fail', '--max-time', '600', '-C', '-', '-o', file, address]);
        assert.ok(readFileSync(file).equals(bytes));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    test('a slow caller gets every byte', async () => {
      const whole = Buffer.from(await (await fetch(`${front.app.url}/asset.do?stream=${SOUND}`)).arrayBuffer());
      const answer = await get(`/asset.do?stream=${SOUND}`);
      const parts: Uint8Array[] = [];
      for await (const part of answer.body ?? []) {
        parts.push(part);
        if (parts.length % 16 === 0) await pause(1);
      }
      assert.ok(Buffer.concat(parts).equals(whole));
    });

    test('a request sent byte by byte, and one of HTTP/1.0, are answered', async () => {
      const slow = await raw(
        front.proxy.port,
        Array.from('GET /node.do?about=true HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'),
      );
      assert.match(slow, /^HTTP\/1\.1 200 /);
      const old = await raw(front.proxy.port, ['GET /node.do?about=true HTTP/1.0\r\n\r\n']);
      assert.match(old, /^HTTP\/1\.[01] 200 /);
      assert.match(old, /\r\n\r\n\{"version":2.*\}$/s);
    });

    test('a preflight is answered by the service', async () => {
      const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
      const answer = await get('/node.do?tree=1', { method: 'OPTIONS', headers });
      assert.equal(answer.status, 204);
      assert.match(answer.headers.get('access-control-allow-headers') ?? '', /Authorization/);
    });

    test('a query of 16 KiB is accepted, and a longer one is refused by the service', async () => {
      assert.equal((await (await get(`/node.do?tree=2&img=${'x'.repeat(16_000)}`)).json()).status, 200);
      for (const length of [17_000, 40_000]) {
        const long = await get(`/node.do?tree=2&img=${'x'.repeat(length)}`);
        assert.equal(long.status, 414);
        assert.equal((await long.json()).status, 414);
      }
    });

    test('other methods are refused by the service, with a body in one piece or in chunks', async () => {
      for (const body of ['tree=1', new Blob(['tree=1', 'x'.repeat(10_000)]).stream()]) {
        const answer = await get('/node.do?tree=1', { method: 'POST', body, duplex: 'half' } as RequestInit);
        assert.equal(answer.status, 405);
        assert.equal((await answer.json()).status, 405);
      }
    });

    test('a review of 10,000 characters of any script, and a query of 128 KiB to review.do, pass', async () => {
      const comment = '🌲'.repeat(10_000);
      const posted = await get(`/review.do?post=1000&comment=${encodeURIComponent(comment)}`);
      assert.equal(posted.status, 200);
      assert.equal(posted.headers.get('cache-control'), 'no-store');
      const { data } = await (await get('/review.do?get=1000')).json();
      assert.equal(data.reviewList[0].comment, comment);
      const padding = (bytes: number) => 'x'.repeat(bytes - 'get=1000&x='.length);
      for (const [bytes, status] of [[128 * 1024, 200], [128 * 1024 + 1, 414]] as const) // biome-ignore format: short
        assert.equal((await get(`/review.do?get=1000&x=${padding(bytes)}`)).status, status);
    });

    test('answers from before an import are purged soon', async () => {
      for (const address of ['/node.do?tree=1', '/asset.do?thumb=1900', '/asset.do?details=1000']) {
        await (await front.hit(address)).arrayBuffer();
      }
      using changed = bundleWithSound((catalogue) => {
        for (const node of catalogue.nodes)
          if (node.name && node.id !== 1) node.name = { en: `New ${node.id}`, de: `Neu ${node.id}` };
        for (const asset of catalogue.assets) if (asset.id === 1000) asset.name = 'renamed.jpg';
      });
      await importSample(front.app.data, changed.directory);
      const tree = await eventually(async () => {
        const text = await (await get('/node.do?tree=1')).text();
        return text.includes('New ') ? text : undefined;
      }, 'the new names show');
      assert.equal(tree, await (await fetch(`${front.app.url}/node.do?tree=1`)).text());
      await eventually(
        async () => (await (await get('/asset.do?details=1000')).text()).includes('renamed') || undefined,
        'the new name shows',
      );
    });

    test('while the service is down, the answer is a 503 in its format', async () => {
      await front.app[Symbol.asyncDispose]();
      const answer = await get('/node.do?tree=2&x=1');
      assert.equal(answer.status, 503);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      const { status, code } = await answer.json();
      assert.deepEqual([status, code], [503, 'unreachable']);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    });
  });
}

/** The reply over a raw socket to these texts, sent one after the other. */
async function raw(port: number, texts: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let received = '';
  const socket = connect(port, '127.0.0.1', async () => {
    socket.setNoDelay(true);
    for (const text of texts) {
      socket.write(text);
      await pause(1);
    }
  });
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received));
  socket.on('error', reject);
  socket.setTimeout(120_000, () => socket.destroy(new Error('no answer')));
  return promise;
}

export async function eventually<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(10)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new assert.AssertionError({ message: `not in time: ${what}` });
}

interface Bundle {
  readonly nodes: { id: number; name?: unknown }[];
  readonly assets: { id: number; name?: string }[];
}

const ONE_PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** The sample catalogue in a folder of its own, with a sound of a megabyte and a document added. */
function bundleWithSound(change: (catalogue: Bundle) => void = () => {}): Disposable & { readonly directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'abs-bundle-'));
  cpSync(SAMPLE, directory, { recursive: true });
  const catalogue = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  catalogue.assets.push({ id: SOUND, file: 'files/noise.wav', name: 'noise.wav', type: 'photo', nodes: [2] });
  catalogue.assets.push({ id: PAPER, file: 'files/paper.pdf', name: 'paper.pdf', type: 'photo', nodes: [2] });
  writeFileSync(join(directory, 'files/paper.pdf'), ONE_PAGE);
  change(catalogue);
  writeFileSync(join(directory, 'catalogue.json'), JSON.stringify(catalogue));
  const samples = Float32Array.from({ length: 500_000 }, (_, at) => Math.sin(at * at));
  writeFileSync(
    join(directory, 'files/noise.wav'),
    wavFile(samples, { title: 'Noise', artist: 'Nobody', year: '2026' }),
  );
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
