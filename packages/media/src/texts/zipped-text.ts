import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { withZip, type ZipParts } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { attribute, startTags } from '../inspect/zipped-xml.ts';

/** A file of which so much is unpacked that nobody wrote it: many times its size, and megabytes. */
const MAX_TIMES = 200;
const HARMLESS_BYTES = 16 * 2 ** 20;

/**
 * Opens a document that is a ZIP file while `use` runs. Rejects with CannotMake for a damaged archive, for one whose parts
 * of text unpack to far more than documents do, and for one with a password.
 */
export async function withDocument<Result>(path: string, use: (zip: ZipParts) => Promise<Result>): Promise<Result> {
  const { size } = await stat(path);
  try {
    return await withZip(path, async (zip) => {
      const texts = zip.names.filter((name) => /\.(?:xml|x?html?|opf|rels)$/i.test(name));
      const unpacked = texts.reduce((sum, name) => sum + zip.size(name), 0);
      if (unpacked > Math.max(HARMLESS_BYTES, MAX_TIMES * size))
        throw new CannotMake('too_large', `a file of ${size} bytes that unpacks to ${unpacked}`);
      const isLocked = (await zip.text('META-INF/manifest.xml')).includes(':encryption-data');
      if (isLocked) throw new CannotMake('unsupported', 'a document that needs a password');
      return await use(zip);
    });
  } catch (error) {
    if (error instanceof CannotMake) throw error;
    throw new CannotMake('corrupt', error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the parts that a part of an Office file, or with '' the file, refers to, by the ID of the relation, with its type. */
export async function relationsOf(
  zip: ZipParts,
  part: string,
): Promise<ReadonlyMap<string, { readonly type: string; readonly target: string }>> {
  const { dir, base } = posix.parse(part);
  const tags = startTags(await zip.text(posix.join(dir, '_rels', `${base}.rels`)), 'Relationship');
  return new Map(
    tags.map((tag) => {
      const target = attribute(tag, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : posix.join(dir, target);
      return [attribute(tag, 'Id') ?? '', { type: posix.basename(attribute(tag, 'Type') ?? ''), target: path }];
    }),
  );
}
