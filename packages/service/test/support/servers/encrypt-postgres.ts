import { execFileSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ask, type PostgresServer } from './postgres.ts';

/** Makes a server offer encryption as `localhost`. Returns the path of the certificate; undefined without OpenSSL. */
export async function encryptPostgres({ folder, url }: PostgresServer): Promise<string | undefined> {
  const data = join(folder, 'data');
  const [key, certificate] = [join(data, 'server.key'), join(data, 'server.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  try {
    const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
    execFileSync('openssl', [...options, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  const { uid, gid } = statSync(data);
  for (const file of [key, certificate]) chownSync(file, uid, gid);
  await ask(url, 'ALTER SYSTEM SET ssl = on');
  await ask(url, 'SELECT pg_reload_conf()');
  return certificate;
}
