/** Faults between a client and its service that `anywhere/checks.ts` does not have: proxies, other programs, cut connections. */
import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import { followChanges } from '../src/changes.ts';
import { connect, isServiceError, ServiceError } from '../src/index.ts';

const ENVELOPE = '{"version":2,"status":200,"data":[]}';

test('an invalid base address is refused before anything is sent', () => {
  for (const wrong of ['', 'media.example', 'ftp://media.example/', 'http://a/?x=1', 'http://a/#x', 'http://user@a/'])
    assert.throws(() => connect(wrong), { name: 'ServiceError', code: 'address_invalid' }, wrong);
  assert.equal(connect('https://media.example/dam').base, 'https://media.example/dam/');
});

test('a success without data is no envelope', async () => {
  await using server = await startLocalServer(
    (_, response) => void response.end('{"version":2,"status":200,"data":null}'),
  );
  await assert.rejects(connect(server.url).node.about({ about: true }), { code: 'not_an_envelope', status: 200 });
});

test('a connection that fails is tried again, and in the end an error', async () => {
  let requests = 0;
  await using server = await startLocalServer((request, response) => {
    requests += 1;
    if (requests < 3) request.socket.destroy();
    else response.end(ENVELOPE);
  });
  assert.deepEqual(await connect(server.url).node.suggest({ suggest: 'a' }), []);
  assert.equal(requests, 3);
  requests = 0;
  await assert.rejects(connect(server.url, { retries: 1 }).node.suggest({ suggest: 'a' }), {
    code: 'connection_failed',
    status: 0,
  });
});

test('a request that writes is sent again only after a refusal of the service, whatever a proxy says', async () => {
  const refusals: readonly (readonly [status: number, code: string, requests: number])[] = [
    [502, 'unreachable', 1],
    [503, 'unreachable', 1],
    [504, 'unreachable', 1],
    [503, 'store_unreachable', 1],
    [502, '', 1],
    [503, 'overloaded', 2],
    [503, 'not_ready', 2],
    [503, 'stopping', 2],
    [429, 'limited', 2],
  ];
  for (const [status, code, expected] of refusals) {
    let requests = 0;
    await using server = await startLocalServer((_, response) => {
      requests += 1;
      if (requests > 1) return void response.end('{"version":2,"status":200,"data":{"pin":"x"}}');
      response.writeHead(status, { 'retry-after': '0' });
      response.end(code ? JSON.stringify({ version: 2, status, data: null, message: 'no', code }) : '<h1>No</h1>');
    });
    const created = connect(server.url).pin.create({ create: [1] });
    if (expected > 1) assert.equal((await created).pin, 'x');
    else await assert.rejects(created, { name: 'ServiceError', status, code: code || 'not_an_envelope' });
    assert.equal(requests, expected, `${status} ${code}`);
  }
});

test('an answer that breaks off is asked for again, unless the request writes, and in the end a failed connection', async () => {
  const part = ENVELOPE.slice(0, 20);
  const ways: readonly ((response: ServerResponse) => void)[] = [
    (response) => void response.end(part),
    (response) =>
      void response.writeHead(200, { 'content-length': ENVELOPE.length }).write(part, () => response.destroy()),
  ];
  for (const breakOff of ways) {
    let requests = 0;
    await using server = await startLocalServer((_, response) => {
      requests += 1;
      response.setHeader('content-type', 'application/json; charset=UTF-8');
      if (requests === 2) response.end(ENVELOPE);
      else breakOff(response);
    });
    assert.deepEqual(await connect(server.url).node.suggest({ suggest: 'a' }), []);
    assert.equal(requests, 2);
    const failed = { name: 'ServiceError', code: 'connection_failed', status: 0 };
    await assert.rejects(connect(server.url, { retries: 0 }).node.suggest({ suggest: 'a' }), failed);
    await assert.rejects(connect(server.url).review.post({ post: 1, rating: 3 }), failed);
    assert.equal(requests, 4);
  }
});

test('an error of the function that gives the token reaches the caller at once, whatever its class', async () => {
  for (const signedOut of [new Error('nobody is signed in'), new ServiceError('connection_failed', 'offline')]) {
    let calls = 0;
    const token = () => {
      calls += 1;
      throw signedOut;
    };
    const request = connect('http://127.0.0.1:9/', { token }).node.about({ about: true });
    await assert.rejects(request, (error) => error === signedOut);
    assert.equal(calls, 1);
  }
});

test('a fetch works even if its responses are of another class', async () => {
  await using server = await startLocalServer((_, response) => void response.end(ENVELOPE));
  // Frames and other implementations have a Response of their own.
  const foreign = async (...request: Parameters<typeof fetch>) => {
    const response = await fetch(...request);
    const { ok, status, headers, url } = response;
    return { ok, status, headers, url, text: () => response.text() } as Response;
  };
  assert.deepEqual(await connect(server.url, { fetch: foreign }).node.suggest({ suggest: 'a' }), []);
});

test('a request fails at once if the service asks for too long a wait, and the error says how long', async () => {
  await using server = await startLocalServer((_, response) => {
    response.writeHead(429, { 'retry-after': '3600' });
    response.end('{"version":2,"status":429,"data":null,"message":"too many","code":"limited"}');
  });
  await assert.rejects(connect(server.url).node.suggest({ suggest: 'a' }), { code: 'limited', retryAfter: 3600 });
});

const FILE = Buffer.from(Array.from({ length: 200_000 }, (_, place) => place % 251));

/** Sends a file in parts of 60,000 bytes, and cuts the connection after each. */
function cutting(tagOf: (request: number) => string): RequestListener {
  let requests = 0;
  return ({ headers: { range, 'if-range': ifRange } }, response) => {
    const tag = tagOf(requests);
    requests += 1;
    const start = range !== undefined && ifRange === tag ? Number(/\d+/.exec(range)?.[0]) : 0;
    const rest = FILE.subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-type': 'image/tiff',
      'content-length': rest.length,
      'content-disposition': `attachment; filename="a.tif"; filename*=UTF-8''%C3%A4.tif`,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${FILE.length - 1}/${FILE.length}` } : {}),
      etag: tag,
    });
    response.write(rest.subarray(0, 60_000), () => {
      if (rest.length > 60_000) response.destroy();
      else response.end();
    });
  };
}

test('a download is resumed after a redirect of the whole address, as to https', async () => {
  await using server = await startLocalServer(cutting(() => '"one"'));
  await using old = await startLocalServer(({ url = '' }, response) => {
    response.writeHead(308, { location: new URL(url, server.url).href }).end();
  });
  const file = await connect(old.url).asset.download({ download: 1 });
  assert.ok('blob' in file);
  assert.equal((await file.blob()).size, FILE.length);
});

test('a download that cannot be resumed safely is incomplete, and not asked for again', async () => {
  await using store = await startLocalServer(cutting(() => '"of the store"'));
  const encoded = gzipSync(FILE);
  const causes: Readonly<Record<string, RequestListener>> = {
    'it has no strong tag': cutting(() => 'W/"weak"'),
    'its tag is that of a store, not of the service': (_, response) =>
      void response.writeHead(302, { location: `${store.url}bucket/key?X-Amz-Expires=60` }).end(),
    'a proxy encoded it, so its bytes cannot be counted': (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': encoded.length, etag: '"one"' });
      response.write(encoded.subarray(0, encoded.length - 10), () => response.destroy());
    },
  };
  for (const [cause, answer] of Object.entries(causes)) {
    let requests = 0;
    await using server = await startLocalServer((request, response) => {
      requests += 1;
      answer(request, response);
    });
    const file = await connect(server.url).asset.download({ download: 1 });
    assert.ok('blob' in file);
    await assert.rejects(file.blob(), { code: 'download_incomplete' }, cause);
    assert.equal(requests, 1, cause);
  }
});

test('a list has pages even if the request does not name their size', async () => {
  await using server = await startLocalServer(({ url = '' }, response) => {
    const page = Number(new URL(url, server.url).searchParams.get('page') ?? 1);
    const reviewList = Array.from({ length: page === 1 ? 100 : 50 }, (_, place) => ({ comment: `${page} ${place}` }));
    response.end(JSON.stringify({ version: 2, status: 200, data: { averageRating: 4, reviewList }, total: 150 }));
  });
  const first = await connect(server.url).review.get({ get: 1 });
  const second = await first.next();
  assert.deepEqual([first.items.length, second?.items.length, await second?.next()], [100, 50, undefined]);
});

const REFUSED = '{"version":2,"status":401,"data":null,"message":"expired","code":"token_invalid"}';
const OVERLOADED = '{"version":2,"status":503,"data":null,"message":"busy","code":"overloaded"}';

test('a refused token is renewed once, whatever happens to the requests after it', async () => {
  const answers: readonly (readonly [number, string])[] = [
    [401, REFUSED],
    [503, OVERLOADED],
    [503, OVERLOADED],
    [200, ENVELOPE],
  ];
  let requests = 0;
  await using server = await startLocalServer((_, response) => {
    const [status = 500, body] = answers[requests] ?? [];
    requests += 1;
    response.writeHead(status, { 'retry-after': '0' }).end(body);
  });
  const asked: (string | undefined)[] = [];
  const token = (refused?: string) => {
    asked.push(refused);
    return `token ${asked.length}`;
  };
  assert.deepEqual(await connect(server.url, { token, retries: 2 }).node.suggest({ suggest: 'a' }), []);
  assert.deepEqual(asked, [undefined, 'token 1', undefined, undefined]);
});

test('a token that no header can hold is refused without a request, and renewed', async () => {
  const sent: (string | undefined)[] = [];
  await using server = await startLocalServer((request, response) => {
    sent.push(request.headers.authorization);
    response.end(ENVELOPE);
  });
  const suggest = (token: string) => {
    const renewed = (refused?: string) => (refused === undefined ? token : ' good\n');
    return Promise.all([
      connect(server.url, { token: renewed }).node.suggest({ suggest: 'a' }),
      assert.rejects(connect(server.url, { token }).node.suggest({ suggest: 'a' }), {
        code: 'token_invalid',
        status: 401,
      }),
    ]);
  };
  for (const token of ['schlüssel-鍵', 'two\nlines', '\nbefore', '\ufeffmark', 'zero\0']) await suggest(token);
  assert.deepEqual(sent, Array(5).fill('Bearer  good'));
});

test('a refused token is renewed even if that takes longer than the time limit of a request', async (context) => {
  await using server = await startLocalServer((request, response) => {
    if (request.headers.authorization === 'Bearer second') response.end(ENVELOPE);
    else response.writeHead(401).end(REFUSED);
  });
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const timeout = 5000;
  const token = (refused?: string) => {
    if (refused === undefined) return 'first';
    // As if a person signed in again.
    context.mock.timers.tick(timeout + 1);
    return 'second';
  };
  assert.deepEqual(await connect(server.url, { token, timeout }).node.suggest({ suggest: 'a' }), []);
});

test('the signal of a request ends the wait for a token', async () => {
  const reason = new Error('not wanted any more');
  const controller = new AbortController();
  const { signal } = controller;
  const token = () => new Promise<string>(() => {});
  const request = connect('http://127.0.0.1:9/', { token }).node.about({ about: true }, { signal });
  controller.abort(reason);
  await assert.rejects(request, (error) => error === reason);
});

test('a sign-in page of a proxy is no PDF of a document and no 3D model', async () => {
  await using server = await startLocalServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>');
  });
  const { asset } = connect(server.url);
  for (const type of ['pdf', '3D'] as const)
    await assert.rejects(asset.preview({ preview: 1, type }), { code: 'not_a_file' });
});

test('a download whose rest is refused is incomplete, with the refusal as its cause', async () => {
  let requests = 0;
  const cut = cutting(() => '"one"');
  await using server = await startLocalServer((request, response) => {
    requests += 1;
    if (requests === 1) return cut(request, response);
    response.writeHead(404).end('{"version":2,"status":404,"data":null,"message":"gone","code":"asset_not_found"}');
  });
  const file = await connect(server.url).asset.download({ download: 1 });
  assert.ok('blob' in file);
  await assert.rejects(file.blob(), (error: ServiceError) => {
    assert.equal(error.code, 'download_incomplete');
    assert.ok(isServiceError(error.cause) && error.cause.code === 'asset_not_found');
    return true;
  });
});

test('a listing during which an asset goes away begins anew, but only after a second', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const removed = { type: 'asset', id: 2, action: 'removed', version: null, at: 0 } as const;
  let begun = 0;
  let listed = 0;
  const batches = followChanges(
    {
      changes: async ({ changes: since }) => {
        if (since === 'now') begun += 1;
        const cursor = since === 'now' ? `${begun}` : since;
        return { cursor, changes: since === '1' ? [removed] : [], more: false };
      },
      about: async () => ({ maxPageSize: 10 }),
      search: async () => {
        listed += 1;
        return (async function* () {
          yield { items: [{ id: 1, version: 1 }] };
        })();
      },
    },
    { seconds: 0 },
  );
  const next = async () => {
    const { value } = await batches.next();
    return value && [value.isNew, value.changes.length, value.cursor];
  };
  assert.deepEqual(await next(), [true, 1, undefined]);
  const again = next();
  await setImmediate();
  context.mock.timers.tick(999);
  await setImmediate();
  assert.equal(listed, 1);
  context.mock.timers.tick(1);
  assert.deepEqual(await again, [true, 1, undefined]);
  assert.deepEqual(await next(), [false, 0, '2']);
  assert.equal(await next(), undefined);
});
