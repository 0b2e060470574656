/** The rules that every configuration in `deploy/` must follow, each tested with the real program. */
import assert from 'node:assert/strict';
import { settingsOf } from '../../src/config/declare.ts';
import { DECLARATION } from '../../src/config/settings.ts';
import { pathAndQuery, splitOrigin } from '../../src/http/read-request.ts';
import { ask, type Reply, STRANGER } from './ask.ts';
import { type Recorder, readingOf } from './recorder.ts';

/** A proxy as delivered, in front of a recorder of requests. */
export interface Bench {
  readonly port: number;
  readonly recorder: Recorder;
  /** False if it caches nothing. */
  readonly isCache: boolean;
  /** The configuration as delivered. */
  readonly configuration: string;
}

const HERE = '127.0.0.1';

const DEFAULTS = settingsOf(DECLARATION);
const secondsOf = (key: string) => Number(DEFAULTS.get(key)?.default);
const WAIT_SECONDS = secondsOf('overload.waitSeconds');
const LONGEST_WAIT_SECONDS = Math.max(WAIT_SECONDS, WAIT_SECONDS / 4 + secondsOf('render.seconds'));
const IDLE_SECONDS = secondsOf('http.idleSeconds');

/** Spellings of the path of the metrics, and some that only look like it. */
const FIGURES = [
  ...['/metrics', '/metrics?x=1', '/metrics?', '/metrics#x', '//metrics', '/./metrics', '/%6detrics', '/METRICS'],
  ...['http://x/metrics', 'HTTPS://x:1/metrics', 'https://x/metrics?y', 'https:///metrics', '/press/../metrics'],
];

/** Queries that a careless parser misreads. */
const PIECES = [
  ...['search=lake', 'search=lake?flush=true', 'search=lake?token=x', 'search=lake?_=1'],
  ...['search=lake;flush=true', 'search=lake%26flush=true', 'search=lake%3Fcache=false', 'search=lake%23'],
  ...['search=%00', 'search=%E4', 'search=lake+%2B', 'SEARCH=lake', 'flush=false', 'flush=true?'],
  ...['FLUSH=true', 'flush=t%72ue', 'flush', 'cache', '_=5', '_', '__=1', 'x_=1', '%5F=1', '?_=1', '?', ''],
  ...['token=x', 'token[]=x', 'xtoken=1', 'a=1&a=2', 'a=2&a=1', 'a==', '=a'],
];
const TARGETS = [
  ...PIECES.flatMap((first) => ['', ...PIECES].map((second) => `/node.do?${first}${second && `&${second}`}`)),
  ...['/node.do', '/node.do?', '/node.do&_=1?x', '/node.do&token=x?search=lake', '/node.do%3Fsearch=lake'],
  ...['/node.do;a?search=lake', '/Node.do?search=lake', '//node.do?search=lake', '/./node.do?search=lake'],
  ...['/a/../node.do?search=lake', '/node%2Edo?search=lake', '/node.do#?search=lake'],
  ...['http://x/node.do?search=lake', 'https://x?search=lake'],
];

/** As the service reads it. */
const pathOf = (target: string) => pathAndQuery(splitOrigin(target).target).path;

/** Repeats a request until it is cached. */
async function keep(port: number, target: string): Promise<Reply> {
  for (let time = 0; time < 3; time += 1) {
    const reply = await ask(port, target);
    if (reply.headers['x-cache'] === 'HIT') return reply;
  }
  return await ask(port, target);
}

/** A cacheable answer, and one that bypasses the cache. */
const ADDRESSES = ['/node.do?tree=1', '/asset.do?download=1'];

export const RULES: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  'the service gets the real client address, whatever the client claims': async ({ port, recorder }) => {
    const lies = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      forwarded: 'for=203.0.113.9;host=evil.example;proto=https',
    };
    for (const address of ADDRESSES) {
      await ask(port, `${address}&cache=false`, { headers: { host: 'media.example:81', ...lies } });
      const { headers = {} } = recorder.seen.at(-1) ?? {};
      assert.equal(headers['x-forwarded-for'], STRANGER, address);
      assert.equal(headers['x-forwarded-proto'], 'http', address);
      assert.equal(headers['x-forwarded-host'], 'media.example:81', address);
      assert.equal(headers.host, 'media.example:81', address);
      assert.equal(headers.forwarded, undefined, address);
      assert.equal(headers['x-forwarded-prefix'], undefined, address);
    }
  },
  'an answer for one host is never sent for another': async ({ port, recorder }) => {
    for (const host of ['a.example', 'b.example', 'a.example:81', 'a.example']) {
      for (let time = 0; time < 2; time += 1) await ask(port, '/node.do?of=host', { headers: { host } });
    }
    const hosts = recorder.seen.filter(({ url }) => url === '/node.do?of=host').map(({ headers }) => headers.host);
    assert.deepEqual([...new Set(hosts)], ['a.example', 'b.example', 'a.example:81']);
  },
  'a token in the header reaches the service each time': async ({ port, recorder }) => {
    for (const address of ADDRESSES) {
      for (const token of ['a', 'a', 'b']) {
        const before = recorder.seen.length;
        await ask(port, address, { headers: { authorization: `Bearer ${token}` } });
        assert.equal(recorder.seen.length, before + 1, address);
        assert.equal(recorder.seen.at(-1)?.headers.authorization, `Bearer ${token}`);
      }
    }
  },
  'of cookies, those of people who sign in reach the service, each time, and no others': async ({
    port,
    recorder,
    configuration,
  }) => {
    const knowsCookies = /abs-session/.test(configuration);
    const sent = async (cookie: string) => {
      const before = recorder.seen.length;
      for (let time = 0; time < 2; time += 1) await ask(port, '/node.do?of=cookies', { headers: { cookie } });
      const seen = recorder.seen.slice(before).map(({ headers }) => headers.cookie ?? '');
      return seen.map((each) => each.split(';').flatMap((pair) => pair.trim() || []));
    };
    const own = ['__Host-abs-session=k1.a_-', 'abs-session=k1.b', '__Host-abs-sign-in-aB_1=x.y', 'abs-sign-in--2=z'];
    for (const each of own) {
      const seen = await sent(`a=b;${each}; c="d"`);
      assert.equal(seen.length, 2, each);
      if (knowsCookies) assert.deepEqual(seen, [[each], [each]]);
    }
    const [session = '', , one = '', other = ''] = own;
    const [seen = []] = await sent(`a=1; ${one}; x-abs-session=2; ${session}; ${other}; abs-sessions=3; b=${session}`);
    if (!knowsCookies) return;
    assert.deepEqual(seen.toSorted(), [session, one, other].toSorted());
    for (const [first = []] of [await sent('a=b'), await sent('a=abs-session=x'), await sent('')])
      assert.deepEqual(first, []);
  },
  'a signed address reaches the service as it is written, and no log has it': async ({
    port,
    recorder,
    configuration,
  }) => {
    for (const query of ['thumb=1&_=2', '_=2&thumb=1', 'thumb=1&&', '&thumb=1', 'stream=1&_=2']) {
      const target = `/asset.do?${query}&user=1&expires=2&key=a&signature=b`;
      await ask(port, target);
      assert.equal(recorder.seen.at(-1)?.url, target);
    }
    const servers = configuration.match(/^ *server \{/gm)?.length ?? 0;
    for (const log of [/^ *access_log off;/gm, /^ *error_log \S+ emerg;/gm])
      assert.equal(configuration.match(log)?.length ?? 0, servers);
  },
  'private answers are not cached, and each callback has an answer of its own': async ({ port, recorder }) => {
    for (const target of ['/private', '/private?token=a', '/private?callback=showAssets', '/private?token=a']) {
      const before = recorder.seen.length;
      for (let time = 0; time < 3; time += 1) await ask(port, target);
      assert.equal(recorder.seen.length, before + 3, target);
    }
    for (let round = 0; round < 2; round += 1) {
      for (const target of ['/node.do?b=1', '/node.do?b=1&callback=f', '/node.do?b=1&callback=g'])
        assert.equal((await ask(port, target)).text, readingOf(target));
    }
  },
  'metrics are available only to this machine, however they are requested': async ({ port, recorder }) => {
    for (const target of FIGURES) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const before = recorder.seen.length;
        const { status } = await ask(port, target, { method, headers: { 'x-forwarded-for': HERE } });
        const reached = recorder.seen.slice(before).map(({ url }) => pathOf(url));
        assert.ok(!reached.includes('/metrics'), `${method} ${target}`);
        if (pathOf(target) === '/metrics')
          assert.ok(status === 403 || status === 400, `${method} ${target}: ${status}`);
      }
    }
    const { text } = await ask(port, '/metrics', { from: HERE });
    assert.equal(text, readingOf('/metrics'));
  },
  'load balancers may request /health and /ready': async ({ port }) => {
    for (const path of ['/health', '/ready']) assert.equal((await ask(port, path)).status, 200, path);
  },
  'proxy and service read an address the same way': async ({ port }) => {
    for (let round = 0; round < 2; round += 1) {
      for (const target of TARGETS) {
        const { status, text } = await ask(port, target);
        // A refusal by the proxy itself is harmless.
        if (status !== 400) assert.equal(text, readingOf(target), target);
      }
    }
  },
  'requests that refresh or bypass the cache reach the service, and their answers are sent to no other caller': async ({
    port,
    recorder,
  }) => {
    const ways = ['flush=true', 'flush=TRUE', 'flush=1', 'flush=%74rue', 'fl%75sh=true', 'cache=false', 'cache=0'];
    for (const [place, way] of ways.entries()) {
      for (const target of [`/node.do?x=${place}&${way}`, `/node.do?${way}&x=${place}`, `/node.do?${way}`]) {
        for (let time = 0; time < 2; time += 1) {
          const before = recorder.seen.length;
          const { text } = await ask(port, target);
          assert.equal(recorder.seen.length, before + 1, target);
          assert.equal(text, readingOf(target));
        }
      }
      const plain = `/node.do?x=${place}`;
      assert.equal((await ask(port, plain)).text, readingOf(plain));
    }
  },
  'texts that only look like parameters do not affect the cache': async ({ port, isCache }) => {
    const kept = '/node.do?search=lake';
    const { headers } = await keep(port, kept);
    assert.equal(headers['x-cache'], isCache ? 'HIT' : undefined);
    const flushing = ['?', ';', '%26', '#'].map((sign) => `${sign}flush=true`);
    for (const end of [...flushing, '?_=1', '?token=x', '?cache=false']) {
      await ask(port, kept + end);
      assert.equal((await ask(port, kept)).text, readingOf(kept), end);
      const { text, status } = await ask(port, kept + end);
      if (status !== 400) assert.equal(text, readingOf(kept + end));
    }
  },
  'ranges and conditions of whole files reach the service': async ({ port, recorder }) => {
    const headers = { range: 'bytes=5-9', 'if-range': '"a"' };
    for (const address of [
      '/asset.do?download=1',
      '/asset.do/download?download=1',
      '/asset.do?stream=1',
      '/press/pin/ABCDEFGHJKLM/download',
    ]) {
      await ask(port, address, { headers });
      const seen = recorder.seen.at(-1);
      assert.equal(seen?.url, address);
      assert.equal(seen?.headers.range, headers.range, address);
      assert.equal(seen?.headers['if-range'], headers['if-range'], address);
    }
  },
  'whole files are requested from the service each time': async ({ port, recorder }) => {
    const previews = ['preview=1&type=pdf', 'preview=1&type=3d'];
    for (const query of ['download=1', 'relations=1', 'stream=1', '%64ownload=1', ...previews]) {
      for (const start of ['/asset.do?', '/press/asset.do?x=1&', 'http://a.example/asset.do?']) {
        const target = start + query;
        for (let time = 0; time < 3; time += 1) {
          const before = recorder.seen.length;
          await ask(port, target);
          assert.equal(recorder.seen.length, before + 1, target);
        }
      }
    }
  },
  'a target in absolute form is one of the service': async ({ port, recorder }) => {
    for (const scheme of ['http', 'https', 'HTTPS']) {
      await ask(port, `${scheme}://a.example/node.do?form=${scheme}`, { headers: { host: 'a.example' } });
      const { url = '', headers = {} } = recorder.seen.at(-1) ?? {};
      assert.equal(url, `/node.do?form=${scheme}`);
      assert.deepEqual([headers.host, headers['x-forwarded-host']], ['a.example', 'a.example']);
    }
  },
  'only the service can purge the cache': async ({ port, recorder, isCache }) => {
    const kept = '/node.do?purge=1';
    for (const method of ['BAN', 'PURGE']) {
      await keep(port, kept);
      const { status } = await ask(port, kept, { method, headers: { 'x-forwarded-for': HERE } });
      const before = recorder.seen.length;
      assert.ok(status >= 400, `${method}: ${status}`);
      await keep(port, kept);
      if (isCache) assert.equal(recorder.seen.length, before, method);
    }
  },
  'headers of any size that the service accepts pass': async ({ port }) => {
    const longest = [
      `/review.do?post=1&comment=${'%E2%82%AC'.repeat(14_400)}`,
      // Many parameters, some of which must be removed.
      `/node.do?${Array.from({ length: 8000 }, (_, at) => (at % 1000 === 0 ? `_=${at}` : `${at % 10}=`)).join('&')}`,
      `/asset.do?download=${'1,'.repeat(8000)}`,
      `/node.do?search=${'?&'.repeat(8000)}`,
    ];
    for (const target of longest) {
      for (const _ of [1, 2]) assert.ok((await ask(port, target)).text === readingOf(target), target.slice(0, 50));
    }
    const cookies = Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`x-${at}`, 'y'.repeat(7000)]));
    assert.equal((await ask(port, '/node.do?cookies=1', { headers: cookies })).status, 200);
  },
  'the proxy waits longer than the service, and closes idle connections before it does': async ({ configuration }) => {
    const seconds = (name: RegExp) => Number(name.exec(configuration)?.[1]);
    const waits = seconds(/(?:proxy_read_timeout |\.first_byte_timeout = )(\d+)s;/);
    assert.ok(waits > LONGEST_WAIT_SECONDS, `${waits} s`);
    // Varnish keeps them for 60 s (backend_idle_timeout) by default.
    const idle = /keepalive_timeout|backend_idle_timeout/.test(configuration)
      ? seconds(/(?:keepalive_timeout |backend_idle_timeout=)(\d+)/)
      : 60;
    assert.ok(idle < IDLE_SECONDS, `${idle} s`);
  },
};
