/** The parts of a bundle as they stand in `catalogue.json`; keys are spelled as on the wire. */

/** A text in both languages, or the same in all. */
export type BundleText = string | { readonly en: string; readonly de: string };

export type BundleFieldValue = BundleText | number | boolean | readonly number[];

export interface BundleNodeType {
  readonly id: number;
  readonly key: string;
  readonly name: BundleText;
  readonly permission: 'permission_defining' | 'non_permission_defining';
}

export interface BundleField {
  readonly id: number;
  readonly name: BundleText;
  readonly description?: BundleText;
  readonly type: 'text' | 'number' | 'date' | 'node_reference' | 'checkbox' | 'dropdown';
  readonly multiline?: boolean;
  readonly localized?: boolean;
  readonly on: readonly ('asset' | 'node')[];
  readonly values?: readonly { readonly id: number; readonly name: BundleText }[];
  readonly root_node?: number;
  readonly show_root?: boolean;
  readonly max_selections?: number;
}

export interface BundleFormat {
  readonly id: number;
  readonly name: BundleText;
  readonly description: BundleText;
  readonly icon: string;
  readonly position: number;
  readonly quick?: boolean;
  readonly default?: boolean;
  readonly categories?: readonly string[];
  readonly extensions?: readonly string[];
  readonly convert: Readonly<Record<string, string | number | boolean>> | null;
  readonly resizeable?: boolean;
  readonly editable?: boolean;
  readonly message?: BundleText;
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

export interface BundleAsset {
  readonly id: number;
  readonly file?: string;
  readonly name: string;
  readonly type: string;
  readonly nodes: readonly number[];
  readonly infofields: Readonly<Record<string, BundleFieldValue>>;
  readonly uploaded: string;
  readonly modified: string;
  readonly uploaded_by: number;
  readonly valid_until?: string | null;
  readonly versions?: readonly {
    readonly version: number;
    readonly file: string;
    readonly name: string;
    readonly date: string;
  }[];
  readonly relations?: readonly { readonly type: string; readonly to: number }[];
  readonly public_urls?: readonly {
    readonly id: number;
    readonly name: string;
    readonly url: string;
    readonly provider: string;
  }[];
  readonly downloads?: readonly { readonly date: string; readonly count: number }[];
  readonly size?: number;
  readonly extension?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pages?: number;
}

export interface BundleReview {
  readonly asset: number;
  readonly user: number;
  readonly rating: number;
  readonly comment?: string;
  readonly date: string;
}

export interface Bundle {
  readonly languages: readonly string[];
  readonly default_language: string;
  readonly node_types: readonly BundleNodeType[];
  readonly asset_types: readonly { readonly id: number; readonly key: string; readonly name: BundleText }[];
  readonly info_fields: readonly BundleField[];
  readonly relation_types: readonly {
    readonly id: number;
    readonly key: string;
    readonly name: BundleText;
    readonly symmetric: boolean;
    readonly reverse_name?: BundleText;
  }[];
  readonly download_formats: readonly BundleFormat[];
  readonly groups: readonly { readonly id: number; readonly name: BundleText }[];
  readonly users: readonly {
    readonly id: number;
    readonly name: string;
    readonly groups: readonly number[];
    readonly service?: boolean;
  }[];
  readonly nodes: readonly BundleNode[];
  readonly assets: readonly BundleAsset[];
  readonly reviews: readonly BundleReview[];
}
