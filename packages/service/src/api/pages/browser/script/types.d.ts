/** What the page's script reads of the service's answers, and the state that its files share. */

type Query = Readonly<Record<string, string | number | boolean | undefined>>;
/** A method, so that a listener may name the kind of its event. */
type Listener = { handle(event: Event): void }['handle'];
type Properties = Readonly<Record<string, string | number | boolean | undefined | Listener>>;
type Child = string | globalThis.Node | false | undefined;

interface Envelope<Data> {
  readonly status: number;
  readonly data: Data;
  readonly total?: number;
  readonly message?: string;
}

interface About {
  readonly guiLanguages?: readonly string[];
  readonly containerLanguages?: readonly string[];
  readonly defaultLanguage?: string;
  readonly nodeTypes: readonly { readonly id: string; readonly name: string }[];
}

/** A node as the service sends it. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly type?: number;
  readonly assets?: number;
  readonly children?: readonly Entry[];
}

/** Something that has siblings below it: a node or a tree. */
interface Owner {
  /** How many siblings are shown. */
  most?: number;
}

/** A node in the page, with its elements once it was drawn. */
interface Branch extends Owner {
  readonly id: number;
  name: string;
  type: number | undefined;
  assets: number | undefined;
  parent: Branch | undefined;
  children: Branch[];
  open: boolean;
  /** How many levels below it are loaded. */
  levels: number;
  isFilling?: boolean;
  drawn?: { readonly item: HTMLElement; readonly row: HTMLElement; readonly group: HTMLElement };
}

interface Forest extends Owner {
  readonly kind: number;
  readonly byId: Map<number, Branch>;
  readonly roots: Branch[];
}

interface Hit {
  readonly id: number;
  readonly name: string;
  readonly path: readonly string[];
}

interface State {
  readonly kind: number | undefined;
  readonly node: number | undefined;
  readonly asset: number | undefined;
  readonly q: string | undefined;
  readonly view: 'top' | undefined;
  readonly sort: string | undefined;
  readonly locale: string | undefined;
}

interface Asset {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly extension?: string;
  readonly pages?: number;
  readonly downloads?: number;
  readonly preview_width?: number;
  readonly preview_height?: number;
}

/** The asset in the dialog. A link may open one of which only the ID is known at first. */
interface Current extends Partial<Asset> {
  readonly id: number;
  /** The shown page of a document, from 0. */
  page: number;
  locale: string;
  name?: string;
  type?: number;
  pages?: number;
}

/** The list in the grid. */
interface Content {
  readonly state?: State;
  readonly items: Asset[];
  total: number;
  /** The last page that was loaded, from 1. */
  page: number;
  loading?: Promise<void> | undefined;
  isDone?: boolean;
  isStuck?: boolean;
}

interface Field {
  readonly name: string;
  readonly value: string;
  readonly values?: readonly {
    readonly name: string;
    readonly value: string;
    readonly type: string;
    readonly info?: string;
  }[];
}

interface Version {
  readonly version: number;
  readonly date?: string;
  readonly name?: string;
  readonly active?: boolean;
}

interface Details {
  readonly name: string;
  readonly general?: Readonly<Record<string, string>> | { readonly name: string; readonly value: string }[];
  readonly general_title?: string;
  readonly infofields?: readonly Field[];
  readonly infofields_title?: string;
  readonly keyword_list?: readonly { readonly id: number; readonly name: string; readonly path: string }[];
  readonly keywords_title?: string;
  readonly versions?: readonly Version[];
  readonly links?: readonly Asset[];
}

interface Format {
  readonly id: number;
  readonly name: string;
  readonly description?: string;
  readonly url?: string;
}

interface DownloadInfo {
  readonly type: number;
  readonly formats: readonly Format[];
}
