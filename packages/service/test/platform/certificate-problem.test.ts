import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { connect, createServer } from 'node:tls';
import { certificateProblem } from '../../src/platform/certificate-problem.ts';
import { findProgram } from '../../src/platform/find-program.ts';
import { codeOf } from '../../src/platform/system-errors.ts';
import { newAuthority } from '../support/authority.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const skip = findProgram('openssl') === undefined && 'skipped: openssl is not here';

test('the certificate of a server is untrusted, expired, or for other names', { skip }, async () => {
  using folder = temporaryFolder();
  const authority = await newAuthority(folder.path, 'authority');
  const ca = authority.certificate.text;
  const problemOf = async (files: { readonly cert: string; readonly key: string }, trusted: string | undefined) => {
    const server = createServer({ cert: readFileSync(files.cert), key: readFileSync(files.key) });
    server.on('tlsClientError', () => undefined);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', servername: 'store.test', ca: trusted });
    try {
      await once(socket, 'secureConnect');
      return undefined;
    } catch (error) {
      return certificateProblem(codeOf(error), 'originals.caFile');
    } finally {
      socket.destroy();
      server.close();
    }
  };
  const right = await authority.sign('store.test');
  assert.equal(await problemOf(right, ca), undefined);
  assert.equal(await problemOf(right, undefined), 'is not trusted; check originals.caFile');
  const elsewhere = await authority.sign('other.test');
  assert.equal(await problemOf(elsewhere, ca), 'is for other host names; the URL must use one of them');
  // Its files replace those of the first one.
  const expired = await authority.sign('store.test', { isExpired: true });
  assert.equal(await problemOf(expired, ca), 'has expired');
});

test('errors that are not about the certificate of the server say nothing about it', () => {
  for (const code of ['ECONNREFUSED', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'EPROTO', '']) {
    assert.equal(certificateProblem(code, 'originals.caFile'), undefined);
  }
});
