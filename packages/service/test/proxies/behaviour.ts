import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { until } from '../../../core/test/support/until.ts';
import { wavFile } from '../../../demo/sounds/wav.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { importSample, SAMPLE } from '../support/sample.ts';
import type { FrontProxy } from './proxy-programs.ts';

/** ID of a sound of a megabyte. */
const SOUND = 1900;
/** ID of a document that is already PDF. */
const PAPER = 1901;

/** A proxy in front of the whole service. */
interface Front extends AsyncDisposable {
  readonly app: RunningApp;
  /** How many requests for addresses with this beginning reached the service. */
  asked(address: string): number;
  get(address: string, init?: RequestInit): Promise<Response>;
  /** Repeats a request until the answer comes from the cache. */
  hit(address: string): Promise<Response>;
}

type StartProxy = (service: number, port: number) => Promise<FrontProxy>;

async function startFront(startProxy: StartProxy, settings: Readonly<Record<string, string>>): Promise<Front> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const bundle = stack.use(bundleWithSound());
  // Purges are sent to it even before it starts; nginx refuses them, which is harmless.
  const app = stack.use(
    await startApp({ ...settings, ABS_PURGE_PROXIES: `http://127.0.0.1:${port}/` }, bundle.directory),
  );
  const proxy = stack.use(await startProxy(Number(new URL(app.url).port), port));
  const get: Front['get'] = (address, init) => fetch(proxy.url + address, init);
  const owned = stack.move();
  return {
    app,
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
      front = await startFront(startProxy, { ABS_ENDPOINTS: '{"paper": {"defaults": {"type": "pdf"}}}' });
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

    test('whole files are not cached however their address is written, and each download counts', async () => {
      const downloads = async () => {
        const { data } = await (await fetch(`${front.app.url}/node.do?top=100`)).json();
        return data.find(({ id }: { id: number }) => id === SOUND)?.downloads ?? 0;
      };
      const before = await downloads();
      for (const address of [
        `/asset.do?%64ownload=${SOUND}`,
        `/asset.do/download?download=${SOUND}`,
        `/asset.do?s%74ream=${SOUND}`,
        `/asset.do?preview=${PAPER}&type=p%64f`,
        // The address does not show it.
        `/paper/asset.do?preview=${PAPER}`,
      ]) {
        for (let time = 1; time <= 2; time += 1) {
          const whole = await get(address);
          await whole.arrayBuffer();
          assert.equal(whole.status, 200, address);
          assert.notEqual(whole.headers.get('content-type'), 'image/jpeg', address);
          assert.equal(front.asked(address), time, address);
        }
      }
      await until(async () => (await downloads()) === before + 4);
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

    test('every range of a file or picture equals that part of the whole', async () => {
      for (const address of [`/asset.do?download=${SOUND}`, '/asset.do?thumb=1000']) {
        const bytes = Buffer.from(await (await get(address)).arrayBuffer());
        const last = bytes.length - 1;
        for (const [range, start, end] of [
          ['0-', 0, last],
          ['7-1999', 7, 1999],
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
      }
    });

    test('answers from before an import are purged soon', async () => {
      for (const address of ['/node.do?tree=1', '/asset.do?thumb=1900', '/asset.do?details=1000'])
        await (await front.hit(address)).arrayBuffer();
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
      assert.deepEqual([answer.status, answer.headers.get('cache-control')], [503, 'no-store']);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
      const { status, code } = await answer.json();
      assert.deepEqual([status, code, answer.headers.get('access-control-allow-origin')], [503, 'unreachable', '*']);
    });
  });

  test(`${name} gives no caller access by another caller's token`, { skip }, async () => {
    const tokens = [
      { token: 'of the public one', user: 1 },
      { token: 'of the editor', user: 2 },
    ];
    await using front = await startFront(startProxy, {
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify(tokens),
    });
    const ask = async (token: string, address: string) => {
      const answer = await front.get(`${address}&token=${encodeURIComponent(token)}`);
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const address of ['/asset.do?details=1005', '/asset.do?thumb=1005', '/node.do?tree=1']) {
      const isGuarded = !address.includes('tree');
      for (let round = 0; round < 2; round += 1) {
        assert.equal(await ask('of the editor', address), 200, address);
        assert.equal(await ask('of the public one', address), isGuarded ? 404 : 200, address);
        assert.equal(await ask('of nobody', address), 401, address);
        assert.equal((await front.get(address)).status, 401, address);
      }
    }
  });
}

/** Resolves to what `look` finds, once it finds something. */
async function eventually<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  let found: T | undefined;
  await until(async () => {
    found = await look();
    return found !== undefined;
  }, `not in time: ${what}`);
  return found as T;
}

const SAMPLES = Float32Array.from({ length: 500_000 }, (_, at) => Math.sin(at * at));

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
  writeFileSync(join(directory, 'files/noise.wav'), wavFile(SAMPLES));
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}
