import type { ListedToken, TokenList } from '../auth/token-list.ts';

/** Makes a list equal to another: tokens that the source no longer has are revoked. Returns the number of tokens. */
export async function copyTokens(from: TokenList, to: TokenList): Promise<number> {
  const [wanted, former] = [await from.all(), await to.all()];
  const contents = new Set(wanted.map(contentOf));
  for (const token of former) if (!contents.has(contentOf(token))) await to.remove(token.name);
  const kept = new Set(former.map(contentOf));
  for (const token of wanted) if (!kept.has(contentOf(token))) await to.add(token);
  const uses = new Map(wanted.map(({ name, lastUsed }) => [name, lastUsed]));
  for (const { id, name, lastUsed } of await to.all()) {
    const used = uses.get(name);
    if (used !== undefined && used !== lastUsed) await to.touch(id, used);
  }
  return wanted.length;
}

function contentOf({ name, user, sha256, created, expires }: ListedToken): string {
  return JSON.stringify([name, user, Buffer.from(sha256).toString('hex'), created, expires ?? null]);
}
