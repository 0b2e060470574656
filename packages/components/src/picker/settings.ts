import type { PropertyValues } from 'lit';
import { ACCEPTED_WORDS, type Accepted, readAccept } from './accept.ts';
import { type ChoiceLimits, readIds, readLimits } from './choice.ts';
import { FORMAT_WORDS, fieldId, readFormats, type Wanted } from './wanted.ts';

/** What pages may write on a picker. */
export interface PickerAttributes {
  readonly accept: string;
  readonly multiple: boolean;
  readonly min: number;
  readonly max: number;
  readonly formats: string;
  readonly altField: string;
  readonly rightsField: string;
  getAttribute(name: string): string | null;
}

/** What a picker takes of its attributes. */
export interface PickerSettings {
  readonly accepted: Accepted;
  readonly limits: ChoiceLimits;
  readonly wanted: Wanted;
  /** Reads the attributes that changed. The console tells developers which mean nothing, and what would. */
  read(changed: PropertyValues): void;
}

/** Opens the settings of a picker. */
export function openSettings(attributes: PickerAttributes): PickerSettings {
  let accepted = readAccept('');
  let limits = readLimits(false, { min: 0, max: 1 }).limits;
  let wanted: Wanted = { altField: 'alt_name', rightsField: '', formats: [] };

  function readAll(changed: PropertyValues): readonly string[] {
    const has = (...names: readonly string[]) => names.some((name) => changed.has(name));
    const problems: string[] = [];
    const { multiple, min, max, altField, rightsField } = attributes;
    if (has('accept')) {
      accepted = readAccept(attributes.accept);
      if (accepted.unknown.length > 0) problems.push(`${ACCEPTED_WORDS}; ${listed(accepted.unknown)} is ignored`);
    }
    if (has('multiple', 'min', 'max')) {
      const read = readLimits(multiple, { min, max });
      limits = read.limits;
      problems.push(...read.problems);
    }
    if (has('formats', 'altField', 'rightsField')) {
      const { formats, unknown } = readFormats(attributes.formats);
      wanted = { formats, altField, rightsField };
      if (unknown.length > 0) problems.push(`${FORMAT_WORDS}; ${listed(unknown)} is ignored`);
      if (altField !== 'alt_name' && fieldId(altField) === undefined)
        problems.push(`alt-field takes alt_name or info_<ID>, not ${quoted(altField)}`);
      if (rightsField !== '' && fieldId(rightsField) === undefined)
        problems.push(`rights-field takes info_<ID>, not ${quoted(rightsField)}`);
    }
    const { unknown } = readIds(has('selected') ? (attributes.getAttribute('selected') ?? '') : '');
    if (unknown.length > 0) problems.push(`selected takes IDs separated by commas; ${listed(unknown)} is ignored`);
    return problems;
  }

  return {
    get accepted() {
      return accepted;
    },
    get limits() {
      return limits;
    },
    get wanted() {
      return wanted;
    },
    read: (changed) => {
      for (const problem of readAll(changed)) console.error(`abs-picker: ${problem}.`);
    },
  };
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function listed(parts: readonly string[]): string {
  return parts.map(quoted).join(', ');
}
