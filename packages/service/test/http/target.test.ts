/** Which host and target a request means, so that all servers on its way agree. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { appForAll } from '../support/app.ts';
import { callRaw } from '../support/bare-server.ts';

describe('host and target', () => {
  const app = appForAll({ ABS_PIN_PARENT_NODE: 1, ABS_RATE_LIMIT_PER_TOKEN: 3 });

  async function ask(target: string, headers: readonly string[] = ['Host: x'], version = '1.1') {
    const lines = [`GET ${target} HTTP/${version}`, ...headers, 'Connection: close', '', ''];
    using caller = callRaw(Number(new URL(app.url).port), lines.join('\r\n'));
    await until(() => caller.socket.closed);
    const received = caller.received();
    return { status: Number(received.split(' ')[1]), body: received.slice(received.indexOf('\r\n\r\n') + 4) };
  }

  const TREE = '/node.do?tree=1';

  test('a host is a name or an address, with or without a port', async () => {
    for (const host of ['a.example', 'A.Example.', 'a_b', 'localhost:80', '127.0.0.1:8080', '[::1]', '[::1]:8080'])
      assert.equal((await ask(TREE, [`Host: ${host}`])).status, 200, host);
    assert.equal((await ask(TREE, [], '1.0')).status, 200);
  });

  test('two hosts, none, or an invalid one are refused, even if the answer is cached', async () => {
    assert.equal((await ask(TREE)).status, 200);
    for (const headers of [
      [],
      ['Host:'],
      ['Host: x', 'Host: x'],
      ['Host: x', 'HOST: y'],
      ['Host: x, y'],
      ['Host: x/y'],
      ['Host: user@x'],
      ['Host: x y'],
      ['Host: x#y'],
      ['Host: x:99999'],
      ['Host: [::1'],
      ['Host: http://x'],
    ]) {
      const { status, body } = await ask(TREE, headers);
      assert.equal(status, 400, headers.join());
      assert.match(body, /host/i);
      assert.match(body, /"code":"request_malformed"/);
    }
    assert.match((await ask(`${TREE}&callback=f`, ['Host: x', 'Host: x'])).body, /^\/\*\*\/f\(/);
    assert.equal((await ask(TREE, ['Host: x', 'Host: x'], '1.0')).status, 400);
  });

  test('a target in absolute form means its path and its own host', async () => {
    const plain = await ask(TREE);
    for (const form of ['http://x', 'https://x', 'HTTP://x:80', 'http://other']) {
      for (const _ of [1, 2]) assert.deepEqual(await ask(form + TREE), plain, form);
    }
    const { body } = await ask('https://a.example/pin.do?create=1000', ['Host: b.example']);
    assert.equal(new URL(JSON.parse(body).data.link).host, 'a.example');
    assert.equal((await ask(`http://user@x${TREE}`)).status, 400);
    assert.equal((await ask('http://x/health')).status, 200);
    // Some servers cut a fragment off.
    for (const target of [`${TREE}#x`, 'http://x#?tree=1']) assert.equal((await ask(target)).status, 400, target);
  });

  test('letters that are not percent-encoded are refused with a word about it', async () => {
    for (const target of ['/node.do?search=Zürich', '/Bücher?x=1']) {
      const { status, body } = await ask(target);
      assert.equal(status, 400, target);
      assert.match(body, /percent-encode/);
    }
  });

  test('rate limits read tokens of targets in absolute form and exempt /health', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) statuses.push((await ask(`http://x${TREE}&token=one`)).status);
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    for (let time = 0; time < 5; time += 1) assert.equal((await ask('http://x/health?token=one')).status, 200);
  });
});
