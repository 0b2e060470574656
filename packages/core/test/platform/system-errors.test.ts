import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, createServer } from 'node:tls';
import { promisify } from 'node:util';
import { certificateProblem } from '../../src/platform/certificate-problem.ts';
import { findProgram } from '../../src/platform/find-program.ts';
import { codeOf, isAbsence, isFullDisk, isGone, tellsOfFullDisk } from '../../src/platform/system-errors.ts';
import { newAuthority } from '../support/authority.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a missing file, and one below a file, are absent; a folder is not, nor is a path that cannot be read', async () => {
  using folder = temporaryFolder();
  const file = folder.file('file');
  await writeFile(file, '');
  for (const [path, code, isAbsent] of [
    [folder.file('other'), 'ENOENT', true],
    [join(file, 'below'), 'ENOTDIR', true],
    [folder.path, 'EISDIR', false],
  ] as const) {
    const error = await readFile(path).catch((reason: unknown) => reason);
    assert.deepEqual([codeOf(error), isAbsence(error), await isGone(path)], [code, isAbsent, isAbsent]);
  }
  assert.deepEqual([await isGone(file), codeOf(new RangeError('no code'))], [false, 'RangeError: no code']);
  const loop = folder.file('loop');
  await symlink('loop', loop);
  await assert.rejects(isGone(loop), { code: 'ELOOP' });
});

test('a full disk is recognised by its error code, and by the message of a program', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async () => {
  const error = await writeFile('/dev/full', 'x').catch((reason: unknown) => reason);
  assert.deepEqual([isFullDisk(error), isAbsence(error)], [true, false]);
  const program = promisify(execFile)('dd', ['if=/dev/zero', 'of=/dev/full', 'count=1'], {
    env: { ...process.env, LC_ALL: 'C' },
  });
  await assert.rejects(program, ({ stderr }: { stderr: string }) => tellsOfFullDisk(stderr));
  assert.equal(tellsOfFullDisk('the file is damaged'), false);
});

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
      return certificateProblem(codeOf(error), 'caFile');
    } finally {
      socket.destroy();
      server.close();
    }
  };
  const right = await authority.sign('store.test');
  assert.equal(await problemOf(right, ca), undefined);
  assert.equal(await problemOf(right, undefined), 'is not trusted; check caFile');
  const elsewhere = await authority.sign('other.test');
  assert.equal(await problemOf(elsewhere, ca), 'is for other host names; the URL must use one of them');
  // Its files replace those of the first one.
  const expired = await authority.sign('store.test', { isExpired: true });
  assert.equal(await problemOf(expired, ca), 'has expired');
});

test('errors that are not about the certificate of the server say nothing about it', () => {
  for (const code of ['ECONNREFUSED', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'EPROTO', ''])
    assert.equal(certificateProblem(code, 'caFile'), undefined);
});
