/** A token made by `abs token create`. Only its hash is stored. */
export interface ListedToken {
  readonly id: number;
  /** Name chosen by the creator of the token; unique. */
  readonly name: string;
  /** ID of the user whom the token authenticates. */
  readonly user: number;
  /** SHA-256 of the token in UTF-8, 32 bytes. */
  readonly sha256: Uint8Array;
  /** UTC milliseconds, as all times here. */
  readonly created: number;
  readonly expires: number | undefined;
  /** Approximate time of the last use; undefined if never used. */
  readonly lastUsed: number | undefined;
}

/** The tokens that `abs token` makes. All processes and nodes of a service share one list. */
export interface TokenList extends AsyncDisposable {
  /**
   * Returns a number that increases when any process adds or removes a token; undefined if the newest one is unknown,
   * because the store has not answered for too long. Takes no time that a request would notice.
   */
  state(): number | undefined;
  /** Returns all tokens, ordered by name, at least as new as `state` before the call. */
  all(): Promise<readonly ListedToken[]>;
  /** Adds a token; resolves to false if the name is taken. */
  add(token: Omit<ListedToken, 'id' | 'lastUsed'>): Promise<boolean>;
  /** Removes a token and returns it; undefined if none has this name. */
  remove(name: string): Promise<ListedToken | undefined>;
  /** Records a use, without a change of `state`. A crash of the store may lose the record. */
  touch(id: number, time: number): Promise<void>;
}

/** Maximum number of tokens in a list: every presented token is compared with each of them. */
const MAX_TOKENS = 10_000;

/** Refuses a token that no longer fits into a list. */
export function refuseFullList(count: number): void {
  if (count >= MAX_TOKENS) throw new Error(`there are ${count} tokens; revoke those that nobody needs`);
}

/** Converts a row of the table `tokens`, which every store has in the same form. */
export function readListedToken(row: Readonly<Record<string, unknown>>): ListedToken {
  const time = (value: unknown) => (value === null ? undefined : Number(value));
  return {
    id: Number(row['id']),
    name: String(row['name']),
    user: Number(row['user']),
    sha256: row['sha256'] as Uint8Array,
    created: Number(row['created']),
    expires: time(row['expires']),
    lastUsed: time(row['last_used']),
  };
}
