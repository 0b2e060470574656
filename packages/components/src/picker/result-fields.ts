/** What to tell of the chosen assets. */
export interface ResultFields {
  /** `alt_name` for the field that the service is configured with, or `info_<ID>`. */
  readonly altField: string;
  /** `info_<ID>`; empty for none. */
  readonly rightsField: string;
  readonly formats: readonly string[];
}

/** Reads the text of `formats`: what it names, and what means nothing. */
export function readFormats(text: string): {
  readonly formats: readonly string[];
  readonly unknown: readonly string[];
} {
  const parts = [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean);
  const isKnown = (part: string) => /^(?:thumb|preview|download|\d{1,15})$/.test(part);
  return { formats: parts.filter(isKnown), unknown: parts.filter((part) => !isKnown(part)) };
}

/** The ID of the information field that `info_<ID>` names; undefined for anything else. */
export function fieldId(field: string): number | undefined {
  const id = /^info_(\d{1,15})$/.exec(field)?.[1];
  return id === undefined ? undefined : Number(id);
}
