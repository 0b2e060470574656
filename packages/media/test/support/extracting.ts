import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import type { Extracted, Extractor } from '../../src/inspect/extractor.ts';
import { missingTools } from '../../src/inspect/perl.ts';
import { sharedExtractor } from './shared-extractor.ts';

/** Why tests are left out that need what reads most metadata, or false. */
export const skip = missingTools().length > 0 && 'needs perl';

const { signal } = new AbortController();
const folder = newFolder();

/** The properties that are found in a file. */
export async function propertiesOf(path: string): Promise<FileProperties> {
  return (await sharedExtractor().extract(path, { name: basename(path), metadata: false, signal })).properties;
}

/** What is found in a file with this name and content, and perhaps beside it: in a sidecar with this content. */
export async function extracted(
  name: string,
  content: string | Uint8Array,
  beside?: string | Uint8Array,
  options: Partial<Parameters<Extractor['extract']>[1]> = {},
): Promise<Extracted> {
  const [path, sidecar] = [join(folder, name), join(folder, `${name}.xmp`)];
  await writeFile(path, content);
  if (beside !== undefined) await writeFile(sidecar, beside);
  const others = { name, signal, ...(beside !== undefined && { sidecar }), ...options };
  return await sharedExtractor().extract(path, others);
}
