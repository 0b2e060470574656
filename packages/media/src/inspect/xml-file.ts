import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { CannotMake } from '../derived/cannot-make.ts';
import { readBounded } from './bytes.ts';

/** Larger XML is neither drawn nor checked. */
const MAX_XML_BYTES = 32 * 2 ** 20;

/**
 * Reads a file of XML, such as an SVG, plain or gzipped. Rejects with CannotMake if it has, or unpacks to, more than
 * `MAX_XML_BYTES`.
 */
export async function readXmlFile(path: string): Promise<Buffer> {
  const bytes = await readBounded(path, MAX_XML_BYTES);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: MAX_XML_BYTES });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `a file that unpacks to more than ${MAX_XML_BYTES} bytes`;
    throw new CannotMake('too_large', message, { cause: error });
  }
}
