import type { PropertyValues } from 'lit';
import { type Accepted, readAccept } from './accept.ts';
import { readIds, readLimits } from './choice.ts';
import { fieldId, fieldsOf, type ResultFields, readFormats } from './result-fields.ts';
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
  const told = new Set<string>();
  let resultFields: ResultFields = { altField: 'alt_name', rightsField: '', formats: [] };

  function takeAll(): void {
    const { altField, rightsField } = fieldsOf(attributes);
    accepted = readAccept(attributes.accept);
    resultFields = { formats: readFormats(attributes.formats).formats, altField, rightsField };
  }

  /** True if something may mean nothing. */
  function isSuspect(): boolean {
    const { altField, rightsField } = fieldsOf(attributes);
    const selected = readIds(attributes.getAttribute('selected'));
    const isField = (field: string, other: string) => field === other || fieldId(field) !== undefined;
    return (
      accepted.types.length > 0 ||
      [accepted, selected, readFormats(attributes.formats)].some(({ unknown }) => unknown.length > 0) ||
      readLimits(attributes.multiple, attributes).isWrong ||
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
      if (!NAMES.some((name) => changed.has(name))) return;
      takeAll();
      if (isSuspect()) void tellProblems().catch(() => undefined);
    },
  };
}
