import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A_START, until } from '../../../core/test/support/until.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { startNode } from '../support/app.ts';
import { CookieJar } from '../support/cookie-jar.ts';
import { startLyingProvider } from '../support/identity-providers.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { signInSettings } from '../support/with-sign-in.ts';

test('a session is the same on every node, is ended on all of them, and counts on none while the database is away', {
  skip: NO_POSTGRES,
}, async () => {
  await using server = await startPostgres();
  const url = await server.createDatabase();
  await using postgres = openPostgres({ url, connections: 2 });
  await using writer = openPostgresWriter(postgres);
  await writer.change((c) => c.put('user', { id: 7, name: 'Ada', groups: [], isService: false, login: 'ada' }));
  await using provider = await startLyingProvider();
  const settings = {
    ...(await signInSettings(provider.issuer)),
    ABS_CATALOGUE_URL: url,
    ABS_CATALOGUE_LAG_MILLISECONDS: 300,
  };
  await using one = await startNode(settings);
  await using other = await startNode(settings);
  const enter = async () => {
    const jar = new CookieJar();
    const begun = await jar.fetch(`${one.url}/sign-in`);
    await jar.fetch(`${one.url}/sign-in/callback?${provider.callback(begun.headers.get('location') ?? '')}`);
    return jar.for(one.url);
  };
  const userOf = async (node: { readonly url: string }, cookie: string) => {
    const answer = await fetch(`${node.url}/node.do?about=true`, { headers: { cookie } });
    const { data } = (await answer.json()) as { data: { userId?: number } | null };
    return answer.status === 200 ? data?.userId : answer.status;
  };
  const [cookie, second] = [await enter(), await enter()];
  assert.deepEqual([await userOf(one, cookie), await userOf(other, cookie)], [7, 7]);
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  assert.equal((await fetch(`${other.url}/sign-out`, { headers, redirect: 'manual' })).status, 200);
  for (const node of [other, one]) await until(async () => (await userOf(node, cookie)) === undefined);
  assert.deepEqual([await userOf(one, second), await userOf(other, second)], [7, 7]);

  await server.kill();
  for (const node of [one, other]) await until(async () => (await userOf(node, second)) === 503);
  await server.restart();
  for (const node of [one, other]) {
    await until(async () => (await userOf(node, second)) === 7, undefined, A_START);
    assert.equal(await userOf(node, cookie), undefined);
  }
});
