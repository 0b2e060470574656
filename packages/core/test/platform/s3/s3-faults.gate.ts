/** A server that misbehaves as S3 servers may, which a real one does not do on demand. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { S3Client } from '../../../src/platform/s3/s3-client.ts';
import { s3ObjectInfo } from '../../../src/platform/s3/s3-info.ts';
import { openS3Object } from '../../../src/platform/s3/s3-reader.ts';
import { type S3Upload, uploadToS3 } from '../../../src/platform/s3/s3-upload.ts';
import { s3SettingsOf } from '../../support/s3-settings.ts';
import { newFolder } from '../../support/temporary-folder.ts';

const { signal } = new AbortController();

class Unreachable extends Error {}
class Damaged extends Error {}

type Answer = (response: ServerResponse, request?: IncomingMessage) => void;

/** Says how to answer a request; after the last answer, that one is repeated. */
async function start(...answers: readonly Answer[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const at = requests.push(`${request.method} ${request.url}`) - 1;
    request.resume();
    request.on('error', () => {});
    request.on('end', () => (answers[at] ?? answers.at(-1))?.(response, request));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new S3Client({
    settings: s3SettingsOf({ url: 's3://bucket', endpoint, accessKeyId: 'KEY', secretAccessKey: 'hush-hush-secret' }),
    errors: {
      unreachable: (message, cause) => new Unreachable(message, cause),
      damaged: (message, cause) => new Damaged(message, cause),
    },
  });
  const close = async () => {
    client[Symbol.dispose]();
    server.closeAllConnections();
    await once(server.close(), 'close');
  };
  return { client, requests, [Symbol.asyncDispose]: close };
}

const says =
  (status: number, text = '', headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-length': Buffer.byteLength(text), ...headers }).end(text);
const fails = (status: number, code: string): Answer => says(status, `<Error><Code>${code}</Code></Error>`);
/** As a proxy in front may send an error that it does not know the end of. */
const saysUntilClosed =
  (status: number, text = ''): Answer =>
  (response) =>
    void response.socket?.end(`HTTP/1.1 ${status} Trouble\r\nConnection: close\r\n\r\n${text}`);
const cuts: Answer = (response) => void response.destroy();
const sendsPart =
  (text: string, size: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(200, { 'content-length': String(size), etag: '"one"', ...headers });
    response.write(text);
  };

function upload(size: number, changes: Partial<S3Upload> = {}): S3Upload & Disposable {
  const folder = newFolder();
  const path = join(folder, 'file');
  writeFileSync(path, '');
  truncateSync(path, size);
  const sha256 = createHash('sha256').update(Buffer.alloc(size)).digest('hex');
  const remove = () => rmSync(folder, { recursive: true });
  return { name: 'object', path, size, sha256, replaces: false, signal, ...changes, [Symbol.dispose]: remove };
}

describe('responses', () => {
  test('a text that stops in the middle is asked for again', async () => {
    await using server = await start(sendsPart('<a>', 100), says(200, '<a/>'));
    assert.equal(await server.client.sendForText({ method: 'GET', waitMilliseconds: 1000, signal }), '<a/>');
    assert.ok(server.requests.length >= 2);
  });

  test('a text without end is refused', async () => {
    const endless: Answer = (response) => {
      const bytes = new Readable({ read: () => void bytes.push(Buffer.alloc(2 ** 20)) });
      bytes.pipe(response).once('close', () => bytes.destroy());
    };
    await using server = await start(endless);
    await assert.rejects(server.client.sendForText({ method: 'GET', signal }), Unreachable);
  });

  test('an error inside a response that began with success is an error', async () => {
    await using server = await start(fails(200, 'InternalError'), says(200, '<Done/>'));
    assert.equal(await server.client.sendForText({ method: 'POST', signal }), '<Done/>');
    await using other = await start(fails(200, 'AccessDenied'));
    await assert.rejects(other.client.sendForText({ method: 'POST', signal }), Unreachable);
  });

  test('each refusal says what to check', async () => {
    for (const [status, code, sentence] of [
      [400, 'ExpiredToken', /^originals\.accessKeyId: .* refuses the session token of "KEY" \(400 ExpiredToken\)$/],
      [400, 'AuthorizationHeaderMalformed', /^originals\.region: /],
      [418, 'Teapot', /^originals\.endpoint: .* as no S3 server should$/],
      [501, 'NotImplemented', /^originals\.endpoint: /],
    ] as const) {
      await using server = await start(fails(status, code));
      const error = await openS3Object(server.client, 'object', { signal }).catch((reason: unknown) => reason);
      assert.ok(error instanceof Unreachable);
      assert.match(error.message, sentence);
    }
  });

  test('missing objects that are expected cost one request each, except the first', async () => {
    await using server = await start(says(404), fails(404, 'NoSuchKey'), says(404));
    const find = (name: string) => s3ObjectInfo(server.client, name, signal, { expectsMissing: true });
    for (const name of ['a', 'b', 'c']) assert.equal(await find(name), undefined);
    assert.deepEqual(server.requests, ['HEAD /bucket/a', 'GET /bucket/a', 'HEAD /bucket/b', 'HEAD /bucket/c']);
  });

  test('an unexpectedly missing object is told from a missing bucket, even if there was one a moment ago', async () => {
    await using server = await start(says(404), fails(404, 'NoSuchKey'), says(404), fails(404, 'NoSuchBucket'));
    assert.equal(await s3ObjectInfo(server.client, 'object', signal), undefined);
    await assert.rejects(s3ObjectInfo(server.client, 'object', signal), /originals\.url: there is no bucket/);
  });

  test('after an outage no request is sent for a moment, and all are refused', async () => {
    await using server = await start(cuts);
    await assert.rejects(s3ObjectInfo(server.client, 'object', signal), Unreachable);
    const { length } = server.requests;
    await assert.rejects(s3ObjectInfo(server.client, 'object', signal), Unreachable);
    assert.equal(server.requests.length, length);
  });
});

describe('reading', () => {
  const read = async (server: { readonly client: S3Client }, silenceMilliseconds = 20_000) => {
    await using reader = await openS3Object(server.client, 'object', { signal, silenceMilliseconds });
    const into = Buffer.alloc(100);
    const parts: Buffer[] = [];
    for (let bytes = 1; bytes > 0; ) {
      bytes = (await reader?.read(into)) ?? 0;
      parts.push(Buffer.from(into.subarray(0, bytes)));
    }
    return Buffer.concat(parts).toString();
  };

  test('goes on after a silence', async () => {
    await using server = await start(sendsPart('one ', 9), says(206, 'other', { 'content-length': '5' }));
    // The other answer comes only once, and the limit holds for it, too.
    assert.equal(await read(server, 3000), 'one other');
  });

  test('begins although the server fails once, be the size of its response known or not', async () => {
    for (const [trouble, requests] of [
      [fails(503, 'SlowDown'), 2],
      [saysUntilClosed(503), 3],
    ] as const) {
      await using server = await start(trouble, says(200, 'text', { etag: '"one"' }));
      assert.equal(await read(server), 'text');
      assert.equal(server.requests.length, requests);
    }
  });

  test('costs one request if there is no object, and two if one appears while that is asked for again', async () => {
    await using server = await start(fails(404, 'NoSuchKey'));
    assert.deepEqual([await openS3Object(server.client, 'object', { signal }), server.requests.length], [undefined, 1]);
    await using other = await start(saysUntilClosed(404), says(200, 'text', { etag: '"one"' }));
    assert.equal(await read(other), 'text');
  });

  test('fails if the server never says how long an object is', async () => {
    await using server = await start(saysUntilClosed(200, 'text'));
    await assert.rejects(read(server), /sends objects without their size/);
  });

  test('fails after many silences, as if the server could not be reached', async () => {
    await using server = await start(sendsPart('', 9));
    await assert.rejects(read(server, 50), Unreachable);
  });

  test('fails if the object is shorter than it was, or another', async () => {
    for (const [status, code] of [
      [416, 'InvalidRange'],
      [412, 'PreconditionFailed'],
      [404, 'NoSuchKey'],
    ] as const) {
      await using server = await start(sendsPart('one ', 9), fails(status, code));
      await assert.rejects(read(server, 50), Damaged);
    }
    await using server = await start(fails(416, 'InvalidRange'));
    await assert.rejects(openS3Object(server.client, 'object', { range: { start: 5, end: 9 }, signal }), Damaged);
  });

  test('a reader that is disposed of while it reads asks for nothing more', async () => {
    await using server = await start(sendsPart('', 9));
    const reader = await openS3Object(server.client, 'object', { signal });
    const reading = reader?.read(Buffer.alloc(9));
    await reader?.[Symbol.asyncDispose]();
    await assert.rejects(Promise.resolve(reading), /closed/);
    assert.equal(server.requests.length, 1);
  });
});

describe('uploads', () => {
  test('a whole upload that conflicts with another one is repeated, or gives way to it', async () => {
    using file = upload(10);
    const conflicts = fails(409, 'ConditionalRequestConflict');
    await using server = await start(conflicts, says(404), fails(404, 'NoSuchKey'), says(200));
    assert.equal(await uploadToS3(server.client, file), true);
    await using other = await start(conflicts, says(200));
    assert.equal(await uploadToS3(other.client, file), false);
    await using third = await start(fails(412, 'PreconditionFailed'));
    assert.equal(await uploadToS3(third.client, file), false);
  });

  test('an upload whose response was lost has not failed', async () => {
    using file = upload(10);
    await using server = await start(cuts, fails(412, 'PreconditionFailed'));
    assert.equal(await uploadToS3(server.client, file), false);
  });

  test('parts that were joined although the response was lost are the object, an old or a new one', async () => {
    for (const replaces of [true, false]) {
      using file = upload(65 * 2 ** 20, { replaces });
      let id = '';
      let joins = 0;
      const answer: Answer = (response, request) => {
        const { method, url = '', headers = {} } = request ?? {};
        id = String(headers['x-amz-meta-upload'] ?? id);
        if (method === 'HEAD') return says(200, '', { 'x-amz-meta-upload': id })(response);
        if (method === 'PUT') return says(200, '', { etag: '"part"' })(response);
        if (!url.includes('uploadId')) {
          const begun = '<InitiateMultipartUploadResult><UploadId>7</UploadId></InitiateMultipartUploadResult>';
          return says(200, begun)(response);
        }
        joins += 1;
        return (joins === 1 ? cuts : fails(404, 'NoSuchUpload'))(response);
      };
      await using server = await start(answer);
      assert.deepEqual([await uploadToS3(server.client, file), joins], [true, 2]);
    }
  });
});
