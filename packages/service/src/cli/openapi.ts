import { type DocumentName, documentBytes } from '../api/documents.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

const NAMES: ReadonlyMap<string, DocumentName> = new Map([
  ['3.1', 'openapi.json'],
  ['3.2', 'openapi-3.2.json'],
]);

/** Runs `abs openapi`: prints the document that a service publishes. */
export async function run({ version = '3.1' }: CommandLine): Promise<number> {
  const name = NAMES.get(version);
  if (name === undefined) throw new UsageError(`--version ${version} is not one of ${[...NAMES.keys()].join(', ')}`);
  process.stdout.write(documentBytes(name));
  return 0;
}
