/** Three nodes over the servers that they share: they answer alike, one is killed, and the others go on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { NO_POSTGRES } from '../support/servers/postgres.ts';
import { NO_REDIS } from '../support/servers/redis.ts';
import { fetchHealed } from './fetch-healed.ts';
import { FIRST_ITEM, LARGE, openBundle } from './generations.ts';
import { openPrograms } from './node-programs.ts';

const store = NO_POSTGRES || NO_REDIS || (await startRadosgw());

test('three nodes answer alike, show what was written, go on while one is killed, and end what ends at the same time', {
  skip: typeof store === 'string' && store,
}, async () => {
  assert.ok(typeof store !== 'string');
  using bundle = openBundle();
  await using programs = await openPrograms({ count: 3, bundle: bundle.path, store });
  const { nodes } = programs;
  const [first, second, third] = nodes;
  assert.ok(first && second && third);
  const textsOf = async (path: string, of = nodes) =>
    await Promise.all(of.map(async ({ url }) => await (await fetchHealed(url + path)).text()));
  const show = async (path: string, part: string, of = nodes) =>
    await until(
      async () => (await textsOf(path, of)).every((text) => text.includes(part)),
      `${path} lacks ${part}`,
      A_START,
    );

  for (const path of ['/node.do?search=item&paginate=5&search_facets=2', '/node.do?tree=1&with_root=true&depth=0']) {
    const answers = new Set(await textsOf(path));
    assert.equal(answers.size, 1, path);
    assert.match([...answers].join(), /"id":\d/);
  }
  const { status } = await fetch(`${first.url}/asset.do?download=${FIRST_ITEM}`);
  assert.equal(status, 200);

  const review = async (url: string, comment: string) => {
    const posted = await fetchHealed(`${url}/review.do?post=${FIRST_ITEM}&rating=3&comment=${comment}`);
    assert.equal(posted.status, 200, await posted.text());
    assert.match(await (await fetch(`${url}/review.do?get=${FIRST_ITEM}`)).text(), new RegExp(`"${comment}"`));
  };
  await review(first.url, 'shared');
  await show(`/review.do?get=${FIRST_ITEM}`, '"shared"');

  await second.kill();
  const left = [first, third];
  bundle.write(2);
  const imported = await programs.run('import', bundle.path);
  assert.equal(imported.status, 0, imported.told);
  await show(`/asset.do?details=${FIRST_ITEM}`, 'item 2', left);
  await show('/node.do?search=item&limit=5', 'item 2', left);
  await review(third.url, 'meanwhile');

  await second.start();
  await until(
    async () => (await fetch(`${second.url}/ready`)).status === 200,
    'the killed node does not heal',
    A_START,
  );
  await show(`/review.do?get=${FIRST_ITEM}`, '"meanwhile"');
  await show('/node.do?search=item&limit=5', 'item 2');

  const end = Date.now() + 3000;
  bundle.write(3, end);
  const ending = await programs.run('import', bundle.path);
  assert.equal(ending.status, 0, ending.told);
  const path = `/asset.do?details=${LARGE}`;
  await show(path, '"Valid until"');
  await until(
    async () => {
      const answers = await Promise.all(
        nodes.map(async ({ url }) => {
          const asked = Date.now();
          const text = await (await fetchHealed(url + path)).text();
          return { asked, answered: Date.now(), isOffered: !text.includes('"downloads":[]') };
        }),
      );
      for (const { asked, answered, isOffered } of answers)
        assert.ok(isOffered ? asked < end : answered >= end, `from ${asked - end} to ${answered - end}: ${isOffered}`);
      return answers.every(({ isOffered }) => !isOffered);
    },
    'a node still offers what has ended',
    A_START,
  );
});
