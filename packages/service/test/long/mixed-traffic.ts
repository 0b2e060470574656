/** What callers of all kinds do with a service: well-behaved, disconnecting and faulty ones. */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Random } from '../../../columnar/test/random.ts';

export interface Traffic {
  /** One request of one caller; resolves when it is finished. */
  next(caller: Caller): Promise<void>;
  /** Answers by status; 0 counts those cut off by the caller. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Addresses answered 403 although everything that they name may be downloaded. */
  readonly refused: readonly string[];
  /** The slowest complete answer since the last call, in milliseconds. */
  slowest(): number;
}

/** A browser or a proxy: keeps one connection and caches ETags. */
export interface Caller extends Disposable {
  readonly agent: Agent;
  readonly random: Random;
  /** ETags by address. */
  readonly tags: Map<string, string>;
}

export function newCaller(random: Random): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  return { agent, random, tags: new Map(), [Symbol.dispose]: () => agent.destroy() };
}

/** What can be requested. */
export interface Pools {
  readonly assets: readonly number[];
  /** Those of them that may not be downloaded. */
  readonly locked: ReadonlySet<number>;
  readonly nodes: readonly number[];
  readonly words: readonly string[];
}

/** Most ETags that a caller stores. */
const MAX_TAGS = 200;

export function openTraffic(url: string, pools: Pools): Traffic {
  const statuses = new Map<number, number>();
  const refused: string[] = [];
  let slowest = 0;

  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

  function ask(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    get(url + path, { agent: caller.agent, headers }, resolve).once('error', reject);
    return promise;
  }

  /** Reads an answer to its end, like most callers. */
  async function whole(caller: Caller, path: string, headers: Record<string, string> = {}): Promise<void> {
    const began = performance.now();
    const answer = await ask(caller, path, headers);
    for await (const _ of answer);
    slowest = Math.max(slowest, performance.now() - began);
    count(answer.statusCode ?? 0);
    const isLocked = path.match(/\d+/g)?.some((id) => pools.locked.has(Number(id)));
    if (answer.statusCode === 403 && !isLocked) refused.push(path);
    const tag = answer.headers.etag;
    if (tag === undefined) return;
    if (caller.tags.size >= MAX_TAGS) caller.tags.clear();
    caller.tags.set(path, tag);
  }

  const asset = ({ random }: Caller) => random.pick(pools.assets);
  const node = ({ random }: Caller) => random.pick(pools.nodes);
  const word = ({ random }: Caller) => random.pick(pools.words);
  const coding = ({ random }: Caller): Record<string, string> =>
    random.pick([{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }]);
  const search = (caller: Caller) => {
    const { random } = caller;
    const more = random.pick([
      ...['', '&paginate=50', '&paginate=10&page=3', '&search_facets=2&paginate=20', '&extended=true&limit=30'],
      ...['&cache=false&limit=20', '&sort_order=uploaddate', '&callback=take', `&_=${random.between(0, 1e9)}`],
    ]);
    return `/node.do?search=${encodeURIComponent(`${word(caller)} ${word(caller)}`)}${more}`;
  };
  const picture = (caller: Caller) => {
    const { random } = caller;
    const more = random.pick(['', '', '', '&big=true', '&page=1', '&page=99']);
    return `/asset.do?${random.pick(['thumb', 'thumb', 'thumb', 'preview'])}=${asset(caller)}${more}`;
  };
  const mistakes = [
    ...['/node.do?search=&sort_order=colour', '/node.do', '/node.do?id=999999999', '/asset.do?details=999999999'],
    ...['/asset.do?thumb=x', '/asset.do?download=1&format=99', '/node.do?search=&search_infofield=zzz'],
    ...['/node.do?search=%00%ff%zz&callback=1;', '/nowhere', `/node.do?suggest=${'x'.repeat(20_000)}`],
  ];

  const actions: readonly (readonly [weight: number, (caller: Caller) => Promise<void>])[] = [
    [30, (caller) => whole(caller, search(caller), coding(caller))],
    [10, (caller) => whole(caller, `/asset.do?details=${asset(caller)}`, coding(caller))],
    [
      6,
      (caller) =>
        whole(
          caller,
          `/node.do?tree=${node(caller)}&with_root=true&depth=2&asset_count=true&recursive=true`,
          coding(caller),
        ),
    ],
    [6, (caller) => whole(caller, `/node.do?id=${node(caller)}&recursive=true&limit=40`, coding(caller))],
    [4, (caller) => whole(caller, `/node.do?suggest=${encodeURIComponent(word(caller).slice(0, 3))}`)],
    [2, (caller) => whole(caller, '/node.do?top=10')],
    [2, (caller) => whole(caller, `/asset.do?downloadformats_for=${asset(caller)},${asset(caller)}`)],
    [14, (caller) => whole(caller, picture(caller))],
    [4, (caller) => whole(caller, `/asset.do?download=${asset(caller)}`)],
    [
      4,
      (caller) =>
        whole(caller, `/asset.do?download=${asset(caller)}`, {
          range: `bytes=${caller.random.between(0, 3000)}-${3000 + caller.random.between(0, 90_000)}`,
        }),
    ],
    [2, (caller) => whole(caller, `/asset.do?stream=${asset(caller)}&playable=true`, { range: 'bytes=0-' })],
    [1, (caller) => whole(caller, `/asset.do?play=${asset(caller)}`)],
    [2, (caller) => whole(caller, `/asset.do?download=${asset(caller)},${asset(caller)},${asset(caller)}`)],
    [1, (caller) => whole(caller, `/asset.do?download=${asset(caller)},${asset(caller)}`, { range: 'bytes=-5000' })],
    [2, (caller) => whole(caller, `/asset.do?download=${asset(caller)}&format=${caller.random.between(1, 6)}`)],
    [2, (caller) => whole(caller, `/review.do?get=${asset(caller)}`)],
    [1, (caller) => whole(caller, `/review.do?post=${asset(caller)}&rating=${caller.random.between(1, 5)}`)],
    [8, again],
    [5, (caller) => whole(caller, caller.random.pick(mistakes))],
    [1, (caller) => whole(caller, `${search(caller)}&flush=true`)],
    [5, leave],
    [2, (caller) => abuse(caller, 'GET /node.do?search= HTTP/1.1\r\nHost: x\r\nX-Slow: ')],
    [1, (caller) => abuse(caller, '\u0000\u0001garbage\r\n\r\n')],
    [1, (caller) => abuse(caller, 'GET /asset.do?thumb=1 HTTP/1.1\r\n\r\n')],
  ];
  const weights = actions.flatMap(([weight, action]) => Array<typeof action>(weight).fill(action));

  /** Repeats a request with If-None-Match. */
  async function again(caller: Caller): Promise<void> {
    const known = [...caller.tags];
    if (known.length === 0) return;
    const [path, tag] = caller.random.pick(known);
    await whole(caller, path, { 'if-none-match': tag });
  }

  /** Hangs up: at once, when the answer begins, or in the middle of it. */
  async function leave(caller: Caller): Promise<void> {
    const path = caller.random.pick([search, picture, (who: Caller) => `/asset.do?download=${asset(who)}`])(caller);
    const request = get(url + path, { agent: false });
    request.once('error', () => {});
    const when = caller.random.between(0, 2);
    if (when === 0) await once(request, 'finish').catch(() => {});
    else {
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      if (when === 2) await Promise.race([once(answer, 'data'), once(answer, 'end')]);
    }
    request.destroy();
    count(0);
  }

  /** Sends something that is not a request, or half of one, and hangs up. */
  async function abuse(caller: Caller, bytes: string): Promise<void> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.once('error', () => {});
    await once(socket, 'connect');
    socket.write(bytes);
    if (caller.random.chance(0.5)) await new Promise((done) => setTimeout(done, caller.random.between(0, 50)));
    socket.destroy();
    count(0);
  }

  return {
    statuses,
    refused,
    next: (caller) => caller.random.pick(weights)(caller),
    slowest: () => {
      const value = slowest;
      slowest = 0;
      return value;
    },
  };
}
