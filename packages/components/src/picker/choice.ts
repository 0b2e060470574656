/** How many assets may be chosen, `min` to `max`. */
export interface ChoiceLimits {
  readonly isMultiple: boolean;
  readonly min: number;
  readonly max: number;
}

/** The default of `max`, and its limit. */
export const MAX_CHOSEN = 1000;

/** The lowest valid value of each limit, and its default, which also replaces invalid values. */
export const LIMIT_RULES = { min: { lowest: 0, usual: 0 }, max: { lowest: 1, usual: MAX_CHOSEN } } as const;

/** True if a limit may have this value. */
export function isLimit(name: keyof typeof LIMIT_RULES, value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= LIMIT_RULES[name].lowest && Number(value) <= MAX_CHOSEN;
}

/** Reads limits that pages set; undefined and null stand for the defaults. Replaces invalid limits; `limitProblems` says why. */
export function readLimits(
  isMultiple: boolean,
  given: Pick<ChoiceLimits, 'min' | 'max'>,
): { readonly limits: ChoiceLimits; readonly isWrong: boolean } {
  const min = given.min ?? LIMIT_RULES.min.usual;
  const max = given.max ?? LIMIT_RULES.max.usual;
  const validMax = isMultiple ? (isLimit('max', max) ? max : LIMIT_RULES.max.usual) : 1;
  const validMin = Math.min(isLimit('min', min) ? min : LIMIT_RULES.min.usual, validMax);
  return { limits: { isMultiple, min: validMin, max: validMax }, isWrong: validMin !== min || !isLimit('max', max) };
}

/** What is wrong with a number of chosen assets. */
export type ChoiceProblem = 'too-few' | 'too-many' | 'missing';

/** Returns what is wrong with a choice. An empty one is valid unless something is required, as in a form. */
export function problemOf(count: number, { min, max }: ChoiceLimits, isRequired: boolean): ChoiceProblem | undefined {
  if (count === 0) return isRequired ? 'missing' : undefined;
  if (count < min) return 'too-few';
  return count > max ? 'too-many' : undefined;
}

/** Returns the chosen IDs that are still selected, in their order, followed by the newly selected ones. */
export function withSelection(chosen: readonly number[], selected: readonly number[]): readonly number[] {
  const now = new Set(selected);
  const kept = chosen.filter((id) => now.has(id));
  const before = new Set(kept);
  return [...kept, ...selected.filter((id) => !before.has(id))];
}

/** Moves the ID at a position to another one. Positions beyond the ends stand for the ends. */
export function moved(chosen: readonly number[], from: number, to: number): readonly number[] {
  const id = chosen[from];
  if (id === undefined) return chosen;
  const rest = chosen.toSpliced(from, 1);
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, id);
}

/** Returns the IDs as the attributes of a picker give them: `selected`, else `value` as in other form fields. */
export function givenIds(picker: Pick<Element, 'getAttribute'>): string | null {
  return picker.getAttribute('selected') ?? picker.getAttribute('value');
}

/** Reads IDs from the text of a form or attribute, `12,15`, or from a list. Drops repeated ones; `unknown` has what is no ID. */
export function readIds(text: unknown): { readonly ids: readonly number[]; readonly unknown: readonly string[] } {
  const parts = String(text ?? '')
    .split(/[\s,]+/)
    .filter(Boolean);
  const isId = (part: string) => /^[1-9]\d{0,15}$/.test(part);
  return { ids: [...new Set(parts.filter(isId).map(Number))], unknown: parts.filter((part) => !isId(part)) };
}
