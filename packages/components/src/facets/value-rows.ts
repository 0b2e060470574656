import { type Branch, canOpen } from '../tree/branches.ts';

/** A line of a facet whose values are nodes of a tree. */
export type ValueRow =
  | {
      readonly shows: 'value';
      readonly key: string;
      readonly level: number;
      readonly branch: Branch;
      /** Assets that choosing it would leave; undefined until they are counted. */
      readonly count: number | undefined;
      readonly isChosen: boolean;
      readonly canOpen: boolean;
    }
  | { readonly shows: 'loading' | 'failed'; readonly key: string; readonly level: number; readonly branch: Branch }
  | {
      /** A button that shows further siblings, or the first ones only. */
      readonly shows: 'more';
      readonly key: string;
      readonly level: number;
      /** Key of the branch that they lie in; empty at the top. */
      readonly of: string;
      /** Siblings that are not shown; 0 if all are. */
      readonly hidden: number;
    };

/** Values that are shown at first of each branch. */
export const FEW_VALUES = 6;

/** What is known of the values of a tree. */
export interface ValueFacts {
  /** Assets of the query in a node and below it; undefined if they are not counted. */
  countOf(branch: Branch): number | undefined;
  /** A node comes before its siblings of lower ranks. */
  rankOf(branch: Branch): number;
  isChosen(branch: Branch): boolean;
  /** True while the assets of what is in a branch are counted. */
  isCounting(branch: Branch): boolean;
  /** Siblings to show of what lies in the branch with this key; empty at the top. */
  mostOf(key: string): number;
}

/**
 * Lists the values of a tree from top to bottom: of all siblings the first ones that leave assets, and what is chosen in any
 * case. What is open is followed by its own values.
 */
export function valueRows(roots: readonly Branch[], facts: ValueFacts): readonly ValueRow[] {
  const rows: ValueRow[] = [];

  function addSiblings(siblings: readonly Branch[], of: string, level: number): void {
    const leaving = siblings
      .filter((branch) => facts.countOf(branch) !== 0 || facts.isChosen(branch))
      .toSorted((one, other) => facts.rankOf(other) - facts.rankOf(one));
    const most = facts.mostOf(of);
    const shown = leaving.filter((branch, place) => place < most || facts.isChosen(branch));
    for (const branch of shown) add(branch, level);
    const hidden = leaving.length - shown.length;
    if (hidden > 0 || most > FEW_VALUES) rows.push({ shows: 'more', key: `${of}-more`, level, of, hidden });
  }

  function add(branch: Branch, level: number): void {
    const { key, children, state, isOpen } = branch;
    const leaves = children?.some((child) => facts.countOf(child) !== 0 || facts.isChosen(child)) ?? true;
    const opens = canOpen(branch) && leaves;
    const own = { count: facts.countOf(branch), isChosen: facts.isChosen(branch), canOpen: opens };
    rows.push({ shows: 'value', key, level, branch, ...own });
    if (!opens || !isOpen) return;
    if (state === 'failed') rows.push({ shows: 'failed', key: `${key}-failed`, level: level + 1, branch });
    else if (!children || facts.isCounting(branch))
      rows.push({ shows: 'loading', key: `${key}-loading`, level: level + 1, branch });
    else addSiblings(children, key, level + 1);
  }

  addSiblings(roots, '', 1);
  return rows;
}

/** Finds the values whose names contain a text and that leave assets, the highest ranks first; at most `most`. */
export function findValues(
  roots: readonly Branch[],
  text: string,
  most: number,
  { countOf, rankOf }: Pick<ValueFacts, 'countOf' | 'rankOf'>,
): readonly Branch[] {
  const wanted = text.trim().toLocaleLowerCase();
  const found = new Map<number, Branch>();
  const pending = [...roots];
  for (let branch = pending.pop(); branch; branch = pending.pop()) {
    const { node, children = [] } = branch;
    if (node.name.toLocaleLowerCase().includes(wanted) && countOf(branch) !== 0) found.set(node.id, branch);
    for (const child of children) pending.push(child);
  }
  return [...found.values()].toSorted((one, other) => rankOf(other) - rankOf(one)).slice(0, most);
}
