import { canOpen, type PlacedRow } from './branches.ts';

/** What a key does in a tree. */
export type TreeAction =
  | { readonly does: 'move'; readonly to: number }
  | { readonly does: 'open' | 'close' | 'choose' | 'open-siblings' };

/** The active row and its surroundings. */
export interface TreePlace {
  readonly rows: readonly PlacedRow[];
  /** Index of the active row. */
  readonly active: number;
  readonly isRightToLeft: boolean;
}

/** Milliseconds after which a typed letter is the first of another name. */
const PAUSE = 600;

/** Returns what a key does in a tree view of the ARIA Authoring Practices; undefined if it is left to the browser. */
export function treeActionOf(event: KeyboardEvent, { rows, active, isRightToLeft }: TreePlace): TreeAction | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined;
  const [inward, outward] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const last = rows.length - 1;
  switch (event.key) {
    case 'ArrowDown':
      return { does: 'move', to: Math.min(last, active + 1) };
    case 'ArrowUp':
      return { does: 'move', to: Math.max(0, active - 1) };
    case 'Home':
      return { does: 'move', to: 0 };
    case 'End':
      return { does: 'move', to: last };
    case 'Enter':
    case ' ':
      return { does: 'choose' };
    case '*':
      return { does: 'open-siblings' };
    case inward:
      return inwardFrom(rows, active);
    case outward:
      return outwardFrom(rows, active);
    default:
      return undefined;
  }
}

function inwardFrom(rows: readonly PlacedRow[], active: number): TreeAction | undefined {
  const row = rows[active];
  if (row?.shows !== 'node' || !canOpen(row.branch)) return undefined;
  return row.branch.isOpen ? { does: 'move', to: active + 1 } : { does: 'open' };
}

function outwardFrom(rows: readonly PlacedRow[], active: number): TreeAction | undefined {
  const row = rows[active];
  if (row?.shows === 'node' && row.branch.isOpen) return { does: 'close' };
  const parent = row?.shows === 'node' ? row.branch.parent : row?.branch;
  const to = rows.findIndex(({ shows, branch }) => shows === 'node' && branch === parent);
  return to < 0 ? undefined : { does: 'move', to };
}

/** Finds rows by the letters that the person types without a pause. */
export class TypeAhead {
  #typed = '';
  #last = Number.NEGATIVE_INFINITY;

  /**
   * Returns the index of the next row whose name begins with the typed letters; undefined if there is none. `time` is in
   * milliseconds.
   */
  type(letter: string, time: number, { rows, active }: Pick<TreePlace, 'rows' | 'active'>): number | undefined {
    const typed = time - this.#last > PAUSE ? letter : this.#typed + letter;
    this.#typed = typed;
    this.#last = time;
    const letters = [...typed];
    // Repeating a letter moves through the names that begin with it.
    const wanted = plain(letters.every((each) => each === letters[0]) ? letter : typed);
    // After further letters, the name of the active row may still match.
    const from = [...wanted].length > 1 ? active : active + 1;
    for (let step = 0; step < rows.length; step += 1) {
      const index = (from + step) % rows.length;
      const row = rows[index];
      if (row?.shows === 'node' && plain(row.branch.node.name).startsWith(wanted)) return index;
    }
    return undefined;
  }
}

/** Removes case and diacritics. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
