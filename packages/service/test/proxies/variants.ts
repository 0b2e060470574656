import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../support/free-port.ts';
import { eventually, type StartProxy, startFront } from './behaviour.ts';
import type { Changes, FrontProxy } from './programs.ts';
import { openRecorder, type Recorder } from './recorder.ts';

/** Tests which requests reach the service through each proxy, as delivered and with token and callback ignored as the comments describe. */
export function describeVariants(
  name: string,
  startProxy: StartProxy,
  {
    skip,
    ignoring,
  }: {
    readonly skip: string | false;
    /** The changes that the comments describe. */
    readonly ignoring: Changes;
  },
): void {
  test(`${name} gives no caller access by another caller's token`, {
    skip,
  }, async () => {
    const tokens = [
      { token: 'of the public one', user: 1 },
      { token: 'of the editor', user: 2 },
    ];
    await using front = await startFront(startProxy, [], {
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify(tokens),
    });
    const ask = async (token: string, address: string) => {
      const answer = await front.get(`${address}&token=${encodeURIComponent(token)}`);
      await answer.arrayBuffer();
      return answer.status;
    };
    for (const address of ['/asset.do?details=1005', '/asset.do?thumb=1005', '/node.do?tree=1']) {
      const isGuarded = !address.includes('tree');
      for (let round = 0; round < 2; round += 1) {
        assert.equal(await ask('of the editor', address), 200, address);
        assert.equal(await ask('of the public one', address), isGuarded ? 404 : 200, address);
        assert.equal(await ask('of nobody', address), 401, address);
        assert.equal((await front.get(address)).status, 401, address);
      }
    }
  });

  for (const [how, changes] of [
    ['as delivered', []],
    ['with token and callback ignored', ignoring],
  ] as const) {
    describe(`${name}, ${how}`, { skip }, () => {
      let recorder: Recorder;
      let proxy: FrontProxy;
      before(async () => {
        recorder = await openRecorder();
        proxy = await startProxy(recorder.port, await freePort(), changes);
      });
      after(async () => {
        await proxy[Symbol.asyncDispose]();
        await recorder[Symbol.asyncDispose]();
      });
      /** The number of the recorder's answer. */
      const get = async (address: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(proxy.url + address, { headers });
        await answer.text();
        return answer.headers.get('x-answer');
      };
      /** Whether an answer is cached: repeated requests get it from the cache sooner or later, or never. */
      const isKept = async (address: string, headers: Record<string, string> = {}) => {
        for (let time = 0; time < 20; time += 1) {
          const answer = await fetch(proxy.url + address, { headers });
          await answer.text();
          if (answer.headers.get('x-cache') === 'HIT') return true;
        }
        return false;
      };

      test('private answers are not cached, with any form of token', async () => {
        for (const address of ['/private', '/private?token=a', '/private?callback=showAssets']) {
          assert.equal(await isKept(address), false, address);
        }
        assert.equal(await isKept('/private', { authorization: 'Bearer a' }), false);
        assert.notEqual(await get('/private'), await get('/private'));
      });

      if (changes === ignoring) {
        test('all tokens share one cached answer, and only one callback is cached', async () => {
          assert.equal(await isKept('/node.do?a=1'), true);
          await eventually(async () => {
            const plain = await get('/node.do?a=1');
            return plain === (await get('/node.do?a=1&token=x')) && plain === (await get('/node.do?token=y&a=1'))
              ? true
              : undefined;
          }, 'the same answer for other tokens');
          // A service that requires tokens still gets them (cache.shared).
          await get('/node.do?a=3&token=z');
          assert.equal(recorder.seen.at(-1)?.url, '/node.do?a=3&token=z');
          assert.equal(await isKept('/node.do?a=2&callback=showAssets'), true);
          assert.equal(await isKept('/node.do?a=2&callback=jQuery123'), false);
          assert.notEqual(await get('/node.do?a=2&callback=showAssets'), await get('/node.do?a=2'));
        });
      } else {
        test('tokens reach the service each time, and callbacks have answers of their own', async () => {
          assert.equal(await isKept('/node.do?a=1'), true);
          assert.equal(await isKept('/node.do?a=1&token=x'), false);
          assert.equal(await isKept('/node.do?a=1', { authorization: 'Bearer x' }), false);
          assert.equal(recorder.seen.at(-1)?.headers.authorization, 'Bearer x');
          assert.equal(await isKept('/node.do?a=1&callback=f'), true);
          assert.notEqual(await get('/node.do?a=1&callback=f'), await get('/node.do?a=1&callback=g'));
        });
      }
    });
  }
}
