import { createHash, randomBytes } from 'node:crypto';
import { openExistingStorage } from '../app/storage.ts';
import { openAudit } from '../auth/audit-file.ts';
import type { AuditEntry } from '../auth/audit-log.ts';
import type { ListedToken } from '../auth/token-list.ts';
import { tokenSettings, usesListedTokens } from '../auth/token-verifiers.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/settings.ts';
import type { CommandLine } from './command-line.ts';
import { readExpiry, readUser, requireUser } from './given-rights.ts';
import { table } from './help.ts';
import { UsageError } from './usage-error.ts';

const TOKEN_BYTES = 24;
/** Makes tokens recognisable to people and to tools that search for leaked secrets. */
const PREFIX = 'abs_';
const LONGEST_NAME = 100;

/** Runs `abs token create|list|revoke`. */
export async function run({ operands: [action = '', name], settings, user, expires }: CommandLine): Promise<number> {
  if (action === 'list') {
    if (name !== undefined || user !== undefined || expires !== undefined)
      throw new UsageError('list takes nothing more');
    return await list(loadConfig({ options: settings }));
  }
  if (action !== 'create' && action !== 'revoke') throw new UsageError(`${action} is not one of create, list, revoke`);
  if (name === undefined) throw new UsageError(`${action} needs NAME`);
  if (action === 'create') return await create(loadConfig({ options: settings }), { name, user, expires });
  if (user !== undefined || expires !== undefined) throw new UsageError('revoke takes NAME alone');
  return await revoke(loadConfig({ options: settings }), name);
}

/** Creates a token and prints nothing else to stdout, for scripts. The token is never shown again. */
async function create(
  config: Config,
  { name, user, expires }: { name: string; user: string | undefined; expires: string | undefined },
): Promise<number> {
  if (/\p{Cc}/u.test(name) || name.trim() === '' || name.length > LONGEST_NAME) {
    throw new UsageError(`NAME is a line of 1 to ${LONGEST_NAME} characters`);
  }
  if (user === undefined) throw new UsageError('create needs --user ID');
  const now = Date.now();
  const end = expires === undefined ? undefined : readExpiry(expires, now);
  const owner = readUser(user);
  await using storage = await openExistingStorage(config);
  await requireUser(storage, owner);

  const token = PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const sha256 = createHash('sha256').update(token).digest();
  if (!(await storage.tokens.add({ name, user: owner, sha256, created: now, expires: end }))) {
    throw new Error(`there is a token ${name} already; revoke it first, or take another name`);
  }
  await record(config, { event: 'token_created', user: owner, details: { name } });
  console.log(token);
  console.error(`token ${name} for user ${owner}: keep it now, it is not shown again`);
  if (!hasStaticVerifier(config))
    console.error('no base address of these settings asks for it: set token.verifier to static');
  return 0;
}

async function list(config: Config): Promise<number> {
  await using storage = await openExistingStorage(config);
  const heads = ['NAME', 'USER', 'CREATED', 'LAST USED', 'EXPIRES'];
  for (const row of table([heads, ...(await storage.tokens.all()).map(rowOf)])) console.log(row);
  return 0;
}

function rowOf({ name, user, created, lastUsed, expires }: ListedToken): readonly string[] {
  return [name, String(user), minute(created), minute(lastUsed), minute(expires)];
}

/** Formats a time in UTC to the minute. Uses of a token are recorded at most once an hour. */
function minute(time: number | undefined): string {
  return time === undefined ? 'never' : `${new Date(time).toISOString().slice(0, 16)}Z`;
}

async function revoke(config: Config, name: string): Promise<number> {
  await using storage = await openExistingStorage(config);
  const gone = await storage.tokens.remove(name);
  if (!gone) throw new Error(`there is no token ${name}`);
  await record(config, { event: 'token_revoked', user: gone.user, details: { name } });
  const { url, lagMilliseconds } = config.catalogue;
  const when = url === null ? 'from now on' : `within ${lagMilliseconds} ms`;
  console.error(`token ${name} is revoked; running servers refuse it ${when}`);
  return 0;
}

async function record(config: Config, entry: AuditEntry): Promise<void> {
  await using audit = openAudit(config, (trouble) =>
    console.error(`abs token: the audit log is not written: ${trouble}`),
  );
  audit.record(entry);
}

function hasStaticVerifier(config: Config): boolean {
  return [...tokenSettings(config).values()].some(usesListedTokens);
}
