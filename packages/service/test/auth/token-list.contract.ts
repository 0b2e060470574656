import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { TokenList } from '../../src/auth/token-list.ts';

/** An empty list of tokens under test. */
export interface OpenedTokenList extends AsyncDisposable {
  readonly list: TokenList;
  /** Opens the same list again, as another process does. The caller closes it. */
  openAgain(): Promise<TokenList>;
}

const NOW = Date.parse('2026-03-20T12:00:00Z');
const HOUR = 3_600_000;

const tokenOf = (name: string, user = 1) => ({ name, user, sha256: randomBytes(32), created: NOW, expires: undefined });

const namesIn = async (list: TokenList): Promise<readonly string[]> => (await list.all()).map(({ name }) => name);

/** What every list of tokens promises. `open` makes a new empty one each time. */
export function tokenListContract(name: string, open: () => Promise<OpenedTokenList>): void {
  describe(`${name}: a list of tokens`, () => {
    test('returns tokens as they were made, ordered by name, until they are removed', async () => {
      await using opened = await open();
      const { list } = opened;
      const lasting = tokenOf('lasting', 2 ** 52);
      const ending = { ...tokenOf('ending'), expires: NOW + HOUR };
      assert.equal(await list.add(lasting), true);
      assert.equal(await list.add(ending), true);
      const told = (await list.all()).map(({ id: _, sha256, ...token }) => ({ ...token, sha256: Buffer.from(sha256) }));
      assert.deepEqual(told, [
        { ...ending, lastUsed: undefined },
        { ...lasting, lastUsed: undefined },
      ]);
      const removed = await list.remove('lasting');
      assert.deepEqual([removed?.name, removed?.user], ['lasting', 2 ** 52]);
      assert.deepEqual(await namesIn(list), ['ending']);
    });

    test('refuses a taken name and removes nothing for an unknown one', async () => {
      await using opened = await open();
      const { list } = opened;
      await list.add(tokenOf('one', 3));
      assert.deepEqual([await list.add(tokenOf('one', 9)), await list.remove('nobody')], [false, undefined]);
      const users = (await list.all()).map(({ user }) => user);
      assert.deepEqual(users, [3]);
    });

    test('names keep every character, and their order is that of their code points', async () => {
      await using opened = await open();
      const names = ['Z', 'a', 'zwei Wörter', 'é', '日本', '🔑', '\uffee'];
      for (const name of names) await opened.list.add(tokenOf(name));
      assert.deepEqual(await namesIn(opened.list), ['Z', 'a', 'zwei Wörter', 'é', '日本', '\uffee', '🔑']);
    });

    test('the state increases when any process adds or removes a token', async () => {
      await using opened = await open();
      const { list } = opened;
      await using other = await opened.openAgain();
      const known = () => {
        const state = list.state();
        return state === undefined ? -1 : state;
      };
      await until(() => known() >= 0, 'the state is never known');
      const before = known();
      await other.add(tokenOf('added'));
      await until(() => known() > before, 'the addition is never noticed');
      assert.deepEqual(await namesIn(list), ['added']);
      const between = known();
      await other.remove('added');
      await until(() => known() > between, 'the removal is never noticed');
      assert.deepEqual(await namesIn(list), []);
    });

    test('a use is recorded and does not change the state', async () => {
      await using opened = await open();
      const { list } = opened;
      await list.add(tokenOf('used'));
      const [{ id } = { id: 0 }] = await list.all();
      await list.touch(id, NOW + 5);
      assert.equal((await list.all())[0]?.lastUsed, NOW + 5);
      await until(() => list.state() !== undefined);
      const before = list.state();
      await list.touch(id, NOW + 6);
      await using again = await opened.openAgain();
      await until(() => again.state() !== undefined);
      assert.equal(again.state(), before);
    });
  });
}
