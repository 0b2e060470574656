/**
 * The JSON text of a reply. Texts of values that come again in many replies are made once, and joined to the text of a reply;
 * all others are written by `JSON.stringify`.
 */
const texts = new WeakMap<object, string>();

/** Remembers the JSON text of a value, which must not change any more; by default the one that `JSON.stringify` writes. */
export function withText<V extends object>(value: V, text = JSON.stringify(value)): V {
  texts.set(value, text);
  return value;
}

/**
 * Returns what stands for an object in a reply without having its properties: only its JSON text, which `jsonText` and
 * `JSON.stringify` write.
 */
export function textAlone<V extends object>(text: string): V {
  const toJSON = (): V => JSON.parse(text);
  return withText(Object.defineProperty({} as V, 'toJSON', { value: toJSON }), text);
}

/** What was joined last to a value. A list that is read again would else leave a hundred objects with texts to be collected. */
const joined = new WeakMap<object, { readonly one: object; readonly both: object }>();

/**
 * Returns an object with the properties of both, and their texts joined. The first must have a property, and none in common
 * with the other, which may be empty.
 */
export function joinTexts<A extends object, B extends object>(one: A, other: B): A & B {
  const known = joined.get(other);
  if (known?.one === one) return known.both as A & B;
  const [first, second] = [jsonText(one), jsonText(other)];
  if (second === '{}') return one as A & B;
  const both = withText({ ...one, ...other }, `${first.slice(0, -1)},${second.slice(1)}`);
  joined.set(other, { one, both });
  return both;
}

/** The same text as of `JSON.stringify`. */
export function jsonText(value: object): string {
  const own = texts.get(value);
  if (own !== undefined) return own;
  // Nearly all lists have either texts for all their values or for none.
  if (!Array.isArray(value) || !texts.has(value[0])) return JSON.stringify(value);
  let text = '';
  // Joining two texts at a time is faster than any list of them.
  for (const each of value) text = text + (text === '' ? '[' : ',') + jsonText(each);
  return `${text}]`;
}
