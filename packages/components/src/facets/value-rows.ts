import { type Branch, canOpen } from '../tree/branches.ts';
import type { NodeCounts } from '../tree/node-counts.ts';

/** A row of a facet whose values are nodes of a tree. */
export type ValueRow =
  | {
      readonly shows: 'value';
      readonly key: string;
      readonly level: number;
      readonly branch: Branch;
      /** Number of assets that remain if it is chosen; undefined until they are counted. */
      readonly count: number | undefined;
      readonly isChosen: boolean;
      readonly canOpen: boolean;
    }
  | { readonly shows: 'loading' | 'failed'; readonly key: string; readonly level: number; readonly branch: Branch }
  | {
      /** A button that shows more siblings, or only the first ones again. */
      readonly shows: 'more';
      readonly key: string;
      readonly level: number;
      /** Key of the branch that contains them; empty at the top. */
      readonly of: string;
      /** Number of siblings that are not shown; 0 if all are. */
      readonly hidden: number;
    };

/** Number of values that each branch shows at first. */
export const FEW_VALUES = 6;

/** The part of the counts that rows need. */
export type ValueCounts = Pick<NodeCounts, 'countOf' | 'rankOf' | 'isCounting'>;

/** What the person has chosen of the values of a tree. */
export interface ValueChoice {
  isChosen(branch: Branch): boolean;
  /** Number of nodes to show in the branch with this key; the key is empty at the top. */
  limitOf(key: string): number;
}

/**
 * Lists the rows of a tree from top to bottom. Of siblings, it lists the first ones that have assets of the query, and all chosen
 * ones. An open branch is followed by its own rows.
 */
export function valueRows(roots: readonly Branch[], counts: ValueCounts, choice: ValueChoice): readonly ValueRow[] {
  const rows: ValueRow[] = [];

  function addSiblings(siblings: readonly Branch[], of: string, level: number): void {
    const candidates = siblings
      .filter((branch) => counts.countOf(branch) !== 0 || choice.isChosen(branch))
      .toSorted((one, other) => counts.rankOf(other) - counts.rankOf(one));
    const limit = choice.limitOf(of);
    const first = candidates.filter((branch, place) => place < limit || choice.isChosen(branch));
    // A button for a single value would take the place of the value.
    const shown = candidates.length === first.length + 1 ? candidates : first;
    for (const branch of shown) add(branch, level);
    const hidden = candidates.length - shown.length;
    if (hidden > 0 || limit > FEW_VALUES) rows.push({ shows: 'more', key: `${of}-more`, level, of, hidden });
  }

  function add(branch: Branch, level: number): void {
    const { key, children, state, isOpen } = branch;
    const hasCandidates = children?.some((child) => counts.countOf(child) !== 0 || choice.isChosen(child)) ?? true;
    const opens = canOpen(branch) && hasCandidates;
    const own = { count: counts.countOf(branch), isChosen: choice.isChosen(branch), canOpen: opens };
    rows.push({ shows: 'value', key, level, branch, ...own });
    if (!opens || !isOpen) return;
    if (state === 'failed') rows.push({ shows: 'failed', key: `${key}-failed`, level: level + 1, branch });
    else if (!children || counts.isCounting(branch))
      rows.push({ shows: 'loading', key: `${key}-loading`, level: level + 1, branch });
    else addSiblings(children, key, level + 1);
  }

  addSiblings(roots, '', 1);
  return rows;
}

/** Finds values that have assets of the query and whose names contain the text: at most `limit`, the highest ranks first. */
export function findValues(
  roots: readonly Branch[],
  text: string,
  limit: number,
  counts: Pick<ValueCounts, 'countOf' | 'rankOf'>,
): readonly Branch[] {
  const searched = text.trim().toLocaleLowerCase();
  const found = new Map<number, Branch>();
  const pending = [...roots];
  for (let branch = pending.pop(); branch; branch = pending.pop()) {
    const { node, children = [] } = branch;
    if (node.name.toLocaleLowerCase().includes(searched) && counts.countOf(branch) !== 0) found.set(node.id, branch);
    for (const child of children) pending.push(child);
  }
  return [...found.values()].toSorted((one, other) => counts.rankOf(other) - counts.rankOf(one)).slice(0, limit);
}
