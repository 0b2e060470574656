import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { ClientBase } from 'pg';
import { CatalogueUnreachable } from '../catalogue-errors.ts';
import { isMissingFunction } from './failures.ts';
import { TIMELINE } from './outcome.ts';
import { queryOf } from './sql-query.ts';

/** Time that the check of a connection may take, in milliseconds: the pool doesn't limit it, and every caller waits. */
const CHECK_MS = 3_000;

/** A cluster of PostgreSQL, which its standbys continue, and how often one was promoted. */
interface Lineage {
  /** Undefined where the user may not read it. */
  readonly system: string | undefined;
  /** Eight hexadecimal digits. */
  readonly timeline: string;
}

/**
 * Opens a check of each new connection, which rejects with CatalogueUnreachable if the server was the primary before one
 * that this node has used: what is written to it would be lost. A promotion makes a newer timeline. Nothing else can tell
 * the two apart: a former primary agrees with itself, and what it stores is older than the promotion. The newest timeline
 * is in `file`, for the other threads of this node and after a restart; without a file, only this check remembers it.
 * `name` is the address without the password, for messages.
 */
export function openPrimaryCheck(name: string, file?: string): (client: ClientBase) => Promise<void> {
  let newest: Lineage | undefined;
  return async (client) => {
    const timeline = await timelineOf(client);
    if (timeline === undefined) return;
    const stored = file === undefined ? newest : readLineage(file);
    newest = later(newest, stored);
    if (newest?.timeline === timeline && stored?.timeline === timeline) return;
    const system = await systemOf(client);
    // Another cluster, such as one that pg_upgrade has made, counts its own timelines.
    const isOther = system !== undefined && newest?.system !== undefined && system !== newest.system;
    if (newest && timeline < newest.timeline && !isOther) throw former(name, file);
    newest = { system, timeline };
    if (file !== undefined && system !== undefined) storeLineage(file, newest);
  };
}

/** What another thread has seen of the same cluster, if that is newer. */
function later(own: Lineage | undefined, stored: Lineage | undefined): Lineage | undefined {
  if (own === undefined || stored === undefined) return own ?? stored;
  return own.system === stored.system && own.timeline < stored.timeline ? stored : own;
}

function readLineage(file: string): Lineage | undefined {
  try {
    const [, system, timeline] = /^(\d+) ([\dA-F]{8})\n$/.exec(readFileSync(file, 'utf8')) ?? [];
    return timeline === undefined ? undefined : { system, timeline };
  } catch {
    // A node without it has used no primary yet.
    return undefined;
  }
}

function storeLineage(file: string, { system, timeline }: Lineage): void {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    writeFileSync(temporary, `${system} ${timeline}\n`, { flag: 'wx', flush: true });
    renameSync(temporary, file);
  } catch {
    // Without a data folder or space, the next connection tries again, and this thread remembers it meanwhile.
    rmSync(temporary, { force: true });
  }
}

/** Undefined where users may not read it. */
async function systemOf(client: ClientBase): Promise<string | undefined> {
  try {
    const [row] = await queryOf(client, CHECK_MS)('SELECT system_identifier::text FROM pg_control_system()');
    return typeof row?.[0] === 'string' ? row[0] : undefined;
  } catch (error) {
    if (isMissingFunction(error)) return undefined;
    throw error;
  }
}

/** Eight hexadecimal digits; undefined on a standby, which is refused elsewhere, and where users may not read it. */
async function timelineOf(client: ClientBase): Promise<string | undefined> {
  try {
    const query = queryOf(client, CHECK_MS);
    const [row] = await query(`SELECT CASE WHEN NOT pg_is_in_recovery() THEN ${TIMELINE} END`);
    return typeof row?.[0] === 'string' ? row[0] : undefined;
  } catch (error) {
    if (isMissingFunction(error)) return undefined;
    throw error;
  }
}

function former(name: string, file: string | undefined): CatalogueUnreachable {
  const otherwise = file === undefined ? 'restart this node' : `remove ${file} and restart this node`;
  const advice = `name the new primary, or ${otherwise} if the server is the right one`;
  return new CatalogueUnreachable(
    `catalogue.url: the server was the primary before a standby was promoted; ${advice} (${name})`,
  );
}
