import { createHash } from 'node:crypto';
import type { Plan } from '../ports/renderer.ts';

/**
 * Names a rendition by all that decides its bytes: 32 hexadecimal digits, fit for a file name and an ETag.
 * `source` is the SHA-256 of the source, `rendererVersion` the port's `version`.
 */
export function renditionKey(source: string, plan: Plan, rendererVersion: string): string {
  const { page, box, width, height, quality, background } = plan;
  return hash([source, rendererVersion, page, box, width, height, quality, background]);
}

/** The same for the PDF that is made of a document. */
export function pdfKey(source: string, rendererVersion: string): string {
  return hash([source, rendererVersion, 'pdf']);
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
