import type { AssetRecord, Text } from '../../../core/src/domain/model.ts';
import { wordsOf } from '../../../core/src/domain/words.ts';
import type { Perspective } from './perspective.ts';

/** All words that the viewer may see in names and fields of the assets, in labels, and in names of nodes. */
export function wordsSeen({ model, texts, viewer }: Perspective, assets: readonly AssetRecord[]): readonly string[] {
  const labels = [...model.infoFields.values()].flatMap(({ items }) => items.map(({ name }) => name));
  const names = [...model.trees.nodes()].filter(({ id }) => viewer.canViewNode(id)).map(({ name }) => name);
  const eachLanguage = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));
  return [
    ...assets
      .flatMap(({ id }) => texts.get(id) ?? [])
      .filter(({ of }) => of !== 'page')
      .flatMap(({ words }) => words),
    ...[...labels, ...names].flatMap(eachLanguage).flatMap(wordsOf),
  ];
}

/** The fewest letters to add, remove, replace, or swap with a neighbour, by the table of Lowrance and Wagner. */
export function editsBetween(from: string, to: string): number {
  const [a, b] = [[...from], [...to]];
  const far = a.length + b.length;
  const table = Array.from({ length: a.length + 2 }, () => new Array<number>(b.length + 2).fill(far));
  const at = (i: number, j: number) => table[i + 1]?.[j + 1] as number;
  const put = (i: number, j: number, edits: number) => {
    (table[i + 1] as number[])[j + 1] = edits;
  };
  for (let i = 0; i <= a.length; i++) put(i, 0, i);
  for (let j = 0; j <= b.length; j++) put(0, j, j);
  const lastRow = new Map<string | undefined, number>();
  for (let i = 1; i <= a.length; i++) {
    let lastColumn = 0;
    for (let j = 1; j <= b.length; j++) {
      const [row, column] = [lastRow.get(b[j - 1]) ?? 0, lastColumn];
      const isSame = a[i - 1] === b[j - 1];
      if (isSame) lastColumn = j;
      const swapped = at(row - 1, column - 1) + (i - row - 1) + 1 + (j - column - 1);
      put(i, j, Math.min(at(i - 1, j - 1) + (isSame ? 0 : 1), at(i - 1, j) + 1, at(i, j - 1) + 1, swapped));
    }
    lastRow.set(a[i - 1], i);
  }
  return at(a.length, b.length);
}
