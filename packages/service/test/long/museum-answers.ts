/**
 * Random questions about the museum's records, asked in columns and in SQL, before and after random changes. `QUESTIONS` says how
 * many, 20,000 unless told.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import { wordsOf } from '../../src/domain/words.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { TERM_CACHE_LIMITS } from '../../src/search/columnar/term-cache.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import { openSqlSearch } from '../search/oracle/search.ts';
import { type Random, seeded } from '../search/random.ts';
import { drawQuery, type Pools } from '../search/random-queries.ts';
import { recordsOf } from '../support/records.ts';
import { importSample } from '../support/sample.ts';

const MUSEUM = fileURLToPath(new URL('../../../../../shared/data/museum', import.meta.url));
const QUESTIONS = Number(process.env['QUESTIONS'] ?? 20_000);
const CHANGES = 2000;
/** Changes of one transaction. */
const BATCH = 500;
const { signal } = new AbortController();

test(`${QUESTIONS} random queries over the museum have the same results in columns and in SQL`, {
  skip: !existsSync(MUSEUM) && 'the museum is not here',
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'abs-museum-answers-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  await importSample(directory, MUSEUM);
  const writer = stack.use(openCatalogueWriter({ directory }));
  const catalogue = stack.use(openCatalogue({ directory }));
  const sql = stack.use(openSqlSearch({ directory, catalogue }));
  const shared = stack.use(openSharedIndex({ data: directory }));
  // Terms are cached from their first use on, with fewer best documents than most pages have.
  const terms = { ...TERM_CACHE_LIMITS, leastTimes: 1, best: 40 };
  const columnar = openColumnarSearch({ catalogue, views: openViews(shared.reach, { waitSeconds: 60 }), terms });
  const random = seeded(QUESTIONS);
  const ids = (await recordsOf(catalogue)).map(({ id }) => id);

  const ask = async (count: number) => {
    const model = (await catalogue.snapshot()).model;
    const viewer = viewerFor(model, { id: undefined, groups: [...model.groups.keys()] });
    const pools = await drawPools(random, ids);
    for (let i = 0; i < count; i++) {
      const query = drawQuery(random, model, pools, viewer);
      const { viewer: _, ...shown } = query;
      assert.deepEqual(
        await columnar.find(query, { signal }),
        await sql.find(query, { signal }),
        JSON.stringify(shown),
      );
    }
  };

  /** Values of some of the assets. */
  async function drawPools(draw: Random, from: readonly number[]): Promise<Pools> {
    const some = await (await catalogue.snapshot()).assets(Array.from({ length: 300 }, () => draw.pick(from)));
    const texts = some.flatMap(({ active, fields }) => [
      active.name,
      ...[...fields.values()].filter((value) => typeof value === 'string'),
    ]);
    const numbers = some.flatMap(({ fields }) => [...fields.values()].filter((value) => typeof value === 'number'));
    return {
      words: texts.flatMap(wordsOf),
      ids: from,
      nodes: some.flatMap(({ nodes }) => nodes),
      extensions: some.map(({ active }) => active.properties.extension),
      numbers: [0, ...numbers],
      instants: some.flatMap(({ uploaded, modified }) => [uploaded, modified]),
      pixels: some.flatMap(({ active }) => [active.size ?? 0, active.properties.width, active.properties.height]),
    };
  }

  await ask(QUESTIONS / 2);
  for (let left = CHANGES; left > 0; left -= BATCH) {
    await writer.change(async (changes) => {
      for (let i = 0; i < BATCH; i++) {
        const record = await changes.record(random.pick(ids));
        if (!record) continue;
        const other = (await changes.record(random.pick(ids))) ?? record;
        if (random.chance(0.2)) await changes.remove('asset', record.id);
        else
          await changes.put('asset', {
            ...other,
            id: record.id,
            active: random.chance(0.5) ? record.active : other.active,
          });
      }
    });
    await ask(QUESTIONS / 2 / (CHANGES / BATCH));
  }
});
