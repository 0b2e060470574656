import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import type { AssetRecord } from '../../src/domain/model.ts';
import { openColumnar } from './columnar.ts';
import { assetAt, FIELD } from './generator.ts';

/** Assets of one transaction; more at once would be reason enough for a new base of a small catalogue. */
const BATCH = 1000;
/** Changed assets are spread over the catalogue as if there were this many of them. */
const MOST_CHANGED = 10_000;
const COPY_PAGES = 10_000;

/** A copy of a generated catalogue to be changed, with its index; it is removed in the end. */
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

  /** Changes so many assets that were not changed before; gives the word that the last of them has now, alone. */
  function change(count: number): Promise<string> {
    return writer.change(async (changes) => {
      for (let i = 0; i < count; i++, changed++) {
        const asset = Math.floor((changed * assets) / MOST_CHANGED);
        await changes.put('asset', withWord(assetAt(asset % assets), wordOf(changed)));
      }
      return wordOf(changed - 1);
    });
  }

  const owned = stack.move();
  return {
    ...columns,
    change,
    /** Changes assets until so many are changed, and has the index take them over. */
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

/** Renamed, and with another text: the two that cost an index most. */
function withWord(asset: AssetRecord, word: string): AssetRecord {
  const { fields, active, modified } = asset;
  return {
    ...asset,
    fields: new Map([...fields, [FIELD.t1, word]]),
    modified: modified + 1000,
    active: { ...active, name: `${word}_${active.name}` },
  };
}
