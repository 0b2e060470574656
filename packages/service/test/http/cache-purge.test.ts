import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import type { Changes } from '../../src/catalogue/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { openCachePurge, pauseAfter, SCHEDULE, sendPurge } from '../../src/http/cache-purge.ts';
import { startApp } from '../support/app.ts';

const QUICK = { lookMilliseconds: 5, firstPauseMilliseconds: 5, lastPauseMilliseconds: 20 };

/** The status of a proxy that does not answer. */
const SILENT = 0;

/** A caching proxy that records the purges it gets. Node's own server does not know the method BAN. */
async function openListener(status = 200, port = 0) {
  const told: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly revision: number;
    readonly tags?: string | undefined;
  }[] = [];
  const server = createServer((socket) => {
    let head = '';
    socket.on('error', () => {});
    socket.setEncoding('latin1').on('data', (part: string) => {
      head += part;
      if (!head.includes('\r\n\r\n')) return;
      const [method, url] = head.split(' ');
      const tags = /^x-abs-tags: (.*)$/im.exec(head)?.[1];
      const revision = Number(/^x-abs-revision: (\d+)/im.exec(head)?.[1]);
      told.push({ method, url, revision, ...(tags !== undefined && { tags }) });
      if (status !== SILENT) socket.end(`HTTP/1.1 ${status} x\r\ncontent-length: 4\r\nconnection: close\r\n\r\ndone`);
    });
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, told, [Symbol.asyncDispose]: async () => void server.close() };
}

/** Sends real purges to these proxies at a quick pace; any trouble is one of the test. */
const openPurge = (options: Partial<Parameters<typeof openCachePurge>[0]>) =>
  openCachePurge({
    proxies: ['http://proxy/'],
    schedule: QUICK,
    revision: async () => 1,
    send: sendPurge,
    report: ({ error }) => assert.fail(String(error)),
    ...options,
  });

describe('cache purges', () => {
  test('are sent once at the start and once per observed revision, to every proxy', async () => {
    await using one = await openListener();
    await using other = await openListener();
    let revision = 7;
    let checks = 0;
    {
      await using _ = openPurge({
        proxies: [one.url, other.url],
        revision: async () => {
          checks += 1;
          return revision;
        },
      });
      await until(() => one.told.length === 1 && other.told.length === 1);
      revision = 8;
      await until(() => one.told.length === 2 && other.told.length === 2);
      // Ten checks for each proxy of a catalogue that doesn't change.
      const checksBefore = checks;
      await until(() => checks >= checksBefore + 20);
    }
    for (const { told } of [one, other]) {
      const expected = [7, 8].map((each) => ({ method: 'BAN', url: '/', revision: each }));
      assert.deepEqual(told, expected);
    }
  });

  test('are sent once more when no answer shows the older revision any more, and not before', async () => {
    for (const [outdatedMilliseconds, expected] of [
      [50, [1, 1, 2, 2]],
      [600_000, [1, 2]],
    ] as const) {
      let revision = 1;
      let checks = 0;
      const sent: number[] = [];
      await using _ = openPurge({
        revision: async () => {
          checks += 1;
          return revision;
        },
        outdatedMilliseconds,
        send: async (purge) => {
          sent.push(purge.revision);
        },
      });
      await until(() => sent.length === expected.length / 2);
      revision = 2;
      await until(() => sent.length === expected.length);
      const checksBefore = checks;
      await until(() => checks >= checksBefore + 20);
      assert.deepEqual(sent, expected);
    }
  });

  test('name what a commit concerns with the next ones too, as long as answers may not show it', async () => {
    for (const [outdatedMilliseconds, expected] of [
      [0, ['since undefined', 'since 1', 'since 2']],
      [600_000, Array(3).fill('since undefined')],
    ] as const) {
      let revision = 1;
      const sent: unknown[] = [];
      await using _ = openPurge({
        revision: async () => revision,
        outdatedMilliseconds,
        tagsBetween: async ({ since }) => [`since ${since}`],
        send: async ({ tags }) => void sent.push(...(tags ?? [])),
      });
      for (; revision <= 3; revision += 1) await until(() => sent.length === revision);
      assert.deepEqual(sent.slice(0, 3), expected);
    }
  });

  test('changes during a running purge cause one more purge', async () => {
    let revision = 1;
    const sent: number[] = [];
    const gates: (() => void)[] = [];
    await using _ = openPurge({
      revision: async () => revision,
      send: async (announcement) => {
        sent.push(announcement.revision);
        if (sent.length > 2) return;
        const { promise, resolve } = Promise.withResolvers<void>();
        gates.push(resolve);
        await promise;
      },
    });
    await until(() => gates.length === 1);
    for (let change = 0; change < 100; change += 1) revision += 1;
    gates[0]?.();
    await until(() => gates.length === 2);
    assert.deepEqual(sent, [1, 101]);
    gates[1]?.();
  });

  test('are repeated until a failing proxy succeeds, while other proxies get theirs without delay', async () => {
    const first = await openListener(503);
    await using well = await openListener();
    const troubles: number[] = [];
    let revision = 1;
    await using _ = openPurge({
      proxies: [first.url, well.url],
      revision: async () => revision,
      report: ({ proxy, failures }) => {
        assert.equal(proxy, first.url);
        troubles.push(failures);
      },
    });
    await until(() => first.told.length >= 2);
    await first[Symbol.asyncDispose]();
    const before = troubles.length;
    await until(() => troubles.length >= before + 2);
    revision = 2;
    await until(() => well.told.at(-1)?.revision === 2);
    await using again = await openListener(200, Number(new URL(first.url).port));
    await until(() => again.told.length === 1);
    assert.deepEqual(again.told[0], { method: 'BAN', url: '/', revision: 2 });
    const counts = troubles.map((_failures, place) => place + 1);
    assert.deepEqual(troubles, counts);
  });

  test('end when the service stops, even if a proxy does not respond', async () => {
    await using silent = await openListener(SILENT);
    await using _ = openPurge({ proxies: [silent.url] });
    await until(() => silent.told.length === 1);
  });

  test('are retried after a delay that doubles up to a bound', () => {
    const pauses = [1, 2, 3, 7, 8, 1e9].map((failures) => pauseAfter(failures, SCHEDULE));
    assert.deepEqual(pauses, [500, 1000, 2000, 30_000, 30_000, 30_000]);
  });

  test('follow commits of the service and of other processes', async () => {
    await using listener = await openListener();
    await using app = await startApp({ ABS_PURGE_PROXIES: listener.url });
    await until(() => listener.told.length === 1);
    await using writer = openCatalogueWriter({ directory: app.data });
    await writer.change((changes) => changes.remove('asset', 1001));
    await until(() => listener.told.length === 2);
    const [{ revision: before = NaN } = {}, { revision: after = NaN } = {}] = listener.told;
    assert.equal(after, before + 1);
  });

  test('name what a commit concerns: the assets, or all pictures for many assets, for rights and for formats', async () => {
    await using listener = await openListener();
    await using app = await startApp({ ABS_PURGE_PROXIES: listener.url, ABS_PURGE_TAGS: 'xkey' });
    await using writer = openCatalogueWriter({ directory: app.data });
    const all = 'catalogue pictures';
    await until(() => listener.told.length === 1);
    assert.equal(listener.told[0]?.tags, all);
    const format = { id: 8, name: 'x', description: '', icon: '', position: 0, isQuick: true, isDefault: false };
    const node = { id: 5, type: 101, parent: 2, name: 'x', position: 0, fields: new Map() };
    for (const [change, tags] of [
      [(c) => c.remove('asset', 1001), 'catalogue asset-1000 asset-1001'],
      [(c) => c.put('node', node), 'catalogue'],
      [(c) => c.put('node', { ...node, access: [] }), all],
      [
        (c) =>
          c.put('download_format', { ...format, categories: [], extensions: [], isResizeable: true, isEditable: true }),
        all,
      ],
    ] as const satisfies readonly (readonly [(c: Changes) => Promise<unknown>, string])[]) {
      const before = listener.told.length;
      await writer.change(async (changes) => void (await change(changes)));
      await until(() => listener.told.length > before);
      assert.equal(listener.told.at(-1)?.tags, tags);
    }
  });

  test('have headers of at most 4 KB, as many as they need', async () => {
    await using listener = await openListener();
    const tags = Array.from({ length: 1000 }, (_, place) => `asset-${place * 1_000_000}`);
    await sendPurge({ proxy: listener.url, revision: 1, tags }, new AbortController().signal);
    const sent = listener.told.map((each) => each.tags ?? '');
    assert.ok(sent.length > 1 && sent.every((each) => each.length <= 4096));
    assert.equal(sent.join(' '), tags.join(' '));
  });
});
