import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf, nodeOf } from '../search/contract-samples.ts';
import { type RunningApp, startApp } from '../support/app.ts';

const NODE = 900;

/** The search provider runs while the answer is computed, so a test can commit a change there. */
describe('an answer overtaken by commits', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abs-one-state-'));
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
    rmSync(folder, { recursive: true, force: true });
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

  test('is sent after five attempts if commits never stop', async () => {
    const { calls, count } = await ask(Number.POSITIVE_INFINITY);
    assert.deepEqual({ calls, count }, { calls: 5, count: state });
  });
});
