import { createHash, timingSafeEqual } from 'node:crypto';
import type { ListedToken, TokenList } from './token-list.ts';
import type { Identity, TokenVerifier } from './token-verifier.ts';

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
  let state: number | undefined;
  let listed: readonly ListedToken[] = [];
  const noted = new Map<number, number>();

  function current(): readonly ListedToken[] {
    const newest = list.state();
    if (newest !== state) {
      listed = list.all();
      state = newest;
      // The list contains the recorded uses by now, and it may reuse the ID of a removed token.
      noted.clear();
    }
    return listed;
  }

  function note({ id, lastUsed = 0 }: ListedToken, time: number): void {
    if (time - Math.max(lastUsed, noted.get(id) ?? 0) < NOTED_EVERY_MS) return;
    noted.set(id, time);
    // Deferred until after the answer, so that no caller waits for the disk.
    setImmediate(() => {
      try {
        list.touch(id, time);
      } catch (error) {
        report(error);
      }
    });
  }

  return {
    verify: async (token, { signal }): Promise<Identity | undefined> => {
      signal.throwIfAborted();
      const sha256 = createHash('sha256').update(token).digest();
      const fromSettings = findEqual(configured, sha256);
      const fromList = findEqual(current(), sha256);
      if (fromSettings) return { user: fromSettings.user };
      const time = now();
      if (!fromList || (fromList.expires !== undefined && fromList.expires <= time)) return undefined;
      note(fromList, time);
      return { user: fromList.user, ...(fromList.expires === undefined ? {} : { expires: fromList.expires }) };
    },
    state: () => list.state(),
    [Symbol.asyncDispose]: async () => {},
  };
}

/** Compares with every token in constant time, so that the duration reveals nothing. */
function findEqual<T extends { readonly sha256: Uint8Array }>(tokens: readonly T[], sha256: Uint8Array): T | undefined {
  let found: T | undefined;
  for (const token of tokens) if (timingSafeEqual(token.sha256, sha256)) found = token;
  return found;
}
