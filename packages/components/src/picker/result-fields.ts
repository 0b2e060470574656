/** Which data of the chosen assets the page gets. */
export interface ResultFields {
  /** `alt_name` for the field that the setting `asset.altField` names, or else that of names, `asset.nameField`; or `info_<ID>`. */
  readonly altField: string;
  /** `info_<ID>`; empty for none. */
  readonly rightsField: string;
  readonly formats: readonly string[];
}

/** Reads the text of `formats`, or a list. `unknown` has the parts that are no format. Undefined stands for the default. */
export function readFormats(text: unknown): {
  readonly formats: readonly string[];
  readonly unknown: readonly string[];
} {
  const parts = [
    ...new Set(
      String(text ?? 'preview')
        .split(',')
        .map((part) => part.trim()),
    ),
  ].filter(Boolean);
  const isKnown = (part: string) => /^(?:thumb|preview|download|\d{1,16})$/.test(part);
  return { formats: parts.filter(isKnown), unknown: parts.filter((part) => !isKnown(part)) };
}

/** The ID of the information field that `info_<ID>` names; undefined for anything else. */
export function fieldId(field: string): number | undefined {
  const id = /^info_(\d{1,16})$/.exec(field)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** The data that the attributes name. Leaves out formats that cannot exist. */
export function resultFieldsOf(attributes: Record<keyof ResultFields, string>): ResultFields {
  return { ...fieldsOf(attributes), formats: readFormats(attributes.formats).formats };
}

/** The fields that the attributes name. Frameworks set undefined or null for the defaults. */
export function fieldsOf({ altField, rightsField }: Omit<ResultFields, 'formats'>): Omit<ResultFields, 'formats'> {
  return { altField: altField ?? 'alt_name', rightsField: rightsField ?? '' };
}
