import type { PickerOptions } from '../picker/messages.ts';

const text = { words: 'a text', is: (value: unknown) => typeof value === 'string' };
const number = { words: 'a number', is: (value: unknown) => typeof value === 'number' };

/** What each option must be. */
const OPTIONS: Readonly<Record<keyof PickerOptions, { readonly words: string; is(value: unknown): boolean }>> = {
  label: text,
  accept: text,
  formats: text,
  altField: text,
  rightsField: text,
  locale: text,
  min: number,
  max: number,
  multiple: { words: 'true or false', is: (value) => typeof value === 'boolean' },
  filter: { words: 'an object, as a query', is: (value) => typeof value === 'object' && value !== null },
  selected: { words: 'a list of IDs', is: (value) => Array.isArray(value) && value.every(Number.isSafeInteger) },
  theme: { words: 'light, dark or an empty text', is: (value) => ['light', 'dark', ''].some((one) => one === value) },
};

/** Says what is wrong with the options that another page gives; undefined if nothing is. */
export function problemOfOptions(options: unknown): string | undefined {
  if (typeof options !== 'object' || options === null) return 'options takes an object';
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(OPTIONS, name))
      return `${name} is no option of the picker; it has ${Object.keys(OPTIONS).join(', ')}`;
    const { words, is } = OPTIONS[name as keyof PickerOptions];
    if (value !== undefined && !is(value)) return `${name} takes ${words}`;
  }
  return undefined;
}
