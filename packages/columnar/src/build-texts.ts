/** Ranks the texts of a column in each language while a segment is being built. */
import type { CatalogueModel } from '../../core/src/domain/catalogue-model.ts';
import { textIn } from '../../core/src/domain/text.ts';
import type { BuildContext } from './build-context.ts';
import { isSameOrder } from './build-orders.ts';
import type { Codes } from './columns.ts';
import { NONE, type RankColumn } from './segment.ts';
import type { TextPool } from './text-pool.ts';

/** Ranks texts in each language. Languages that order them alike share their columns. */
export async function inLanguages(
  { model, rank }: BuildContext,
  column: string,
  { pool, numbers }: { readonly pool: TextPool; readonly numbers: Codes },
): Promise<{ [language: string]: RankColumn }> {
  const columns: { [language: string]: RankColumn } = {};
  let before: RankColumn | undefined;
  for (const language of languagesOf(model)) {
    const textOf = (number: number) => textIn(pool.text(number), language, model);
    const made = await rank({ numbers, size: pool.size, textOf }, language, column);
    if (!hasRanks(made)) continue;
    before = before && isSameOrder(before, made) ? before : made;
    columns[language] = before;
  }
  return columns;
}

function hasRanks(column: RankColumn): boolean {
  return 'ranks' in column ? column.order.length > 0 : column.placed.some((number) => number !== NONE);
}

/** Every language that a query may sort in. The configured default language may not be one of the catalogue's. */
export function languagesOf({ languages, defaultLanguage }: CatalogueModel): readonly string[] {
  return [...new Set([...languages, defaultLanguage])];
}
