import { isLimit, LIMIT_RULES, MAX_CHOSEN } from '../picker/choice.ts';
import { filterProblem, startProblem } from '../picker/filter-problem.ts';
import type { PickerOptions } from '../picker/picker-messages.ts';

const text = { words: 'a string', is: (value: unknown) => typeof value === 'string' };
const flag = { words: 'true or false', is: (value: unknown) => typeof value === 'boolean' };
const limit = (name: keyof typeof LIMIT_RULES) => ({
  words: `a whole number from ${LIMIT_RULES[name].lowest} to ${MAX_CHOSEN}`,
  is: (value: unknown) => isLimit(name, value),
});

const QUERIES = { filter: filterProblem, start: startProblem } as const;

/** What each other option must be. */
const OPTIONS: Readonly<
  Record<Exclude<keyof PickerOptions, keyof typeof QUERIES>, { readonly words: string; is(value: unknown): boolean }>
> = {
  label: text,
  accept: text,
  formats: text,
  altField: text,
  rightsField: text,
  validOnly: flag,
  locale: text,
  min: limit('min'),
  max: limit('max'),
  multiple: flag,
  selected: {
    words: 'a list of IDs',
    is: (value) => Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id > 0),
  },
  theme: { words: 'light, dark or an empty string', is: (value) => ['light', 'dark', ''].some((one) => one === value) },
};

/** Says what is wrong with the options that another page gives; undefined if nothing is. */
export function problemOfOptions(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null) return 'options must be an object';
  for (const [name, value] of Object.entries(options)) {
    const problem = Object.hasOwn(QUERIES, name)
      ? QUERIES[name as keyof typeof QUERIES](value)
      : problemOfOption(name, value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfOption(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(OPTIONS, name))
    return `the picker has no option ${name}; it has ${[...Object.keys(OPTIONS), ...Object.keys(QUERIES)].join(', ')}`;
  const { words, is } = OPTIONS[name as keyof typeof OPTIONS];
  return value === undefined || is(value) ? undefined : `${name} must be ${words}`;
}
