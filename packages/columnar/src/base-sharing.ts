/**
 * Base: the large segment of the index that a build makes. Nodes share it through a bucket, so that a new node fetches one
 * file instead of reading every asset.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '../../core/src/platform/s3/s3-client.ts';
import type { S3Counts } from '../../core/src/platform/s3/s3-counts.ts';
import { openS3Object } from '../../core/src/platform/s3/s3-reader.ts';
import type { S3Settings } from '../../core/src/platform/s3/s3-settings.ts';
import { uploadToS3 } from '../../core/src/platform/s3/s3-upload.ts';
import { isAbsence } from '../../core/src/platform/system-errors.ts';
import type { Base } from './build-base.ts';
import { INDEX_FORMAT, newTemporaryPath, readIndexFile, readIndexRevision } from './index-file.ts';
import type { SharedBase, SharedBases } from './shared-bases.ts';

/** Begins the names of the objects. */
const FOLDER = 'index/';
const CHUNK_BYTES = 512 * 1024;
/** A build makes about 4 MiB of the index a second, so a slower transfer saves nothing. */
const MIN_BYTES_PER_SECOND = 4 * 2 ** 20;
const MIN_SECONDS = 30;
/** Pause before another attempt to share, after a failure or while another node shares its base. */
const PAUSE_MILLISECONDS = 60_000;

/** What a base is shared with: its revision and its shape. */
type BuiltBase = Pick<Base, 'revision' | 'shape'>;

/** Shares the bases of one node with others. */
export interface BaseSharing extends AsyncDisposable {
  /**
   * Fetches the base that another node has shared, if it is newer than a revision, and stores it as the index file.
   * Undefined if there is none or if it can't be used, which is reported. Never rejects.
   */
  fetchNewer(revision: number): Promise<Base | undefined>;
  /** Shares the base in the index file in the background, unless the shared one is nearly as new. */
  share(built: BuiltBase): void;
}

/** A shared file that no node can use. */
class UnusableBase extends Error {
  override readonly name = 'UnusableBase';
}

/** Opens the sharing without connecting. */
export function openBaseSharing({
  bases,
  s3,
  counts,
  file,
  identity,
  report,
  pauseMilliseconds = PAUSE_MILLISECONDS,
}: {
  readonly bases: SharedBases;
  readonly s3: S3Settings;
  /** Counts the requests. */
  readonly counts?: S3Counts | undefined;
  /** The index file of this node. */
  readonly file: string;
  /** Identifies the catalogue. */
  readonly identity: string;
  report(trouble: Error): void;
  readonly pauseMilliseconds?: number;
}): BaseSharing {
  const newError = (message: string, options?: ErrorOptions) => new Error(message, options);
  const client = new S3Client({ settings: s3, errors: { unreachable: newError, damaged: newError }, counts });
  const closed = new AbortController();
  let offered: BuiltBase | undefined;
  let sharing: Promise<void> | undefined;

  function failed(message: string, cause: unknown): void {
    if (!closed.signal.aborted) report(new Error(message, { cause }));
  }

  const within = (seconds: number) => AbortSignal.any([closed.signal, AbortSignal.timeout(seconds * 1000)]);

  async function remove(name: string, signal: AbortSignal): Promise<void> {
    await client.sendForText({ method: 'DELETE', name, accept: [404], signal });
  }

  /** Copies the object to a path. Rejects with UnusableBase if its bytes are not those that were uploaded. */
  async function copyTo(path: string, { name, size, sha256 }: SharedBase, signal: AbortSignal): Promise<void> {
    await using reader = await openS3Object(client, name, { signal });
    if (reader === undefined) throw new UnusableBase('it is missing');
    if (reader.size !== size) throw new UnusableBase(`it has ${reader.size} bytes instead of ${size}`);
    await using target = await open(path, 'wx');
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let bytes = await reader.read(buffer); bytes > 0; bytes = await reader.read(buffer)) {
      hash.update(buffer.subarray(0, bytes));
      await target.writeFile(buffer.subarray(0, bytes));
    }
    if (hash.digest('hex') !== sha256) throw new UnusableBase('it is damaged');
  }

  async function fetchFile(shared: SharedBase): Promise<Base> {
    const temporary = newTemporaryPath(file);
    try {
      await copyTo(temporary, shared, within(secondsFor(shared.size)));
      const base = readIndexFile(temporary, identity);
      if (base?.revision !== shared.revision) throw new UnusableBase('it is not an index of this catalogue');
      renameSync(temporary, file);
      return base;
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  /** Forgets the base, so that the one that this node builds now takes its place. */
  async function discard({ name }: SharedBase): Promise<void> {
    await bases.forget(INDEX_FORMAT, name);
    await remove(name, within(MIN_SECONDS));
  }

  /** Uploads the index file if it is this node's turn; `again` if that should be tried again. */
  async function upload({ revision, shape }: BuiltBase): Promise<'done' | 'again'> {
    const copy = newTemporaryPath(file);
    try {
      // A second name, because the next base replaces the first.
      linkSync(file, copy);
      // The base could not be written, or a newer one has replaced it.
      if (readIndexRevision(copy, identity) !== revision) return 'done';
      const { size } = statSync(copy);
      const [name, seconds] = [FOLDER + randomUUID(), secondsFor(size)];
      const turn = await bases.claim(INDEX_FORMAT, { name, revision, shape, seconds });
      if (typeof turn === 'string') return turn === 'needless' ? 'done' : 'again';
      await using _ = turn;
      const signal = within(seconds);
      if (turn.leftover !== undefined) await remove(turn.leftover, signal);
      const sha256 = await sha256Of(copy, signal);
      await uploadToS3(client, { name, path: copy, size, sha256, replaces: false, signal });
      const useless = await turn.publish({ size, sha256 });
      if (useless !== undefined) await remove(useless, signal);
      return 'done';
    } catch (error) {
      if (isAbsence(error)) return 'done';
      failed('the search index was not shared with other nodes', error);
      return 'again';
    } finally {
      rmSync(copy, { force: true });
    }
  }

  async function shareAll(): Promise<void> {
    while (offered !== undefined && !closed.signal.aborted) {
      const built = offered;
      const outcome = await upload(built);
      if (offered !== built) continue;
      if (outcome === 'done') offered = undefined;
      else await wait(pauseMilliseconds, undefined, { signal: closed.signal, ref: false }).catch(() => {});
    }
    sharing = undefined;
  }

  return {
    fetchNewer: async (revision) => {
      let shared: SharedBase | undefined;
      try {
        shared = await bases.newest(INDEX_FORMAT);
        return shared && shared.revision > revision ? await fetchFile(shared) : undefined;
      } catch (error) {
        failed("another node's search index can't be used, so this node builds its own", error);
        if (shared && error instanceof UnusableBase) await discard(shared).catch(() => {});
        return undefined;
      }
    },
    share: ({ revision, shape }) => {
      offered = { revision, shape };
      sharing ??= shareAll();
    },
    [Symbol.asyncDispose]: async () => {
      closed.abort(new Error('the search index was closed'));
      await sharing;
      client[Symbol.dispose]();
    },
  };
}

/** How long the transfer of that many bytes may take. */
function secondsFor(bytes: number): number {
  return MIN_SECONDS + Math.ceil(bytes / MIN_BYTES_PER_SECOND);
}

async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: CHUNK_BYTES }), hash, { signal });
  return hash.digest('hex');
}
