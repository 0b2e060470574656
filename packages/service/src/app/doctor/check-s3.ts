import { checkS3, type S3Facts } from '../../../../core/src/platform/s3/s3-check.ts';
import { S3Client } from '../../../../core/src/platform/s3/s3-client.ts';
import type { Config } from '../../config/settings.ts';
import { bucketSettings } from '../buckets.ts';
import { clockFindings, type Diagnosis, shownTime } from './diagnosis.ts';

/** How long the requests to one bucket may take together, in milliseconds. */
const LIMIT_MS = 60_000;

/** Writes, reads and removes a small object in each bucket that the settings name. */
export async function* checkBuckets(config: Config): AsyncGenerator<Diagnosis> {
  const { originals, derived } = config;
  if (originals.url !== null) yield* checkBucket('originals', 'originals.url', originals.url, config);
  if (derived.url !== null) yield* checkBucket('derived', 'derived.url', derived.url, config);
}

async function* checkBucket(
  part: string,
  setting: 'originals.url' | 'derived.url',
  url: string,
  config: Config,
): AsyncGenerator<Diagnosis> {
  const newError = (message: string, options?: ErrorOptions) => new Error(message, options);
  const settings = bucketSettings(setting, url, config);
  using client = new S3Client({ settings, errors: { unreachable: newError, damaged: newError } });
  let facts: S3Facts;
  try {
    facts = await checkS3(client, AbortSignal.timeout(LIMIT_MS));
  } catch (error) {
    yield { part, state: 'problem', text: error instanceof Error ? error.message : String(error) };
    return;
  }
  const { list, put, get, delete: removal } = facts.milliseconds;
  const times = [
    `list ${shownTime(list)}`,
    `put ${shownTime(put)}`,
    `get ${shownTime(get)}`,
    `delete ${shownTime(removal)}`,
  ];
  yield {
    part,
    state: 'ok',
    text: `${url} at ${config.originals.endpoint ?? `AWS in ${config.originals.region}`}: ${times.join(', ')}`,
  };
  if (!facts.refusesToReplace) {
    const text = 'the server replaces objects although it is told not to (If-None-Match)';
    yield { part, state: 'warning', text, remedy: 'use a server that supports conditional uploads' };
  }
  if (!facts.sendsRanges) {
    const remedy = 'use a server that supports ranges';
    yield { part, state: 'problem', text: 'the server sends whole objects when asked for a part', remedy };
  }
  yield* clockFindings(part, facts.clockMilliseconds);
}
