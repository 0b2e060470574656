import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { abs as runProgram } from '../cli/copy-world.ts';
import { appForAll } from '../support/app.ts';
import { NOW } from '../support/sample.ts';

const DAY = 24 * 3600 * 1000;

describe('own links', () => {
  const tokens = [
    { token: 'staff', user: 2 },
    { token: 'press', user: 1 },
  ];
  const app = appForAll({
    ABS_PIN_PARENT_NODE: 20,
    ABS_PIN_PER_MINUTE: 0,
    ABS_TOKEN_VERIFIER: 'static',
    ABS_TOKEN_TOKENS: JSON.stringify(tokens),
    ABS_ENDPOINTS: JSON.stringify({ other: {}, public: { token: { verifier: 'none' }, serviceUser: 2 } }),
  });

  /** Asks as the user of a token, and returns the status and what the envelope holds. */
  async function ask(query: string, token?: string, { endpoint = '', method = 'GET' } = {}) {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${app.url}${endpoint}/pin.do?${query}`, { headers, method });
    const text = await response.text();
    return { status: response.status, ...(text ? JSON.parse(text) : {}) };
  }

  const pinsOf = async (token: string) =>
    (await ask('list=true', token)).data.map(({ title }: { title: string }) => title);

  test('a user lists and revokes the links made with a token at this base address, and nobody else’s', async () => {
    const { data: one } = await ask('create=1003,1000&title=One&days=2&formats=1', 'staff');
    const { data: two } = await ask('create=1000&title=Two', 'staff');
    await ask('create=1000&title=Theirs', 'press');
    await ask('create=1000&title=Elsewhere', 'staff', { endpoint: '/other' });
    await ask('create=1000&title=Public', undefined, { endpoint: '/public' });

    const list = await ask('list=true', 'staff');
    assert.equal(list.total, 2);
    const shown = Object.fromEntries(list.data.map((each: { title: string }) => [each.title, each]));
    const made = { created: NOW, downloads: 0 };
    assert.deepEqual(shown, {
      One: { pin: one.pin, link: one.link, title: 'One', ...made, expires: NOW + 2 * DAY, assets: 2, formats: [1] },
      Two: { pin: two.pin, link: two.link, title: 'Two', ...made, expires: NOW + 30 * DAY, assets: 1, formats: [] },
    });
    assert.equal((await ask('list=true&paginate=1&page=2', 'staff')).data.length, 1);
    assert.equal((await ask('list=true&paginate=1001', 'staff')).status, 400);

    assert.equal((await ask('list=true')).status, 401);
    assert.equal((await ask(`revoke=${one.pin}`)).status, 401);
    for (const [query, token] of [
      [`revoke=${one.pin}`, 'press'],
      ['revoke=AAAAAAAAAAAA', 'staff'],
      ['revoke=1', 'staff'],
    ] as const) {
      const { status, error } = await ask(query, token);
      assert.deepEqual([status, error?.code ?? 'pin_not_found'], [404, 'pin_not_found'], query);
    }
    assert.equal((await ask(`revoke=${one.pin}`, 'staff', { endpoint: '/other' })).status, 404);
    assert.equal((await ask(`revoke=${one.pin}`, 'staff', { method: 'HEAD' })).status, 200);
    assert.equal((await fetch(one.link)).status, 200);

    const written = `${one.pin.slice(0, 4)}-${one.pin.slice(4)}`.toLowerCase();
    assert.deepEqual((await ask(`revoke=${written}`, 'staff')).data, { pin: one.pin });
    assert.equal((await fetch(one.link)).status, 410);
    assert.equal((await ask(`revoke=${one.pin}`, 'staff')).status, 404);
    assert.equal((await ask(`revoke=${one.pin}`, 'staff', { method: 'HEAD' })).status, 404);
    assert.deepEqual(await pinsOf('staff'), ['Two']);
    assert.deepEqual(await pinsOf('press'), ['Theirs']);
  });

  test('a link counts what was downloaded through it: a file and a ZIP once each, and nothing else', async () => {
    const { data } = await ask('create=1003,1000&title=Counted', 'staff');
    const downloads = async () =>
      (await ask('list=true', 'staff')).data.find(({ pin }: { pin: string }) => pin === data.pin).downloads;
    await (await fetch(data.link)).text();
    await (await fetch(`${data.link}/thumb/1003`)).arrayBuffer();
    assert.equal(await downloads(), 0);
    await (await fetch(`${data.link}/download?asset=1003&format=1`)).arrayBuffer();
    assert.equal(await downloads(), 1);
    await (await fetch(`${data.link}/download?format=1&accept=true`)).arrayBuffer();
    assert.equal(await downloads(), 2);
    await fetch(`${data.link}/download?asset=1003&format=1`, { method: 'HEAD' });
    assert.equal(await downloads(), 2);
  });

  test('abs pins lists all links, and ends any of them', async () => {
    const pin = { code: 'AAAAAAAAAAAA', title: 'Ended', endpoint: 'other', node: 20, assets: [1000], formats: [] };
    const times = { created: NOW, expires: Date.now() + DAY };
    await using writer = openCatalogueWriter({ directory: app.data });
    await writer.addPins([{ ...pin, ...times, creator: 1, isAnonymous: false, downloads: 7 }]);
    const abs = (...args: readonly string[]) => runProgram(['pins', ...args], { ABS_DATA: app.data });
    const lineOf = (list: string) => list.split('\n').find((line) => line.startsWith(pin.code));
    const list = await abs('list');
    assert.match(lineOf(list.stdout) ?? '', /^A{12} {2}\S+Z {2}1 +1 +7 +\/other: Ended$/);
    const ended = { status: 0, stdout: '', stderr: 'PIN AAAAAAAAAAAA has ended\n' };
    assert.deepEqual(await abs('revoke', pin.code), ended);
    assert.equal(lineOf((await abs('list')).stdout), undefined);
    assert.equal((await abs('revoke', pin.code)).status, 1);
    for (const args of [['list', 'x'], ['revoke'], ['revoke', 'no'], ['end']])
      assert.equal((await abs(...args)).status, 2);
  });
});
