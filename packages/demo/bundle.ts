/** Parts of a bundle (`catalogue.json`) that the demo plans; keys are spelled as on the wire. */

/** What an information field holds: a text in both languages or the same in all, a number, or the IDs of nodes. */
export type FieldValue = string | { readonly en: string; readonly de: string } | number | boolean | readonly number[];

/** A rule of access to a folder. */
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
