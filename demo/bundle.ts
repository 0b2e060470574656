/** The parts of a bundle (`catalogue.json`) that the demo plans, as far as it reads them again; keys are spelled as on the wire. */

/** A text in both languages, or the same in all. */
export type BundleText = string | { readonly en: string; readonly de: string };

export type BundleFieldValue = BundleText | number | boolean | readonly number[];

export interface BundleField {
  readonly id: number;
  readonly name: BundleText;
  readonly type: 'text' | 'number' | 'date' | 'node_reference' | 'checkbox' | 'dropdown';
  readonly on: readonly ('asset' | 'node')[];
  readonly values?: readonly { readonly id: number; readonly name: { readonly en: string; readonly de: string } }[];
}

export interface BundleAccess {
  readonly group: number;
  readonly view?: boolean;
  readonly download?: readonly number[] | '*';
}

export interface BundleNode {
  readonly id: number;
  readonly type: number;
  readonly parent: number | null;
  readonly name: BundleText;
  readonly position: number;
  readonly infofields?: Readonly<Record<string, BundleFieldValue>>;
  readonly access?: readonly BundleAccess[];
}

export interface BundleAsset extends Readonly<Record<string, unknown>> {
  readonly id: number;
  readonly file?: string;
  readonly name: string;
  readonly type: string;
  readonly infofields: Readonly<Record<string, BundleFieldValue>>;
  readonly versions?: readonly { readonly file: string }[];
  readonly downloads?: readonly { readonly date: string; readonly count: number }[];
}

export interface Bundle {
  readonly languages: readonly string[];
  readonly default_language: string;
  readonly node_types: readonly object[];
  readonly asset_types: readonly object[];
  readonly info_fields: readonly BundleField[];
  readonly relation_types: readonly object[];
  readonly download_formats: readonly { readonly icon: string }[];
  readonly groups: readonly object[];
  readonly users: readonly object[];
  readonly nodes: readonly BundleNode[];
  readonly assets: readonly BundleAsset[];
  readonly reviews: readonly object[];
}
