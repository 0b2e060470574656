import { createHash, timingSafeEqual } from 'node:crypto';
import type { ListedToken, TokenList } from './token-list.ts';
import { type Identity, type TokenVerifier, VerifierUnavailable } from './token-verifier.ts';

/** Shortest interval between two records of a token's use. */
const NOTED_EVERY_MS = 3_600_000;

/** Opens a verifier for tokens of the configuration and of a list. The caller closes the list. */
export function openStaticTokens(options: {
  readonly configured: readonly { readonly sha256: string; readonly user: number }[];
  readonly list: TokenList;
  /** Receives the error if a use could not be recorded. */
  report(error: unknown): void;
  /** Current time in UTC milliseconds. */
  now?(): number;
}): TokenVerifier {
  const { list, report, now = Date.now } = options;
  const configured = options.configured.map(({ sha256, user }) => ({ sha256: Buffer.from(sha256, 'hex'), user }));
  /** The list at its newest known state. */
  let newest: Listed = { state: undefined, tokens: [] };
  let reading: { readonly state: number; readonly tokens: Promise<readonly ListedToken[]> } | undefined;
  const noted = new Map<number, number>();

  /** Each thread follows the list by itself, so the one that asks may have seen a newer state than this one. */
  function newestState(seen: number | undefined): number | undefined {
    const own = list.state();
    return own !== undefined && seen !== undefined ? Math.max(own, seen) : (own ?? seen);
  }

  async function listed(seen: number | undefined): Promise<readonly ListedToken[]> {
    const state = newestState(seen);
    // A reading that began before may lack what was revoked since.
    if (state === undefined) return await read(undefined);
    if (state === newest.state) return newest.tokens;
    // Verifications that saw the same state share one reading.
    if (reading?.state !== state) reading = { state, tokens: read(state) };
    return await reading.tokens;
  }

  async function read(state: number | undefined): Promise<readonly ListedToken[]> {
    try {
      const tokens = await list.all();
      if (state !== undefined && state > (newest.state ?? -1)) {
        newest = { state, tokens };
        // The list contains the recorded uses by now, and it may reuse the ID of a removed token.
        noted.clear();
      }
      return tokens;
    } catch (cause) {
      throw new VerifierUnavailable('the list of tokens cannot be read', { cause });
    } finally {
      if (reading?.state === state) reading = undefined;
    }
  }

  function note({ id, lastUsed = 0 }: ListedToken, time: number): void {
    if (time - Math.max(lastUsed, noted.get(id) ?? 0) < NOTED_EVERY_MS) return;
    noted.set(id, time);
    // Deferred until after the answer, so that no caller waits for the disk.
    setImmediate(() => {
      list.touch(id, time).catch(report);
    });
  }

  return {
    verify: async (token, { signal, seen }): Promise<Identity | undefined> => {
      signal.throwIfAborted();
      const sha256 = createHash('sha256').update(token).digest();
      const fromSettings = findEqual(configured, sha256);
      // Valid even while the list can't be read.
      if (fromSettings) return { user: fromSettings.user };
      const fromList = findEqual(await listed(seen), sha256);
      const time = now();
      if (!fromList || (fromList.expires !== undefined && fromList.expires <= time)) return undefined;
      note(fromList, time);
      return { user: fromList.user, ...(fromList.expires === undefined ? {} : { expires: fromList.expires }) };
    },
    state: newestState,
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Compares with every token in constant time, so that the duration reveals nothing. */
function findEqual<T extends { readonly sha256: Uint8Array }>(tokens: readonly T[], sha256: Uint8Array): T | undefined {
  let found: T | undefined;
  for (const token of tokens) if (timingSafeEqual(token.sha256, sha256)) found = token;
  return found;
}

interface Listed {
  readonly state: number | undefined;
  readonly tokens: readonly ListedToken[];
}
