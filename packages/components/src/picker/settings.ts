import type { PropertyValues } from 'lit';
import { type Accepted, readAccept } from './accept.ts';
import { readIds, readLimits } from './choice.ts';
import { fieldId, type ResultFields, readFormats } from './result-fields.ts';
import type { PickerAttributes } from './setting-problems.ts';

/** What a picker takes of its attributes. */
export interface PickerSettings {
  readonly accepted: Accepted;
  readonly resultFields: ResultFields;
  /** Reads the attributes that changed. The console tells developers which mean nothing, and what would. */
  read(changed: PropertyValues): void;
}

/** Properties that are read here. */
const NAMES = ['accept', 'multiple', 'min', 'max', 'formats', 'altField', 'rightsField', 'selected'];

/** Opens the settings of a picker. */
export function openSettings(attributes: PickerAttributes): PickerSettings {
  let accepted = readAccept('');
  let acceptedText = '';
  const told = new Set<string>();
  let resultFields: ResultFields = { altField: 'alt_name', rightsField: '', formats: [] };

  /** Takes the attributes over. Returns whether something may mean nothing. */
  function readAll(): boolean {
    const { multiple, min, max, altField, rightsField } = attributes;
    const { formats, unknown } = readFormats(attributes.formats);
    // The same object as long as it says the same, because filters are asked for with each new one.
    if (acceptedText !== attributes.accept) accepted = readAccept(attributes.accept);
    acceptedText = attributes.accept;
    resultFields = { formats, altField, rightsField };
    const selected = readIds(attributes.getAttribute('selected') ?? '');
    const isField = (field: string, other: string) => field === other || fieldId(field) !== undefined;
    return (
      accepted.types.length > 0 ||
      [accepted, selected, { unknown }].some((read) => read.unknown.length > 0) ||
      readLimits(multiple, { min, max }).isWrong ||
      !isField(altField, 'alt_name') ||
      !isField(rightsField, '')
    );
  }

  async function tellProblems(): Promise<void> {
    const { problemsOf } = await import('./setting-problems.ts');
    for (const problem of problemsOf(attributes)) {
      if (!told.has(problem)) console.error(`abs-picker: ${problem}.`);
      told.add(problem);
    }
  }

  return {
    get accepted() {
      return accepted;
    },
    get resultFields() {
      return resultFields;
    },
    read: (changed) => {
      if (NAMES.some((name) => changed.has(name)) && readAll()) void tellProblems().catch(() => undefined);
    },
  };
}
