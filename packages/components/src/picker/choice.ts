/** How many assets may be chosen. */
export interface ChoiceLimits {
  readonly isMultiple: boolean;
  /** Fewest and most assets of a complete choice; `min` does not exceed `max`. */
  readonly min: number;
  readonly max: number;
}

/** Most assets that can be chosen without `max`. */
export const MOST_CHOSEN = 1000;

/** The least value that each limit takes, and what is used in place of one that it does not take. */
export const LIMIT_RULES = { min: { least: 0, usual: 0 }, max: { least: 1, usual: MOST_CHOSEN } } as const;

/** True if a limit takes this value. */
export function isLimit(name: keyof typeof LIMIT_RULES, value: number): boolean {
  return Number.isInteger(value) && value >= LIMIT_RULES[name].least && value <= MOST_CHOSEN;
}

/** Reads limits as pages write them; undefined and null stand for the usual ones. Wrong ones are replaced; `limitProblems` says why. */
export function readLimits(
  isMultiple: boolean,
  given: Pick<ChoiceLimits, 'min' | 'max'>,
): { readonly limits: ChoiceLimits; readonly isWrong: boolean } {
  const min = given.min ?? LIMIT_RULES.min.usual;
  const max = given.max ?? LIMIT_RULES.max.usual;
  const most = isMultiple ? (isLimit('max', max) ? max : LIMIT_RULES.max.usual) : 1;
  const least = Math.min(isLimit('min', min) ? min : LIMIT_RULES.min.usual, most);
  return { limits: { isMultiple, min: least, max: most }, isWrong: least !== min || !isLimit('max', max) };
}

/** What is wrong with a number of chosen assets. */
export type ChoiceProblem = 'too-few' | 'too-many' | 'missing';

/** Returns what is wrong with a choice. An empty one is complete unless something is required, as in a form. */
export function problemOf(count: number, { min, max }: ChoiceLimits, isRequired: boolean): ChoiceProblem | undefined {
  if (count === 0) return isRequired ? 'missing' : undefined;
  if (count < min) return 'too-few';
  return count > max ? 'too-many' : undefined;
}

/** Returns what was chosen before without what is selected no more, in its order, and then what is selected newly. */
export function withSelection(chosen: readonly number[], selected: readonly number[]): readonly number[] {
  const now = new Set(selected);
  const kept = chosen.filter((id) => now.has(id));
  const before = new Set(kept);
  return [...kept, ...selected.filter((id) => !before.has(id))];
}

/** Returns the choice with the one at a position moved to another. Positions beyond the ends stand for the ends. */
export function moved(chosen: readonly number[], from: number, to: number): readonly number[] {
  const id = chosen[from];
  if (id === undefined) return chosen;
  const rest = chosen.toSpliced(from, 1);
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, id);
}

/** Reads IDs as forms and attributes write them, `12,15`, or a list of them. Each counts once; what is no ID is named. */
export function readIds(text: unknown): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
  const parts = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const isId = (part: string) => /^\d{1,15}$/.test(part);
  return { ids: [...new Set(parts.filter(isId).map(Number))], unknown: parts.filter((part) => !isId(part)) };
}
