/** `download.accelRedirect`, with the configuration for nginx that is delivered. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';

const DELIVERED = fileURLToPath(new URL('../../deploy/nginx-accel.conf', import.meta.url));
const isMissing = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error !== undefined;

/** nginx with the delivered configuration, but for its port, that of the service and the folder. */
async function startNginx(service: string, data: string): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'abs-nginx-'));
  const port = await freePort();
  const server = replaced(readFileSync(DELIVERED, 'utf8'), [
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['http://127.0.0.1:8080', service],
    ['/var/lib/abs/originals/', `${join(data, 'originals')}/`],
  ]);
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const paths = [
    'client_body_temp_path body;',
    ...['proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`),
  ];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid pid; error_log stderr; events {}
     http { access_log off; ${paths.join(' ')} ${server} }`,
  );
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr?.on('data', (text) => {
    told += String(text);
  });
  const ended = once(child, 'close');
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + 20_000;
  for (;;) {
    if (
      await fetch(`${url}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`nginx does not answer: ${told}`);
    await new Promise((done) => setTimeout(done, 20));
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((given, [from, to]) => {
    assert.ok(given.includes(from), `${from} does not stand in the configuration`);
    return given.replaceAll(from, to);
  }, text);
}

test('originals are left to the server in front, everything else is answered', async () => {
  await using app = await startApp({ ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals' });
  const original = await fetch(`${app.url}/asset.do?download=1003`, { headers: { range: 'bytes=0-1' } });
  assert.equal(original.status, 200);
  assert.match(
    original.headers.get('x-accel-redirect') ?? '',
    /^\/originals\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/,
  );
  assert.equal(original.headers.get('content-type'), 'text/plain');
  assert.equal(original.headers.get('content-length'), '0');
  assert.match(original.headers.get('etag') ?? '', /^"[0-9a-f]{64}"$/);
  assert.match(original.headers.get('content-disposition') ?? '', /^attachment; filename="img2.txt"/);
  for (const path of ['/asset.do?download=1003&forcezip=1', '/asset.do?thumb=1000', '/asset.do?download=1006']) {
    const other = await fetch(app.url + path);
    assert.equal(other.headers.get('x-accel-redirect'), null, path);
    assert.ok((await other.arrayBuffer()).byteLength > 0);
  }
});

describe('nginx in front', { skip: isMissing && 'nginx is missing' }, () => {
  test('sends the bytes with the headers of the service, ranges and conditions, and a download counts', async () => {
    await using app = await startApp({ ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals/' });
    await using nginx = await startNginx(app.url, app.data);
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(nginx.url + path, { headers, method });

    const whole = await get('/asset.do?download=1003');
    const text = await whole.text();
    assert.equal(whole.status, 200);
    assert.equal(text, 'Notes of the archive.\nSecond line.\n');
    assert.deepEqual(
      [
        'content-type',
        'content-disposition',
        'cache-control',
        'x-content-type-options',
        'content-security-policy',
        'access-control-allow-origin',
        'x-accel-redirect',
      ].map((name) => whole.headers.get(name)),
      [
        'text/plain',
        `attachment; filename="img2.txt"; filename*=UTF-8''img2.txt`,
        'no-cache',
        'nosniff',
        "default-src 'none'; sandbox",
        '*',
        null,
      ],
    );
    const counted = await (await fetch(`${app.url}/node.do?top=100`)).json();
    assert.deepEqual(counted.data.find(({ id }: { id: number }) => id === 1003)?.downloads, 1);
    assert.equal((await get('/asset.do?download=1007')).status, 403);
    const place = (await fetch(`${app.url}/asset.do?download=1003`)).headers.get('x-accel-redirect') ?? '';
    assert.equal((await get(place)).status, 404, 'nobody reaches the folder without the service');
  });

  test('answers conditions and ranges as the service does by itself', async () => {
    const settings = { ABS_CORS_ORIGINS: 'https://shop.example' };
    await using plain = await startApp(settings);
    await using app = await startApp({ ...settings, ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals' });
    await using nginx = await startNginx(app.url, app.data);
    const etag = (await fetch(`${plain.url}/asset.do?download=1003`)).headers.get('etag') ?? '';
    const asked: readonly Record<string, string>[] = [
      {},
      { 'if-none-match': etag },
      { 'if-none-match': '"other"' },
      { 'if-none-match': '*' },
      { 'if-match': etag },
      { 'if-match': '"other"' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { range: 'bytes=6-7' },
      { range: 'bytes=-5' },
      { range: 'bytes=0-' },
      { range: 'bytes=6-7', 'if-range': etag },
      { range: 'bytes=6-7', 'if-range': '"other"' },
      { range: 'bytes=6-7', 'if-range': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { range: 'bytes=6-7', 'if-match': etag },
      { range: 'bytes=35-' },
      { range: 'bytes=-0' },
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=5-2' },
      { range: 'bytes=x' },
    ];
    for (const method of ['GET', 'HEAD']) {
      for (const headers of asked) {
        const tell = async (url: string) => {
          const answer = await fetch(`${url}/asset.do?download=1003`, {
            method,
            headers: { ...headers, origin: 'https://shop.example' },
          });
          return [answer.status, ...KEPT.map((name) => `${name}: ${answer.headers.get(name)}`), await answer.text()];
        };
        assert.deepEqual(await tell(nginx.url), await tell(plain.url), `${method} ${JSON.stringify(headers)}`);
      }
    }
  });
});

/** Headers that are the same with and without nginx. */
const KEPT = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'content-disposition',
  'content-range',
  'content-security-policy',
  'content-type',
  'etag',
  'last-modified',
  'vary',
  'x-content-type-options',
];
