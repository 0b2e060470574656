/** The cache of pictures that need a token: what is shown stays, the rest is limited, and nothing is asked for in vain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { connect } from '../../client/src/index.ts';
import fc from '../../core/test/support/fast-check.ts';
import { FAILURE_WAIT, openPictureCache, type PictureLease } from '../src/catalogue/picture-cache.ts';
import './support/client-from-source.ts';

const { openLaterPictures } = await import('../src/catalogue/later-pictures.ts');
const { openPictures } = await import('../src/catalogue/pictures.ts');
const { longestIn } = await import('../src/grid/picture-size.ts');

/** Pictures that arrive although their requests were aborted. */
const LATE = ['a', 'b'];

const LIMITS = { maxBytes: 100, maxCount: 5 };

class Busy extends Error {
  readonly retryAfter: number | undefined;
  constructor(retryAfter: number | undefined) {
    super('busy');
    this.retryAfter = retryAfter;
  }
}

/** What a service would do with a request. */
interface Request {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly arrive: (bytes: number) => void;
  readonly fail: (error: Error) => void;
}

/** A cache whose requests and clock a test decides, and that knows which pictures are alive. */
function openTried() {
  let clock = 0;
  let made = 0;
  const alive = new Map<string, number>();
  const requests: Request[] = [];
  const unwanted = new Set<string>();
  let isClosed = false;
  const cache = openPictureCache<string>({
    ...LIMITS,
    now: () => clock,
    retryAfterOf: (error) => (error instanceof Busy ? error.retryAfter : undefined),
    free: (picture) => {
      const bytes = [...alive.values()].reduce((sum, each) => sum + each, 0);
      const isTight = bytes > LIMITS.maxBytes || alive.size + requests.length > LIMITS.maxCount;
      assert.ok(isTight || isClosed || unwanted.has(picture), `${picture} is freed without need`);
      assert.ok(alive.delete(picture), `${picture} is freed twice`);
    },
  });
  const load = (key: string) => (signal: AbortSignal) =>
    new Promise<{ value: string; bytes: number }>((resolve, reject) => {
      const end = () => requests.splice(requests.indexOf(request), 1);
      const request: Request = {
        ...{ key, signal },
        arrive: (bytes) => {
          end();
          const value = `${key} of request ${made++}`;
          alive.set(value, bytes);
          if (signal.aborted) unwanted.add(value);
          resolve({ value, bytes });
        },
        fail: (error) => {
          end();
          reject(error);
        },
      };
      requests.push(request);
      // As `fetch` does; some come all the same.
      signal.addEventListener(
        'abort',
        () => !LATE.includes(key) && requests.includes(request) && request.fail(signal.reason),
      );
    });
  return {
    alive,
    requests,
    close: () => {
      isClosed = true;
      cache.close();
    },
    pass: (milliseconds: number) => {
      clock += milliseconds;
    },
    lease: (key: string) => {
      const lease = cache.lease(key, load(key));
      lease.arrived.catch(() => {});
      return { ...lease, key, get: () => lease };
    },
  };
}

const keys = fc.constantFrom(...'abcdefghijkl');
const places = fc.nat({ max: 50 });
const happenings = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ leases: keys }) },
    { weight: 4, arbitrary: fc.record({ releases: places }) },
    { weight: 4, arbitrary: fc.record({ arrives: places, bytes: fc.nat({ max: 60 }) }) },
    {
      weight: 1,
      arbitrary: fc.record({ fails: places, retryAfter: fc.option(fc.nat({ max: 60 }), { nil: undefined }) }),
    },
    { weight: 1, arbitrary: fc.record({ passes: fc.nat({ max: 100_000 }) }) },
  ),
  { maxLength: 60, size: 'max' },
);

test('whatever happens, shown pictures stay, the others keep to the limits, and only what is waited for is loaded', async () => {
  const check = async (steps: typeof happenings extends fc.Arbitrary<infer T> ? T : never) => {
    const tried = openTried();
    const held: { readonly key: string; readonly get: () => PictureLease<string> }[] = [];
    const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % Math.max(1, list.length)];
    for (const step of steps) {
      if ('leases' in step) held.push(tried.lease(step.leases));
      else if ('passes' in step) tried.pass(step.passes);
      else if ('arrives' in step) pick(tried.requests, step.arrives)?.arrive(step.bytes);
      else if ('fails' in step) pick(tried.requests, step.fails)?.fail(new Busy(step.retryAfter));
      else {
        const lease = pick(held, step.releases);
        lease?.get().release();
        // A second release must not take the picture from others.
        lease?.get().release();
        if (lease) held.splice(held.indexOf(lease), 1);
      }
      await setImmediate();
      const shown = new Set<string>();
      for (const { get } of held) {
        const { value } = get();
        if (value === undefined) continue;
        shown.add(value);
        assert.ok(tried.alive.has(value), `${value} is shown, and freed`);
      }
      const bytes = [...tried.alive.values()].reduce((sum, each) => sum + each, 0);
      const hasRoom = bytes <= LIMITS.maxBytes && tried.alive.size <= LIMITS.maxCount;
      // Pictures on their way count, too, so that fewer than the limit may be kept, but never more.
      assert.ok(hasRoom || [...tried.alive.keys()].every((picture) => shown.has(picture)), `${bytes} bytes are kept`);
      const wanted = new Set(held.map(({ key }) => key));
      const loading = tried.requests.filter(({ signal }) => !signal.aborted).map(({ key }) => key);
      const unwanted = loading.filter((key) => !wanted.has(key));
      assert.deepEqual(unwanted, []);
      assert.equal(new Set(loading).size, loading.length, 'a picture is requested twice at once');
    }
    tried.close();
    for (const { get } of held) get().release();
    await setImmediate();
    for (const request of [...tried.requests]) request.arrive(1);
    await setImmediate();
    assert.deepEqual([...tried.alive.keys()], []);
  };
  await fc.assert(fc.asyncProperty(happenings, check), { numRuns: 150 });
});

test('a picture that failed is not asked for again before its time, which doubles, nor before the service allows it', async () => {
  const tried = openTried();
  const fail = async (retryAfter?: number) => {
    const lease = tried.lease('a');
    await setImmediate();
    const [request] = tried.requests;
    request?.fail(new Busy(retryAfter));
    await setImmediate();
    assert.equal(lease.get().hasFailed, true);
    return request !== undefined;
  };
  assert.equal(await fail(), true);
  for (let wait: number = FAILURE_WAIT.first; wait <= 4 * FAILURE_WAIT.first; wait *= 2) {
    tried.pass(wait - 1);
    assert.equal(await fail(), false, `before ${wait} ms`);
    tried.pass(1);
    assert.equal(await fail(wait === 4 * FAILURE_WAIT.first ? 90 : undefined), true, `after ${wait} ms`);
  }
  tried.pass(89_999);
  assert.equal(await fail(), false);
  tried.pass(1);
  const lease = tried.lease('a');
  await setImmediate();
  tried.requests[0]?.arrive(1);
  assert.equal(await lease.get().arrived, 'a of request 0');
});

test('what is claimed before the script of fetched pictures arrives is requested once, and not if it was released or closed', async () => {
  const requested: string[] = [];
  const fetchFile = (address: string) => async () => {
    requested.push(address);
    return { blob: async () => new Blob([address]) };
  };
  const pictures = openLaterPictures();
  const lease = (address: string) => pictures.lease(address, fetchFile(address));
  const [one, other, left] = [lease('a'), lease('a'), lease('b')];
  left.release();
  const [picture, same] = await Promise.all([one.arrived, other.arrived]);
  assert.equal(picture, same);
  await assert.rejects(left.arrived);
  one.release();
  assert.equal(one.value, undefined);
  const closed = openLaterPictures();
  const early = closed.lease('c', fetchFile('c'));
  closed.close();
  await assert.rejects(early.arrived, /closed/);
  assert.deepEqual(requested, ['a']);
});

test('a tile asks for the smallest picture whose longer side is as long as its own on this screen', () => {
  const client = connect('https://catalogue.example');
  const asked = (
    ratio: number,
    view: 'justified' | 'square',
    [width, height]: readonly [number, number],
    box: number,
  ) => {
    Object.assign(globalThis, { devicePixelRatio: ratio });
    const longest = longestIn(view, { preview_width: width, preview_height: height }, { width: box });
    const address = openPictures(client, false).addressOf({ id: 7, version: 1 }, longest);
    return String(address)
      .replace(/^.*\?(\w+)=7(?:&(\w+)=true)?.*$/, '$1 $2')
      .trim();
  };
  const [wide, upright, square] = [
    [1024, 683],
    [683, 1024],
    [1024, 1024],
  ] as const;
  assert.equal(asked(1, 'justified', wide, 300), 'thumb');
  // 171 pixels wide are 256 high.
  assert.equal(asked(1, 'justified', upright, 171), 'thumb');
  assert.equal(asked(2, 'justified', upright, 171), 'thumb middle');
  assert.equal(asked(3, 'justified', upright, 171), 'preview');
  assert.equal(asked(2, 'justified', wide, 256), 'thumb middle');
  assert.equal(asked(3, 'justified', wide, 185), 'thumb middle');
  assert.equal(asked(3, 'square', square, 185), 'thumb middle');
  assert.equal(asked(1, 'square', square, 185), 'thumb');
  assert.equal(asked(1, 'justified', wide, 1500), 'preview big');
});

test('of the pictures that a list gives, the browser chooses, below the address of the service as the page knows it', () => {
  const inside = 'http://10.0.0.7:8080/asset.do?picture=7&version=2';
  const of = (query: string, width: number) => `${inside}&width=${width}${query} ${width}w`;
  const given = (query = '', expires?: number) => ({
    ...{ src: `${inside}&width=600${query}`, srcset: `${of(query, 300)}, ${of(query, 600)}` },
    ...{ width: 600, height: 1200, focus: { x: 0.25, y: 1 }, ...(expires !== undefined && { expires }) },
  });
  const client = connect('https://catalogue.example/dam');
  const choice = (picture: object, hasToken = false, version = 2) =>
    openPictures(client, hasToken).choiceOf({ id: 7, version, ...{ picture: picture as never } }, 180);
  const signature = '&user=1&groups=2,3&expires=9999999999&key=a&signature=b';
  const [signed, ended] = [given(signature, 9_999_999_999), given(signature, 1)];
  Object.assign(globalThis, { devicePixelRatio: 2 });
  const base = 'https://catalogue.example/dam/asset.do?picture=7&version=2';
  assert.deepEqual(choice(given()), {
    key: given().src,
    ...{ src: `${base}&width=600`, srcset: `${base}&width=300 300w, ${base}&width=600 600w` },
    ...{ sizes: '67px', position: '25% 100%' },
  });
  const chosen = choice(signed, true);
  assert.ok(typeof chosen === 'object' && 'srcset' in chosen);
  assert.equal(chosen.srcset, `${base}&width=300${signature} 300w, ${base}&width=600${signature} 600w`);
  const alone = (longest: number, page?: number) =>
    openPictures(client, true).addressOf({ id: 7, version: 2, ...{ picture: signed as never } }, longest, page);
  assert.deepEqual([alone(300), alone(500)], [`${base}&width=300${signature}`, `${base}&width=600${signature}`]);
  for (const other of [alone(5000), alone(300, 1)]) assert.equal(typeof other, 'object');
  for (const [picture, hasToken, version] of [
    [given(), true, 2],
    [ended, true, 2],
    [signed, true, 1],
    [ended, false, 2],
    [{ ...given(), srcset: undefined }, false, 2],
  ] as const) {
    const other = choice(picture, hasToken, version);
    assert.match(String(typeof other === 'string' ? other : other.key), /asset\.do\?thumb=7/);
  }
});
