import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority that signs the certificates of servers, as `caFile` of a setting names one. */
export interface Authority {
  /** Its own certificate, in PEM. */
  readonly certificate: { readonly text: string };
  /** Makes a certificate for a server of this name, which may have expired. Returns the paths of both files. */
  sign(
    name: string,
    options?: { readonly isExpired?: boolean },
  ): Promise<{ readonly cert: string; readonly key: string }>;
}

/** The least that `openssl ca` wants to know; it alone can set the dates of a certificate. */
const SETTINGS = `
[ca]
default_ca = test
[test]
rand_serial = yes
default_md = sha256
policy = names
[names]
commonName = supplied
`;

/** Makes an authority with files in `folder`. Needs OpenSSL. */
export async function newAuthority(folder: string, name: string): Promise<Authority> {
  const run = async (...args: readonly string[]) => await promisify(execFile)('openssl', args);
  const place = (file: string) => join(folder, `${name}-${file}.pem`);
  const [key, cert] = [place('key'), place('cert')];
  await run('req', '-x509', ...NEW_KEY, '-days', '2', '-subj', `/CN=${name}`, '-keyout', key, '-out', cert);
  return {
    certificate: { text: readFileSync(cert, 'utf8') },
    sign: async (server, { isExpired = false } = {}) => {
      const [serverKey, request, signed] = [place(`${server}-key`), place(`${server}-request`), place(server)];
      await run('req', ...NEW_KEY, '-subj', `/CN=${server}`, '-keyout', serverKey, '-out', request);
      writeFileSync(place('names'), `subjectAltName=DNS:${server}`);
      const [settings, database] = [place('settings'), place('database')];
      writeFileSync(settings, SETTINGS.replace('[test]', `[test]\ndatabase = ${database}\nnew_certs_dir = ${folder}`));
      writeFileSync(database, '');
      const by = ['-cert', cert, '-keyfile', key, '-extfile', place('names'), '-config', settings];
      const dates = isExpired ? ['-startdate', '20200101000000Z', '-enddate', '20200102000000Z'] : ['-days', '2'];
      await run('ca', '-batch', '-notext', '-in', request, ...by, ...dates, '-out', signed);
      return { cert: signed, key: serverKey };
    },
  };
}
