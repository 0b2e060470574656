/** What stands between a client and its service: proxies, other programs, cut connections. Each is a real server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connect } from '../src/index.ts';

/** Starts a server at a free port. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const ENVELOPE = '{"version":2,"status":200,"data":[]}';

test('an address that is none is refused before anything is sent', () => {
  for (const wrong of ['', 'media.example', 'ftp://media.example/', 'http://a/?x=1', 'http://a/#x', 'http://user@a/']) {
    assert.throws(() => connect(wrong), { name: 'ServiceError', code: 'address_invalid' }, wrong);
  }
  assert.equal(connect('https://media.example/dam').base, 'https://media.example/dam/');
});

test('HTML of a proxy is no envelope', async () => {
  await using server = await serve((_, response) => {
    response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>');
  });
  await assert.rejects(connect(server.url).node.about({ about: true }), { code: 'not_an_envelope', status: 200 });
});

test('another version of the interface is named', async () => {
  await using server = await serve((_, response) => {
    response.end('{"version":3,"status":200,"data":{}}');
  });
  await assert.rejects(connect(server.url).node.about({ about: true }), {
    code: 'version_unsupported',
    message: 'the service answers with version 3 of the envelope; this client knows version 2',
  });
});

test('a connection that fails is tried again, and in the end an error', async () => {
  let requests = 0;
  await using server = await serve((request, response) => {
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

test('what writes is not sent again after its connection was cut', async () => {
  let requests = 0;
  await using server = await serve((request) => {
    requests += 1;
    request.socket.destroy();
  });
  await assert.rejects(connect(server.url).review.post({ post: 1, rating: 3 }), { code: 'connection_failed' });
  assert.equal(requests, 1);
});

test('a busy service is asked again after the time that it names, a date counted by its own clock', async () => {
  for (const retryAfter of ['0', 'Thu, 01 Jan 2015 00:00:00 GMT']) {
    let requests = 0;
    await using server = await serve((_, response) => {
      requests += 1;
      // The clock of this server is years behind.
      response.setHeader('date', 'Thu, 01 Jan 2015 00:00:00 GMT');
      if (requests > 1) return void response.end(ENVELOPE);
      response.writeHead(503, { 'retry-after': retryAfter });
      response.end('{"version":2,"status":503,"data":null,"message":"busy","code":"overloaded"}');
    });
    assert.deepEqual(await connect(server.url).node.suggest({ suggest: 'a' }), []);
    assert.equal(requests, 2);
  }
});

test('a wait that is too long fails at once, with the time', async () => {
  await using server = await serve((_, response) => {
    response.writeHead(429, { 'retry-after': '3600' });
    response.end('{"version":2,"status":429,"data":null,"message":"too many","code":"limited"}');
  });
  await assert.rejects(connect(server.url).node.suggest({ suggest: 'a' }), { code: 'limited', retryAfter: 3600 });
});

test('a service that does not answer in time is an error', async () => {
  await using server = await serve(() => {});
  await assert.rejects(connect(server.url, { timeout: 50, retries: 0 }).node.suggest({ suggest: 'a' }), {
    code: 'timed_out',
  });
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

test('a download that is cut again and again arrives whole', async () => {
  await using server = await serve(cutting(() => '"one"'));
  const file = await connect(server.url).asset.download({ download: 1 });
  assert.ok('blob' in file);
  assert.equal(file.name, 'ä.tif');
  const bytes = new Uint8Array(await (await file.blob()).arrayBuffer());
  assert.deepEqual(Buffer.from(bytes), FILE);
});

test('a file that changes meanwhile is an error, and nothing of it counts', async () => {
  await using server = await serve(cutting((request) => `"${request}"`));
  const file = await connect(server.url).asset.download({ download: 1 });
  assert.ok('blob' in file);
  await assert.rejects(file.blob(), { code: 'download_changed' });
});

test('a download without a strong tag cannot be resumed', async () => {
  await using server = await serve(cutting(() => 'W/"weak"'));
  const file = await connect(server.url).asset.download({ download: 1 });
  assert.ok('blob' in file);
  await assert.rejects(file.blob(), { code: 'download_incomplete' });
});
