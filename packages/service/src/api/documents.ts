/** The generated documents that the service publishes: of its interface, its settings, bundles and messages. */
import { readFileSync } from 'node:fs';
import { PACKAGE, PROGRAM_VERSION, RELEASE_VERSION } from '../config/package.ts';

/** File names of the documents, which `npm run docs` writes and the service sends. */
export const DOCUMENTS = [
  'openapi.json',
  'openapi-3.2.json',
  'settings.schema.json',
  'bundle.schema.json',
  'messages.en.json',
] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

/** The build copies the documents into the folder that it makes; the sources have them in `docs/`. */
const FOLDER = new URL(import.meta.url.endsWith('.ts') ? '../../docs/' : 'dist/documents/', PACKAGE);

/** Reads a document. That of the interface names the version of this program. */
export function documentBytes(name: DocumentName): Buffer {
  const bytes = readFileSync(new URL(name, FOLDER));
  if (!name.startsWith('openapi')) return bytes;
  return Buffer.from(bytes.toString().replace(`"version": "${RELEASE_VERSION}"`, `"version": "${PROGRAM_VERSION}"`));
}
