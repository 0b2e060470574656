import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { sendJson, startPeer } from '../support/http-peer.ts';

const NODE = 900;

/** The search provider runs while the answer is computed, so a test can commit a change there. */
describe('an answer overtaken by commits', () => {
  const folder = newFolder();
  const world = globalThis as typeof globalThis & { meanwhile?: () => Promise<void> };
  let app: RunningApp;
  let writer: CatalogueWriter;
  let state = 0;
  before(async () => {
    const provider = join(folder, 'provider.mjs');
    writeFileSync(provider, "export default async () => (await globalThis.meanwhile(), { search: '' });\n");
    app = await startApp({ ABS_SEARCH_PROVIDER: provider });
    writer = openCatalogueWriter({ directory: app.data });
    await commit();
  });
  after(async () => {
    await writer[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
    delete world.meanwhile;
  });

  /** The node's name is the number of its assets. */
  async function commit(): Promise<void> {
    state += 1;
    await writer.change(async (changes) => {
      await changes.put('node', nodeOf(NODE, { name: `${state}` }));
      await changes.put('asset', assetOf(50_000 + state, { nodes: [NODE] }));
    });
  }

  async function ask(commits: number) {
    let calls = 0;
    world.meanwhile = async () => {
      calls += 1;
      if (calls <= commits) await commit();
    };
    const answer = await fetch(`${app.url}/node.do?search_custom=${commits}&search_facets=1&facet_fields=node_103`);
    const { data } = (await answer.json()) as { data: { node_103: { id: number; name: string; count: number }[] } };
    const facet = data.node_103.find(({ id }) => id === NODE);
    assert.ok(facet);
    return { calls, name: Number(facet.name), count: facet.count };
  }

  test('is recomputed, so that names and counts are of the same revision', async () => {
    for (const commits of [0, 1, 3]) {
      const { calls, name, count } = await ask(commits);
      assert.deepEqual({ calls, name, count }, { calls: commits + 1, name: state, count: state });
    }
  });

  test('is kept by no cache where commits overtake it each time', async () => {
    world.meanwhile = commit;
    const answer = await fetch(`${app.url}/node.do?search_custom=always`);
    await answer.text();
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store']);
  });
});

describe('a file operation overtaken by a commit', () => {
  const HIDDEN = { type: 101, access: [{ group: 99, view: true, download: '*' }] } as const;

  /** Commits asset `id`, with the file of asset 1003, in a new folder that nobody may view. */
  async function hide(data: string, id: number): Promise<void> {
    await using writer = openCatalogueWriter({ directory: data });
    await writer.change(async (changes) => {
      const record = await changes.record(1003);
      assert.ok(record);
      await changes.put('group', { id: 99, name: 'nobody' });
      await changes.put('node', nodeOf(NODE, HIDDEN));
      await changes.put('asset', { ...record, id, nodes: [NODE] });
    });
  }

  test('shows nothing that a commit during the verification of the token hides', async () => {
    let data = '';
    await using peer = await startPeer(async (_body, response) => {
      await hide(data, 60_001);
      sendJson(response, { active: true, sub: '2' });
    });
    await using app = await startApp({
      ABS_ENDPOINTS: JSON.stringify({
        asked: { token: { verifier: 'introspection', introspection: { url: peer.url } } },
      }),
    });
    ({ data } = app);
    await using writer = openCatalogueWriter({ directory: data });
    // The user sees every asset until the commit adds one.
    await writer.change((changes) => changes.put('user', { id: 2, name: 'Ada', groups: [1, 2], isService: false }));
    const headers = { authorization: 'Bearer some' };
    const answer = await fetch(`${app.url}/asked/asset.do?download=60001`, { headers });
    await answer.arrayBuffer();
    assert.deepEqual([peer.asked.length, answer.status], [1, 404]);
  });

  test('runs again on the newer state', async () => {
    const folder = newFolder();
    const world = globalThis as typeof globalThis & { whileNaming?: () => Promise<void> };
    try {
      const names = join(folder, 'names.mjs');
      writeFileSync(names, "export default async () => (await globalThis.whileNaming(), 'name');\n");
      await using app = await startApp({ ABS_DOWNLOAD_FILE_NAMES: names });
      let calls = 0;
      world.whileNaming = async () => {
        calls += 1;
        await hide(app.data, 1003);
      };
      const answer = await fetch(`${app.url}/asset.do?download=1003`);
      await answer.arrayBuffer();
      assert.deepEqual({ calls, status: answer.status }, { calls: 1, status: 404 });
    } finally {
      delete world.whileNaming;
    }
  });
});
