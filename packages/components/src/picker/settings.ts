import type { PropertyValues } from 'lit';
import { type Accepted, readAccept } from './accept.ts';
import { givenIds, readIds, readLimits } from './choice.ts';
import { fieldId, fieldsOf, type ResultFields, readFormats } from './result-fields.ts';
import type { PickerAttributes } from './setting-problems.ts';

/** The settings of a picker, read from its attributes and properties. */
export interface PickerSettings {
  readonly accepted: Accepted;
  readonly resultFields: ResultFields;
  /** Reads what changed. The console shows developers which settings are invalid, and what they must be. */
  read(changed: PropertyValues): void;
}

/** Properties that are read or checked here. */
const NAMES = ['accept', 'multiple', 'min', 'max', 'formats', 'altField', 'rightsField', 'selected', 'filter', 'start'];

export function openSettings(attributes: PickerAttributes): PickerSettings {
  let accepted = readAccept('');
  const reported = new Set<string>();
  let resultFields: ResultFields = { altField: 'alt_name', rightsField: '', formats: [] };

  function readAll(): void {
    const { altField, rightsField } = fieldsOf(attributes);
    accepted = readAccept(attributes.accept);
    resultFields = { formats: readFormats(attributes.formats).formats, altField, rightsField };
  }

  /** True if a setting may be invalid. Cheap, because the messages about invalid settings are loaded only then. */
  function isSuspect(): boolean {
    const { altField, rightsField } = fieldsOf(attributes);
    const selected = readIds(givenIds(attributes));
    const isField = (field: string, other: string) => field === other || fieldId(field) !== undefined;
    return (
      accepted.types.length > 0 ||
      (attributes.filter ?? attributes.start) !== undefined ||
      [accepted, selected, readFormats(attributes.formats)].some(({ unknown }) => unknown.length > 0) ||
      readLimits(attributes.multiple, attributes).isWrong ||
      !isField(altField, 'alt_name') ||
      !isField(rightsField, '')
    );
  }

  async function reportProblems(): Promise<void> {
    const { problemsOf } = await import('./setting-problems.ts');
    for (const problem of problemsOf(attributes)) {
      if (!reported.has(problem)) console.error(`abs-picker: ${problem}.`);
      reported.add(problem);
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
      readAll();
      if (isSuspect()) void reportProblems().catch(() => undefined);
    },
  };
}
