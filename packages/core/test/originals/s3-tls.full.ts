/** An S3 server with a certificate of its own. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DamagedOriginal, OriginalsUnreachable } from '../../src/originals/originals.ts';
import { openOriginalsS3 } from '../../src/originals/s3.ts';
import { readAll } from '../../src/platform/byte-reader.ts';
import { S3Client } from '../../src/platform/s3/s3-client.ts';
import { newCertificate } from '../support/certificate.ts';
import { startRadosgw } from '../support/servers/radosgw.ts';
import { newFolder } from '../support/temporary-folder.ts';

const { signal } = new AbortController();
const certificate = newCertificate();

test('a certificate is accepted only if its authority is known and it is for the host', {
  skip: certificate ? false : 'openssl is missing',
}, async (context) => {
  assert.ok(certificate);
  await using stack = new AsyncDisposableStack();
  const folder = newFolder();
  const both = join(folder, 'both.pem');
  const { cert: ca, key } = certificate;
  writeFileSync(both, ca + key);
  const server = await startRadosgw({ tls: both });
  if (typeof server === 'string') return context.skip(server);
  stack.use(server);
  const settings = server.settings('s3://secure');
  const open = (changes: { readonly ca?: string; readonly endpoint?: string }) => {
    const s3 = { ...settings, ...changes };
    return stack.use(openOriginalsS3({ s3, directory: join(folder, 'cache'), megabytes: 64, report: assert.fail }));
  };
  const trusting = open({ ca });
  // The server lives and speaks TLS: only the bucket is missing.
  await assert.rejects(trusting.checkAccess(signal), /^OriginalsUnreachable: originals\.url: there is no bucket/);
  const errors = {
    unreachable: (message: string, cause?: ErrorOptions) => new OriginalsUnreachable(message, cause),
    damaged: (message: string, cause?: ErrorOptions) => new DamagedOriginal(message, cause),
  };
  using client = new S3Client({ settings: { ...settings, ca }, errors });
  await client.sendForText({ method: 'PUT', signal });
  const source = join(folder, 'source');
  writeFileSync(source, randomBytes(3_000_000));
  const { sha256 } = await trusting.put(source, { signal });
  await using reader = await trusting.openReader(sha256, { signal });
  assert.ok(reader && (await readAll(reader)).equals(readFileSync(source)));
  await assert.rejects(open({}).checkAccess(signal), /originals\.endpoint: .* is not trusted; check caFile/);
  const elsewhere = open({ ca, endpoint: server.url.replace('127.0.0.1', 'localhost') });
  await assert.rejects(elsewhere.checkAccess(signal), /originals\.endpoint: the certificate of .* is for other host/);
});
