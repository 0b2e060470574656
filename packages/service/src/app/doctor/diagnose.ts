/** Looks at everything that a service with these settings needs. */
import { availableParallelism } from 'node:os';
import { findMediaTools } from '../../../../media/src/ffmpeg/tools.ts';
import { missingTools } from '../../../../media/src/inspect/extractor.ts';
import { SharpRenderer } from '../../../../media/src/pictures/renderer-sharp.ts';
import { findTesseract, missingForOcr, usableLanguages } from '../../../../media/src/texts/tesseract.ts';
import { PROGRAM_VERSION } from '../../config/package.ts';
import type { Config } from '../../config/settings.ts';
import { warningsOfSettings } from '../settings-warnings.ts';
import { threadCount } from '../thread-count.ts';
import { checkCatalogue } from './check-catalogue.ts';
import { checkFolder } from './check-folder.ts';
import { checkSearch } from './check-opensearch.ts';
import { checkCoordination } from './check-redis.ts';
import { checkBuckets } from './check-s3.ts';
import { checkSignIn } from './check-sign-in.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Yields what each look finds, as soon as it is known. A look that fails is a problem, and the others go on. */
export async function* diagnose(config: Config): AsyncGenerator<Diagnosis> {
  yield* checkSettings(config);
  const looks = [
    ['data folder', checkFolder],
    ['catalogue', checkCatalogue],
    ['originals', checkBuckets],
    ['coordination', checkCoordination],
    ['search', checkSearch],
    ['sign-in', checkSignIn],
    ['programs', checkPrograms],
  ] as const;
  for (const [part, look] of looks) {
    try {
      yield* look(config);
    } catch (error) {
      yield { part, state: 'problem', text: error instanceof Error ? error.message : String(error) };
    }
  }
}

function* checkSettings(config: Config): Generator<Diagnosis> {
  const part = 'settings';
  const { catalogue, originals, derived, coordination, search } = config;
  const stores = [
    `catalogue in ${catalogue.url === null ? 'SQLite' : 'PostgreSQL'}`,
    `originals in ${originals.url === null ? 'the data folder' : 'S3'}`,
    ...(derived.url === null ? [] : ['derived files in S3']),
    ...(coordination.url === null ? [] : ['coordination by Redis']),
    ...(search.url === null ? [] : ['search index in OpenSearch']),
  ];
  const threads = `${threadCount(config.threads)} HTTP threads on ${availableParallelism()} cores`;
  yield { part, state: 'ok', text: `version ${PROGRAM_VERSION}, Node ${process.versions.node}, ${threads}` };
  yield { part, state: 'ok', text: stores.join(', ') };
  for (const text of warningsOfSettings(config)) yield { part, state: 'warning', text };
  if (catalogue.url !== null && originals.url === null) {
    const remedy = 'set originals.url, or mount one folder as originals/ in every data folder';
    yield { part, state: 'warning', text: 'each node looks for originals in its own data folder', remedy };
  }
}

async function* checkPrograms({ render, text }: Config): AsyncGenerator<Diagnosis> {
  const part = 'programs';
  const media = await findMediaTools();
  await using renderer = new SharpRenderer(render, { media });
  const missing = [...missingTools(), ...renderer.missing, ...(text.ocr ? missingForOcr() : [])];
  if (media) yield { part, state: 'ok', text: `ffmpeg ${media.version}` };
  const tesseract = text.ocr ? await findTesseract() : undefined;
  if (tesseract) {
    yield { part, state: 'ok', text: `tesseract ${tesseract.version}: ${tesseract.languages.join(', ')}` };
    const lacking = usableLanguages(text.ocrLanguages ?? [], tesseract).missing;
    const remedy = 'install them, or change text.ocrLanguages';
    if (lacking.length > 0) yield { part, state: 'warning', text: `tesseract lacks ${lacking.join(', ')}`, remedy };
  }
  for (const { tool, consequence } of missing) {
    yield { part, state: 'warning', text: `${tool} is missing: ${consequence}`, remedy: 'install it, if you need it' };
  }
}
