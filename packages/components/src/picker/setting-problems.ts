import { KINDS, readAccept } from './accept.ts';
import { type ChoiceLimits, givenIds, isLimit, LIMIT_RULES, MAX_CHOSEN, readIds, readLimits } from './choice.ts';
import { filterProblem, startProblem } from './filter-problem.ts';
import { extensionsOf } from './media-types.ts';
import { fieldId, fieldsOf, readFormats } from './result-fields.ts';

/** The attributes and properties of a picker that pages set. */
export interface PickerAttributes {
  readonly accept: string;
  readonly multiple: boolean;
  readonly min: number;
  readonly max: number;
  readonly formats: string;
  readonly altField: string;
  readonly rightsField: string;
  readonly filter: unknown;
  readonly start: unknown;
  getAttribute(name: string): string | null;
}

/** What the console has shown of each picker. */
const REPORTED = new WeakMap<PickerAttributes, Set<string>>();

/** Shows in the console what `problemsOf` describes, once. */
export function reportProblems(attributes: PickerAttributes): void {
  const reported = REPORTED.get(attributes) ?? new Set();
  REPORTED.set(attributes, reported);
  for (const problem of problemsOf(attributes)) {
    if (!reported.has(problem)) console.error(`abs-picker: ${problem}.`);
    reported.add(problem);
  }
}

/** Describes for developers which attributes of a picker are invalid, and what they must be. */
export function problemsOf(attributes: PickerAttributes): readonly string[] {
  const { altField, rightsField } = fieldsOf(attributes);
  const accepted = readAccept(attributes.accept);
  const formats = readFormats(attributes.formats);
  const selected = readIds(givenIds(attributes));
  const ignored = (words: string, unknown: readonly string[]) =>
    unknown.length > 0 ? [`${words}; ${unknown.map(quoted).join(', ')} is ignored`] : [];
  return [
    ...ignored(
      `accept must be kinds (${[...KINDS.keys()].join(', ')}), extensions such as .jpg, and media types such as image/* or ` +
        'application/pdf, separated by commas',
      [...accepted.unknown, ...accepted.types.filter((type) => extensionsOf([type]).length === 0)],
    ),
    ...limitProblems(attributes.multiple, attributes),
    ...ignored(
      'formats must be thumb, preview, download and IDs of download formats, separated by commas',
      formats.unknown,
    ),
    ...(altField !== 'alt_name' && fieldId(altField) === undefined
      ? [`alt-field must be alt_name or info_<ID>, not ${quoted(altField)}`]
      : []),
    ...(rightsField !== '' && fieldId(rightsField) === undefined
      ? [`rights-field must be info_<ID>, not ${quoted(rightsField)}`]
      : []),
    ...ignored('selected, or value, must be IDs of assets, separated by commas', selected.unknown),
    ...[filterProblem(attributes.filter), startProblem(attributes.start)].filter((problem) => problem !== undefined),
  ];
}

/** Describes the limits that `readLimits` replaces, and what it replaces them by. */
export function limitProblems(isMultiple: boolean, given: Pick<ChoiceLimits, 'min' | 'max'>): readonly string[] {
  const { limits } = readLimits(isMultiple, given);
  const problems: string[] = [];
  const used = (name: keyof typeof LIMIT_RULES): number => {
    const { lowest, usual } = LIMIT_RULES[name];
    const value = given[name] ?? usual;
    if (isLimit(name, value)) return value;
    problems.push(
      `${name} must be a whole number from ${lowest} to ${MAX_CHOSEN}; ${usual} is used instead of ${value}`,
    );
    return usual;
  };
  const max = used('max');
  const min = used('min');
  if (min > limits.max) {
    const why = isMultiple ? `max, ${max}` : '1, the most without multiple';
    problems.push(`min, ${min}, is greater than ${why}; ${limits.max} is used for both`);
  }
  return problems;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
