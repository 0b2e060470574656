/** The parts of a bundle (`catalogue.json`) that the demo generates. Keys are spelled as in the file. */

/** Value of an information field: a text in both languages or the same in all, a number, a boolean, or node IDs. */
export type FieldValue = string | { readonly en: string; readonly de: string } | number | boolean | readonly number[];

/** An access rule of a folder. */
export interface Access {
  readonly group: number;
  readonly view?: boolean;
  readonly download?: readonly number[] | '*';
}

export interface BundleNode {
  readonly id: number;
  readonly type: number;
  readonly parent: number | null;
  readonly name: { readonly en: string; readonly de: string };
  readonly position: number;
  readonly infofields?: Readonly<Record<string, FieldValue>>;
  readonly access?: readonly Access[];
}
