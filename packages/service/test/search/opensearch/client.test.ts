import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { newCertificate } from '../../../../core/test/support/certificate.ts';
import { Client } from '../../../src/opensearch/client.ts';

/** A server with TLS, and what it was sent. */
async function startServer(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const { cert, key } = newCertificate() ?? assert.fail('openssl is not here');
  const authorizations: (string | undefined)[] = [];
  const server = createServer({ cert, key }, (request, response) => {
    authorizations.push(request.headers.authorization);
    answer(request, response, authorizations.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { host, cert, authorizations, [Symbol.asyncDispose]: close };
}

const order = { method: 'GET', path: '/' } as const;

test('a server with TLS gets user and password, and a request again after an outage', async () => {
  await using server = await startServer((_, response, count) => {
    response.statusCode = count < 3 ? 503 : 200;
    response.end(JSON.stringify({ count }));
  });
  const { host, cert, authorizations } = server;
  const url = `opensearch+https://us%20er@${host}/media`;
  using client = new Client({ url, passwordFile: { text: 'sec:ret' }, caFile: { text: cert } });
  assert.deepEqual(await client.send(order), { status: 200, body: { count: 3 } });
  const expected = `Basic ${Buffer.from('us er:sec:ret').toString('base64')}`;
  assert.deepEqual(authorizations, [expected, expected, expected]);
  assert.equal(client.counts.requests, 3);
});

test('errors name the setting and no secret', async () => {
  await using server = await startServer((_, response) => {
    response.statusCode = 401;
    response.end('Unauthorized');
  });
  const url = `opensearch+https://user:secret@${server.host}`;
  const messageWith = async (caFile?: { text: string }) => {
    using client = new Client({ url, ...(caFile && { caFile }) });
    const error = await client.send(order).then(
      () => assert.fail('it answered'),
      (thrown: Error) => thrown,
    );
    assert.equal(error.name, 'SearchUnreachable');
    assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /secret/);
    return error.message;
  };
  assert.equal(
    await messageWith(),
    `search.url: the certificate of https://${server.host} is not trusted; check caFile`,
  );
  const refused = `search.url: https://${server.host} does not accept user and password`;
  assert.equal(await messageWith({ text: server.cert }), refused);
  await server[Symbol.asyncDispose]();
  assert.match(await messageWith({ text: server.cert }), /does not answer \(ECONNREFUSED\)/);
});
