/** How long answers may be cached, and by whom (interface decisions 8). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApp } from '../support/app.ts';
import { openForAll } from '../support/open-for-all.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const WITH_TOKEN = { authorization: 'Bearer of-the-editor' };

describe('cache headers', () => {
  const token = { verifier: 'static', tokens: [{ token: 'of-the-editor', user: 2 }] };
  const settings = {
    ABS_CACHE_SECONDS: 600,
    ABS_ENDPOINTS: JSON.stringify({
      kept: { cache: { browserSeconds: 30 } },
      long: { cache: { browserSeconds: 3600 } },
      never: { cache: { seconds: 0 } },
      closed: { token, cache: { browserSeconds: 30 } },
      shared: { token, cache: { browserSeconds: 30, shared: true } },
    }),
  };
  const app = openForAll(async () => {
    using sample = sampleWithSound();
    return await startApp(settings, sample.directory);
  });
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(app.url + path, { headers });
    await answer.arrayBuffer();
    return answer;
  };
  const cachingOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await ask(path, headers);
    assert.equal(answer.status, 200, path);
    return answer.headers.get('cache-control');
  };

  test('browsers revalidate, and shared caches store', async () => {
    for (const path of ['/node.do?tree=1', '/asset.do?details=1000', '/asset.do?thumb=1000', '/icons/original.svg'])
      assert.equal(await cachingOf(path), 'public, max-age=0, s-maxage=600', path);
    assert.equal(await cachingOf('/kept/node.do?tree=1'), 'public, max-age=30, s-maxage=600');
    assert.equal(await cachingOf('/kept/asset.do?thumb=1000'), 'public, max-age=30, s-maxage=600');
  });

  test('answers that change with time have a shorter maximum age in both', async () => {
    assert.equal(await cachingOf('/node.do?top=1'), 'public, max-age=0, s-maxage=60');
    assert.equal(await cachingOf('/kept/node.do?top=1'), 'public, max-age=30, s-maxage=60');
    assert.equal(await cachingOf('/long/node.do?top=1'), 'public, max-age=60, s-maxage=60');
    assert.equal(await cachingOf('/kept/asset.do?thumb=1006'), 'public, max-age=30, s-maxage=60');
  });

  test('pictures of a version are immutable, and answers that must not be stored say no-store', async () => {
    assert.equal(await cachingOf('/asset.do?thumb=1003&version=1'), 'public, max-age=31536000, immutable');
    for (const path of [
      '/never/node.do?tree=1',
      '/kept/node.do?tree=1&cache=false',
      '/kept/node.do?tree=1&flush=true',
    ]) {
      assert.equal(await cachingOf(path), 'no-store', path);
    }
  });

  test('downloads are revalidated with the service each time', async () => {
    for (const how of ['download=1000', 'download=1003&version=1', 'download=1000,1001', 'relations=1000']) {
      assert.equal(await cachingOf(`/kept/asset.do?${how}`), 'no-cache', how);
      assert.equal(await cachingOf(`/shared/asset.do?${how}`, WITH_TOKEN), 'no-cache', how);
      assert.equal(await cachingOf(`/closed/asset.do?${how}`, WITH_TOKEN), 'private, no-cache', how);
      assert.equal(await cachingOf(`/asset.do?${how}&cache=false`), 'no-store', how);
    }
  });

  test('answers to requests with a token are private', async () => {
    for (const path of ['/closed/node.do?tree=1', '/closed/asset.do?thumb=1000']) {
      const answer = await ask(path, WITH_TOKEN);
      assert.equal(answer.headers.get('cache-control'), 'private, max-age=30');
      assert.match(answer.headers.get('vary') ?? '', /Authorization/);
    }
    const caching = await cachingOf('/closed/asset.do?thumb=1003&version=1', WITH_TOKEN);
    assert.equal(caching, 'private, max-age=31536000, immutable');
  });

  test('a page that passes the token of its address on is private, even where caches may ignore tokens', async () => {
    for (const path of [`play=${SOUND}`, `play=${SOUND}&nojs=true`, `preview=${SOUND}&type=audio`]) {
      const answer = await fetch(`${app.url}/shared/asset.do?${path}&token=of-the-editor`);
      assert.match(await answer.text(), /token=of-the-editor/);
      assert.match(answer.headers.get('cache-control') ?? '', /^(?:private|no-store)/, path);
      // Without a token in it, it would play nothing for callers who have theirs in the address.
      assert.match((await cachingOf(`/shared/asset.do?${path}`, WITH_TOKEN)) ?? '', /^(?:private|no-store)/, path);
    }
  });

  test('with an origin that lets shared caches ignore tokens, answers are public, and the service still checks tokens', async () => {
    for (const path of ['/shared/node.do?tree=1', '/shared/asset.do?thumb=1000']) {
      for (let time = 0; time < 2; time += 1) {
        const answer = await ask(path, WITH_TOKEN);
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=30, s-maxage=600');
        assert.doesNotMatch(answer.headers.get('vary') ?? '', /Authorization/);
        assert.equal((await ask(path)).status, 401);
        assert.equal((await ask(`${path}&token=wrong`)).status, 401);
      }
    }
  });
});
