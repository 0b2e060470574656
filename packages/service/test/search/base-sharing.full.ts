/** Bases of the search index that nodes share, over the real servers that hold them. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openBaseSharing } from '../../../columnar/src/base-sharing.ts';
import { type Base, buildBase } from '../../../columnar/src/build-base.ts';
import { attach } from '../../../columnar/src/columns.ts';
import { INDEX_FORMAT, readIndexFile, writeIndexFile } from '../../../columnar/src/index-file.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { s3SettingsOf } from '../../../core/test/support/s3-settings.ts';
import { type Radosgw, startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresIndexSource } from '../../src/catalogue/postgres/index-source.ts';
import { openPostgresSharedBases } from '../../src/catalogue/postgres/shared-bases.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { addAssets, addField } from '../app/catalogue-changes.ts';
import { ask, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { fill } from './random-catalogue.ts';

/** Changed assets that make another upload worthwhile. */
const MANY = 2048;

const server = NO_POSTGRES || (await startRadosgw());

describe('bases that nodes share', { skip: typeof server === 'string' && server }, () => {
  let store: Radosgw;
  let database: PostgresServer;
  const folder = newFolder();
  before(async () => {
    assert.ok(typeof server !== 'string');
    store = server;
    await store.makeBucket('bases');
    database = await startPostgres();
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** A catalogue of its own, a prefix of the bucket, and nodes that share both. */
  async function openCluster() {
    await using stack = new AsyncDisposableStack();
    const url = await database.createDatabase();
    const prefix = randomUUID();
    const postgres = stack.use(openPostgres({ url }));
    const writer = stack.use(openPostgresWriter(postgres));
    const source = stack.use(openPostgresIndexSource(postgres));
    await fill(writer, seeded(11), 60);
    const bases = openPostgresSharedBases(postgres);
    const { url: endpoint, accessKeyId, secretAccessKey } = store;
    const s3 = s3SettingsOf({ url: `s3://bases/${prefix}`, endpoint, accessKeyId, secretAccessKey });

    function openNode(identity = 'this one') {
      const data = join(folder, randomUUID());
      mkdirSync(data);
      const file = join(data, 'search.index');
      const troubles: string[] = [];
      const report = ({ message, cause }: Error) => troubles.push(`${message}: ${(cause as Error).message}`);
      const sharing = openBaseSharing({ bases, s3, file, identity, report, pauseMilliseconds: 20 });
      return {
        data,
        file,
        troubles,
        fetchNewer: sharing.fetchNewer,
        /** Builds a base, writes it to the file of this node and shares it. */
        share: async (): Promise<Base> => {
          const base = await buildBase(source);
          writeIndexFile(file, identity, base);
          sharing.share(base);
          return base;
        },
        [Symbol.asyncDispose]: sharing[Symbol.asyncDispose],
      };
    }

    /** Names of the objects in the bucket. */
    const objects = async () => {
      const listed = await (await store.fetch(`/bases?list-type=2&prefix=${prefix}/`)).text();
      return [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    };
    const newest = async () => await bases.newest(INDEX_FORMAT);
    const shared = async (revision: number) => {
      await until(async () => (await newest())?.revision === revision);
      return `/bases/${prefix}/${(await newest())?.name}`;
    };
    const owned = stack.move();
    return {
      url,
      prefix,
      writer,
      bases,
      openNode,
      objects,
      newest,
      /** Waits until a base of this revision is shared; returns the path of its object. */
      shared,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  const contentOf = (base: Base | undefined) => base && { ...base, packed: attach(base.packed) };

  test('what one node has built, another one fetches into its own file, unless it has one as new', async () => {
    await using cluster = await openCluster();
    await using one = cluster.openNode();
    await using other = cluster.openNode();
    assert.equal(await other.fetchNewer(0), undefined);
    const base = await one.share();
    await cluster.shared(base.revision);
    assert.equal(await other.fetchNewer(base.revision), undefined);
    const fetched = await other.fetchNewer(base.revision - 1);
    assert.deepEqual(contentOf(fetched), contentOf(base));
    assert.deepEqual(contentOf(readIndexFile(other.file, 'this one')), contentOf(base));
    for (const { data } of [one, other]) assert.deepEqual(readdirSync(data), ['search.index']);
    assert.deepEqual([...one.troubles, ...other.troubles], []);
  });

  test('one node uploads, and again only after many changes or for another shape; the last two files stay', async () => {
    await using cluster = await openCluster();
    await using one = cluster.openNode();
    await using other = cluster.openNode();
    const first = await one.share();
    await other.share();
    const firstObject = await cluster.shared(first.revision);
    await addAssets(cluster.writer, 1000, MANY - 1);
    await other.share();
    await addAssets(cluster.writer, 10_000, 1);
    const second = await one.share();
    const secondObject = await cluster.shared(second.revision);
    const both = (await cluster.objects()).map((key) => `/bases/${key}`).toSorted();
    assert.deepEqual(both, [firstObject, secondObject].toSorted());
    await addField(cluster.writer, 900);
    const third = await other.share();
    const thirdObject = await cluster.shared(third.revision);
    await until(async () => (await cluster.objects()).length === 2);
    const later = (await cluster.objects()).map((key) => `/bases/${key}`).toSorted();
    assert.deepEqual(later, [secondObject, thirdObject].toSorted());
    assert.deepEqual([...one.troubles, ...other.troubles], []);
  });

  const cut = (bytes: Buffer) => bytes.subarray(0, -1);
  const DAMAGES: readonly (readonly [string, RegExp, (bytes: Buffer) => Buffer | undefined])[] = [
    ['missing', /it is missing/, () => undefined],
    ['cut', /it has \d+ bytes instead of \d+/, cut],
    ['broken', /it is damaged/, (bytes) => Buffer.concat([cut(bytes), Buffer.of((bytes.at(-1) ?? 0) ^ 1)])],
  ];
  test('a missing, cut or broken file is reported and not used, and the next built base replaces it', async () => {
    for (const [name, reason, damage] of DAMAGES) {
      await using cluster = await openCluster();
      await using one = cluster.openNode();
      await using other = cluster.openNode();
      const base = await one.share();
      const object = await cluster.shared(base.revision);
      const body = damage(readFileSync(one.file));
      await store.fetch(object, body ? { method: 'PUT', body: new Uint8Array(body) } : { method: 'DELETE' });
      assert.equal(await other.fetchNewer(0), undefined, name);
      assert.match(other.troubles.join(), reason);
      assert.deepEqual([await cluster.newest(), await cluster.objects()], [undefined, []]);
      await other.share();
      await cluster.shared(base.revision);
      await using third = cluster.openNode();
      assert.deepEqual(contentOf(await third.fetchNewer(0)), contentOf(base));
    }
  });

  test('an index of another catalogue is reported and not used', async () => {
    await using cluster = await openCluster();
    await using strange = cluster.openNode('another one');
    await using own = cluster.openNode();
    await cluster.shared((await strange.share()).revision);
    assert.equal(await own.fetchNewer(0), undefined);
    assert.match(own.troubles.join(), /it is not an index of this catalogue/);
    assert.equal(await cluster.newest(), undefined);
  });

  test('a base that is older than the recorded changes is not fetched, and another one is shared', async () => {
    await using cluster = await openCluster();
    await using one = cluster.openNode();
    await cluster.shared((await one.share()).revision);
    await addAssets(cluster.writer, 1000, 2);
    await addAssets(cluster.writer, 2000, MANY);
    await ask(cluster.url, 'DELETE FROM changes WHERE revision < (SELECT revision FROM state)');
    await using other = cluster.openNode();
    assert.equal(await other.fetchNewer(0), undefined);
    assert.deepEqual(other.troubles, []);
    await cluster.shared((await other.share()).revision);
  });

  test('while one node uploads the others wait, and what a killed one has left is removed', async () => {
    await using cluster = await openCluster();
    await using own = cluster.openNode();
    const killed = `index/${randomUUID()}`;
    const claim = (seconds: number, name = killed) =>
      cluster.bases.claim(INDEX_FORMAT, { name, revision: 1, shape: '', seconds });
    const turn = await claim(600);
    assert.ok(typeof turn !== 'string');
    assert.equal(await claim(600, 'index/second'), 'busy');
    await store.fetch(`/bases/${cluster.prefix}/${killed}`, { method: 'PUT', body: 'half' });
    const { revision } = await own.share();
    assert.equal(await cluster.newest(), undefined);
    await ask(cluster.url, 'UPDATE shared_bases SET uploading_until = now()');
    await cluster.shared(revision);
    await until(async () => (await cluster.objects()).length === 1);
    // The other one was only slow.
    assert.equal(await turn.publish({ size: 4, sha256: 'ab'.repeat(32) }), killed);
    await turn[Symbol.asyncDispose]();
    assert.equal((await cluster.newest())?.revision, revision);
    assert.deepEqual(own.troubles, []);
  });

  test('while the store is away the node is on its own, and shares its base when the store is back', async () => {
    await using cluster = await openCluster();
    await using one = cluster.openNode();
    await using other = cluster.openNode();
    await cluster.shared((await one.share()).revision);
    await addField(cluster.writer, 900);
    await store.kill();
    try {
      assert.equal(await other.fetchNewer(0), undefined);
      assert.match(other.troubles.join(), /this node builds its own: originals\.endpoint: .* can't be reached/);
      await other.share();
      await until(() => other.troubles.length > 1);
    } finally {
      await store.restart();
    }
    const { revision } = await other.share();
    await cluster.shared(revision);
  });
});
