/** Which base of the search index the nodes of a catalogue share, so that a new node need not read every asset. */

/** A file in the store that nodes share. */
export interface SharedBase {
  /** Name of the object. */
  readonly name: string;
  /** Revision of the catalogue that the base was built from. */
  readonly revision: number;
  /** Bytes of the file. */
  readonly size: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** A base that a node would share. */
interface BaseOffer extends Pick<SharedBase, 'name' | 'revision'> {
  /** What the layout of its segment depends on. A base of another shape is of no use any more. */
  readonly shape: string;
  /** How long the upload may take; after that another node may have the turn. */
  readonly seconds: number;
}

/** The turn of one node to upload a base. Disposal gives it up, unless the base was published. */
interface BaseUpload extends AsyncDisposable {
  /** Name of the file that a node was uploading when it failed. */
  readonly leftover: string | undefined;
  /**
   * Makes the uploaded file the one that nodes fetch. Returns the name of a file that no node needs any more: that of the
   * base before the last, or that of this base if the turn is over.
   */
  publish(file: Pick<SharedBase, 'size' | 'sha256'>): Promise<string | undefined>;
}

/** The bases that are shared, by format: which programs can read a base. */
export interface SharedBases {
  /** Returns the base that was published last; undefined if the change log no longer reaches back to it. */
  newest(format: string): Promise<SharedBase | undefined>;
  /**
   * Returns the turn to upload a base; `busy` while another node has it; `needless` if the shared base is nearly as new,
   * or if the catalogue has never had this revision.
   */
  claim(format: string, offer: BaseOffer): Promise<BaseUpload | 'busy' | 'needless'>;
  /** Forgets a base whose file is of no use, so that the next node which builds one shares it. */
  forget(format: string, name: string): Promise<void>;
}
