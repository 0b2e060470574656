import { appendFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/settings.ts';
import type { AuditEntry, AuditLog } from './audit-log.ts';

/** Delay after which entries are written to disk. */
const WRITE_MS = 100;
/** Most entries that wait for the disk; further ones are dropped and counted. */
const MAX_WAITING = 10_000;
/** Size at which the log of a service is renamed. */
const FILE_MEGABYTES = 64;

/** An audit log that writes its remaining entries when it is disposed. */
export interface AuditFile extends AuditLog, AsyncDisposable {}

/**
 * Appends entries to a file, one JSON object per line; several processes may do so. The file is opened for each batch,
 * so it may be moved away at any time. At `megabytes` it is renamed to `<path>.1`.
 */
export function openAuditFile(options: {
  readonly path: string;
  readonly megabytes: number;
  /** Receives the error of a batch that could not be written; the batch is retried with the next one. */
  report(error: unknown): void;
  now?(): number;
}): AuditFile {
  const { path, megabytes, report, now = Date.now } = options;
  let waiting: string[] = [];
  let leftOut = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = waiting;
    const missing = leftOut;
    if (batch.length === 0) return;
    waiting = [];
    leftOut = 0;
    const lines = missing === 0 ? batch : [...batch, lineOf({ event: 'left_out', details: { count: missing } }, now())];
    try {
      await makeRoom(path, megabytes);
      await appendFile(path, lines.join(''), { mode: 0o600 });
    } catch (error) {
      report(error);
      const all = [...batch, ...waiting];
      waiting = all.slice(0, MAX_WAITING);
      leftOut += missing + all.length - waiting.length;
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    record: (entry) => {
      if (waiting.length >= MAX_WAITING) leftOut += 1;
      else waiting.push(lineOf(entry, now()));
      timer ??= setTimeout(flush, WRITE_MS);
    },
    [Symbol.asyncDispose]: flush,
  };
}

/** Opens the audit log in the data folder. */
export function openAudit({ data }: Pick<Config, 'data'>, report: (error: unknown) => void): AuditFile {
  return openAuditFile({ path: join(data, 'audit.log'), megabytes: FILE_MEGABYTES, report });
}

type Line = Omit<AuditEntry, 'event'> & { readonly event: string };

function lineOf({ event, address, user, endpoint, details }: Line, time: number): string {
  const where = { address, user, endpoint: endpoint || undefined };
  return `${JSON.stringify({ time: new Date(time).toISOString(), event, ...where, ...details })}\n`;
}

async function makeRoom(path: string, megabytes: number): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && found.size >= megabytes * 2 ** 20) await rename(path, `${path}.1`);
}
