/** `download.accelRedirect`, with the nginx configuration in `deploy/`. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { type FrontProxy, lackOf, startNginxWithOriginals } from '../proxies/proxy-programs.ts';
import { type RunningApp, startApp } from '../support/app.ts';

async function startNginx(app: RunningApp): Promise<FrontProxy> {
  const service = Number(new URL(app.url).port);
  return await startNginxWithOriginals(service, await freePort(), [], join(app.data, 'originals'));
}

describe('nginx with accelRedirect', { skip: lackOf('nginx') }, () => {
  test('sends files that are counted, and nobody reaches them without the service', async () => {
    await using app = await startApp({ ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals/' });
    await using nginx = await startNginx(app);
    const get = (path: string) => fetch(nginx.url + path);

    const whole = await get('/asset.do?download=1003');
    const text = await whole.text();
    assert.deepEqual([whole.status, text], [200, 'Notes of the archive.\nSecond line.\n']);
    assert.equal(whole.headers.get('x-accel-redirect'), null);
    const counted = await (await fetch(`${app.url}/node.do?top=100`)).json();
    assert.deepEqual(counted.data.find(({ id }: { id: number }) => id === 1003)?.downloads, 1);
    assert.equal((await get('/asset.do?download=1007')).status, 403);
    const place = (await fetch(`${app.url}/asset.do?download=1003`)).headers.get('x-accel-redirect') ?? '';
    assert.equal((await get(place)).status, 404, 'nobody reaches the folder without the service');
  });

  test('answers conditions and ranges as the service does', async () => {
    const settings = { ABS_CORS_ORIGINS: 'https://shop.example' };
    await using plain = await startApp(settings);
    await using app = await startApp({ ...settings, ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals' });
    await using nginx = await startNginx(app);
    const etag = (await fetch(`${plain.url}/asset.do?download=1003`)).headers.get('etag') ?? '';
    const asked: readonly Record<string, string>[] = [
      {},
      { 'if-none-match': etag },
      { 'if-none-match': '"other"' },
      { 'if-match': etag },
      { 'if-match': '"other"' },
      { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
      { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      { range: 'bytes=6-7' },
      { range: 'bytes=-5' },
      { range: 'bytes=6-7', 'if-range': etag },
      { range: 'bytes=6-7', 'if-range': '"other"' },
      { range: 'bytes=35-' },
      { range: 'bytes=-0' },
      { range: 'bytes=0-1,4-5' },
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

/** Headers that must be equal with and without nginx. */
const KEPT = [
  ...['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'content-disposition'],
  ...['content-range', 'content-security-policy', 'content-type', 'etag', 'last-modified', 'vary'],
  'x-content-type-options',
];
