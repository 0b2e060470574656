/** A service below a path of a site: the configurations of `deploy/` with the lines for TLS, HTTP/2 and a path. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../core/test/support/free-port.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { NO_HAPROXY, startHAProxy } from '../support/servers/haproxy.ts';
import { delivered, lackOf, startNginx, startVarnish } from './proxy-programs.ts';

/** The path that the configurations name in their comments. */
const PREFIX = '/dam';

export interface Place extends AsyncDisposable {
  /** Address of the service for its callers, without the last `/`. Its certificate is signed by nobody. */
  readonly url: string;
}

/** Why the tests of each are skipped; false if all that they need is installed. */
export const LACKING = {
  nginx: lackOf('nginx') || lackOf('openssl'),
  HAProxy: NO_HAPROXY || lackOf('openssl'),
  Varnish: lackOf('varnishd') || NO_HAPROXY || lackOf('openssl'),
};

export const PROXIES = {
  /** The cache that most have in front of a service. */
  async nginx(service: number): Promise<Place> {
    const [plain, port] = [await freePort(), await freePort()];
    const { certificate, key } = makeCertificate();
    const changes = [
      ['default "";\n', `default "${PREFIX}";\n`],
      ['location / {', `location ${PREFIX}/ {`],
      ['location = /metrics {', `location = ${PREFIX}/metrics {`],
      ['# listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
      ['# ssl_certificate /etc/ssl/abs/fullchain.pem;', `ssl_certificate ${certificate};`],
      ['# ssl_certificate_key /etc/ssl/abs/privkey.pem;', `ssl_certificate_key ${key};`],
    ] as const;
    return placeOf(port, [await startNginx(service, plain, changes, `${PREFIX}/ready`)]);
  },
  async HAProxy(service: number): Promise<Place> {
    const port = await freePort();
    const below = linesBelow('haproxy.cfg', '  # http-request redirect location');
    return placeOf(port, [await startHAProxy([service], [encrypted(port), [below.join('\n'), uncommented(below)]])]);
  },
  /** Varnish knows no TLS, so HAProxy is in front of it. */
  async Varnish(service: number): Promise<Place> {
    const [between, port] = [await freePort(), await freePort()];
    const below = linesBelow('varnish.vcl', '  # if (req.url ~ "^/dam/")');
    const varnish = await startVarnish(service, between, [], [[below.join('\n'), uncommented(below)]]);
    return placeOf(port, [varnish, await startHAProxy([between], [encrypted(port)])]);
  },
};

/** The lines of a comment from the one that begins so. */
function linesBelow(name: string, beginning: string): readonly string[] {
  const lines = delivered(name).split('\n');
  const first = lines.findIndex((line) => line.startsWith(beginning));
  const after = lines.findIndex((line, at) => at > first && !/^ *# {1,3}(?:http-request|if|set|\})/.test(line));
  if (first < 0) throw new Error(`${name} has no line that begins with ${beginning}`);
  return lines.slice(first, after);
}

function uncommented(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/# ?/, '')).join('\n');
}

function encrypted(port: number): readonly [string, string] {
  const { folder, certificate, key } = makeCertificate();
  const both = join(folder, 'abs.pem');
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return ['# bind :443 ssl crt /etc/haproxy/abs.pem', `bind 127.0.0.1:${port} ssl crt ${both}`];
}

function makeCertificate() {
  const folder = newFolder();
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
  return { folder, key, certificate };
}

function placeOf(port: number, proxies: readonly AsyncDisposable[]): Place {
  return {
    url: `https://localhost:${port}${PREFIX}`,
    [Symbol.asyncDispose]: async () => {
      for (const proxy of proxies.toReversed()) await proxy[Symbol.asyncDispose]();
    },
  };
}
