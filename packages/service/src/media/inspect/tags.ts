/** Tags as exiftool names them, `Group:Name` -> text, list or structure; numbers are text, so that keyword `007` stays itself. */
export type Tags = ReadonlyMap<string, unknown>;

export const NO_TAGS: Tags = new Map();

/** The tag as text; lists give their first text; `undefined` for absent or blank. */
export function textOf(tags: Tags, name: string): string | undefined {
  return textsOf(tags, name)[0];
}

/** The texts of a tag, one or a list of them, without blank ones. */
export function textsOf(tags: Tags, name: string): string[] {
  const value = tags.get(name);
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((item) => {
    const text =
      typeof item === 'string' ? item : typeof item === 'number' || typeof item === 'boolean' ? String(item) : '';
    return text.trim() === '' ? [] : [text];
  });
}

/** Text of which the file may hold several languages: the default one, else the first. */
export function localizedTextOf(tags: Tags, name: string): string | undefined {
  const text = textOf(tags, name);
  if (text !== undefined) return text;
  for (const key of tags.keys()) {
    if (key.startsWith(`${name}-`)) return textOf(tags, key);
  }
  return undefined;
}

/** The tag's first finite number; lists and texts like `8 8 8` give their first. */
export function numberOf(tags: Tags, name: string): number | undefined {
  const first = textOf(tags, name)
    ?.trim()
    .split(/[\s,]+/)[0];
  const number = first === undefined ? Number.NaN : Number(first);
  return Number.isFinite(number) ? number : undefined;
}

/** The first tag of the names that there is, in their order. */
export function firstOf<Value>(names: readonly string[], read: (name: string) => Value | undefined): Value | undefined {
  for (const name of names) {
    const value = read(name);
    if (value !== undefined) return value;
  }
  return undefined;
}
