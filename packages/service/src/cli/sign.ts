import { quote } from '../../../core/src/domain/errors.ts';
import { faultOfSigned } from '../app/signable.ts';
import { openExistingStorage, type Storage } from '../app/storage.ts';
import { signTarget } from '../auth/signed-address.ts';
import { loadConfig } from '../config/load.ts';
import type { CommandLine } from './command-line.ts';
import { DAY_MS, readExpiry, readUser, requireUser } from './given-rights.ts';
import { UsageError } from './usage-error.ts';

/** Runs `abs sign`: prints the address with its signature and nothing else, for scripts. */
export async function run(line: CommandLine): Promise<number> {
  const { operands, settings, user = '', groups, expires = '' } = line;
  const id = readUser(user);
  const ids = groups === undefined ? undefined : readGroups(groups);
  const now = Date.now();
  const end = readExpiry(expires, now);
  const { origin, target } = readAddress(operands[0] ?? '');
  const config = loadConfig({ options: settings });
  const { keys, maxDays } = config.sign;
  const [key] = keys;
  if (!key) throw new Error('there is no key; give one in sign.keys, to the service as well');
  if (end > now + maxDays * DAY_MS)
    throw new UsageError(`--expires ${expires} is more than ${maxDays} days ahead, which sign.maxDays allows`);
  const fault = faultOfSigned(target, config);
  if (fault !== undefined) throw new UsageError(`the address ${fault}`);
  await using storage = await openExistingStorage(config);
  await requireUser(storage, id);
  await requireGroups(storage, ids ?? []);
  const as = { user: id, ...(ids && { groups: ids }), expires: Math.floor(end / 1000) };
  console.log(origin + signTarget(target, as, key));
  return 0;
}

/** Splits an address; what browsers would escape is escaped, because the service receives it like that. */
function readAddress(text: string): { readonly origin: string; readonly target: string } {
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text))
    throw new UsageError(`${quote(text)} begins neither with http:// or https:// nor with one /`);
  if (!URL.canParse(text, 'http://localhost')) throw new UsageError(`${quote(text)} is not an address`);
  const { origin, username, password, pathname, search, hash } = new URL(text, 'http://localhost');
  if (hash !== '' || username !== '' || password !== '')
    throw new UsageError('an address with #, a user or a password is not signed');
  return { origin: isPath ? '' : origin, target: pathname + search };
}

function readGroups(text: string): readonly number[] {
  if (!/^\d{1,16}(?:,\d{1,16}){0,999}$/.test(text))
    throw new UsageError(`--groups ${text} is not a list of group IDs such as 3,12`);
  return text.split(',').map(Number);
}

async function requireGroups({ catalogue }: Storage, ids: readonly number[]): Promise<void> {
  const { groups } = (await catalogue.snapshot()).model;
  const unknown = ids.find((id) => !groups.has(id));
  if (unknown !== undefined) throw new Error(`the catalogue has no group ${unknown}`);
}
