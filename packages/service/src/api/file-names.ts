/** Names of delivered files: the name of the version, or the result of a module supplied by the operator. */

import { textIn } from '../domain/text.ts';
import { safeFileName } from '../downloads/file-names.ts';
import type { Delivery } from './delivery.ts';
import { fieldReader, formattedFields } from './entries.ts';
import { extensionFailed, type FileNameResolver, type FileToName, type NamingContext } from './extensions.ts';
import type { Context } from './operation.ts';

/**
 * Returns the name of a delivered file, safe on every operating system. Rejects with `extension_failed` if the resolver
 * fails or does not return a text.
 */
export async function fileNameOf(
  { fileName: name, asset, version, format }: Pick<Delivery, 'fileName' | 'asset' | 'version' | 'format'>,
  context: Context,
): Promise<string> {
  const { services, settings, locale, timeZone, model } = context;
  const path = settings.download.fileNames;
  const resolve = path === null ? undefined : services.fileNames.get(path);
  if (!resolve) return safeFileName(name);
  const toName: FileToName = {
    asset: asset.id,
    version: version.version,
    name,
    format: format && { id: format.id, name: textIn(format.name, locale, model) },
    field: (id) => {
      const field = model.infoFields.get(id);
      return field && formattedFields(asset.fields, [field], fieldReader(context))[String(id)];
    },
  };
  return safeFileName(await resolved(resolve, toName, { locale, timeZone }));
}

async function resolved(resolve: FileNameResolver, file: FileToName, context: NamingContext): Promise<string> {
  const refusal = (why: string, cause: unknown) =>
    extensionFailed(`download: the file names of this service ${why} for asset ${file.asset}`, cause);
  let name: unknown;
  try {
    name = await resolve(file, context);
  } catch (cause) {
    throw refusal('failed', cause);
  }
  if (typeof name !== 'string')
    throw refusal('gave no text', new Error(`download.fileNames: a ${typeof name} is no file name`));
  return name;
}
