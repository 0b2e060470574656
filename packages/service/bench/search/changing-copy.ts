import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { openColumnar } from './columnar.ts';
import { assetAt, FIELD } from './generator.ts';

/** Assets of one transaction; more would make a small catalogue rebuild its base. */
const BATCH = 1000;
/** Changed assets are spread over the catalogue as if this share of it were changed. */
const CHANGED_SHARE = 1 / 16;
const COPY_PAGES = 10_000;

/** A copy of a generated catalogue with its index, for changes; removed at the end. */
export async function openChangingCopy(original: string, assets: number) {
  const directory = `${original}-changing`;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  {
    using database = new DatabaseSync(join(original, 'catalogue.sqlite'), { readOnly: true });
    await backup(database, join(directory, 'catalogue.sqlite'), { rate: COPY_PAGES });
  }
  const writer = stack.use(openCatalogueWriter({ directory }));
  const columns = stack.use(await openColumnar(directory));
  let changed = 0;

  /** Changes this many unchanged assets; returns a word that only the last of them has now. */
  function change(count: number): Promise<string> {
    return writer.change(async (changes) => {
      for (let i = 0; i < count; i++, changed++) {
        const asset = Math.floor(changed / CHANGED_SHARE);
        await changes.put('asset', withWord(assetAt(asset % assets), wordOf(changed)));
      }
      return wordOf(changed - 1);
    });
  }

  const owned = stack.move();
  return {
    ...columns,
    assets,
    change,
    /** Changes assets until this many are changed, and waits for the index to follow. */
    changeUntil: async (count: number): Promise<void> => {
      while (changed < count) {
        await change(Math.min(BATCH, count - changed));
        await columns.reach();
      }
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

export type ChangingCopy = Awaited<ReturnType<typeof openChangingCopy>>;

function wordOf(changed: number): string {
  return `changed${changed}`;
}

/** Another name and another text: the two changes that cost an index most. */
function withWord(asset: AssetRecord, word: string): AssetRecord {
  const { fields, active, modified } = asset;
  return {
    ...asset,
    fields: new Map([...fields, [FIELD.t1, word]]),
    modified: Number(modified) + 1000,
    active: { ...active, name: `${word}_${active.name}` },
  };
}
