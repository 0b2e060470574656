/** The columns of the list view beside the name; `info_<ID>` is one of a field. */
export const COLUMNS = ['kind', 'dimensions', 'size', 'uploaded', 'modified', 'rights'] as const;

export const USUAL_COLUMNS: readonly string[] = ['kind', 'dimensions', 'size', 'modified', 'rights'];

/** Maximum number of columns: more would have no width on any screen. */
export const MAX_COLUMNS = 12;

export function isColumn(column: unknown): column is string {
  return typeof column === 'string' && (/^info_\d{1,16}$/.test(column) || COLUMNS.some((each) => each === column));
}

/** Returns the IDs of the fields among these columns. */
export function fieldsOf(columns: readonly string[]): readonly number[] {
  return columns.flatMap((column) => Number(/^info_(\d+)$/.exec(column)?.[1] ?? Number.NaN) || []);
}
