/** Names of delivered files: the name of the version, or the result of a module supplied by the operator. */

import { ApiError } from '../domain/errors.ts';
import type { Asset, DownloadFormat, Version } from '../domain/model.ts';
import { textIn } from '../domain/text.ts';
import { safeFileName } from '../downloads/file-names.ts';
import { formattedFields, readerOf } from './entries.ts';
import { loadFunction } from './extension-module.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/** A file that needs a name. */
export interface FileToName {
  /** ID of the asset. */
  readonly asset: number;
  readonly version: number;
  /** Default name: that of the version, with the extension of the delivered file. */
  readonly name: string;
  /** The download format; undefined for an original requested without a format. */
  readonly format: { readonly id: number; readonly name: string } | undefined;
  /** Returns the value of an information field, formatted for the reader; undefined if it has none. */
  field(id: number): string | undefined;
}

/** Language and time zone of a request. */
export interface NamingContext {
  /** Language of the request. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/**
 * The default export of the module named in `download.fileNames`. The service makes its results safe, and unique within
 * a ZIP.
 */
export type FileNameResolver = (file: FileToName, context: NamingContext) => string | Promise<string>;

/** Loads a resolver from a file. Rejects with an error that names the setting. */
export async function loadFileNames(path: string): Promise<FileNameResolver> {
  return (await loadFunction('download.fileNames', path)) as FileNameResolver;
}

/**
 * Returns the name of a delivered file, safe on every operating system. Rejects with `not_configured` if the resolver
 * fails or does not return a text.
 */
export async function fileNameOf(
  name: string,
  file: { readonly asset: Asset; readonly version: Version; readonly format: DownloadFormat | undefined },
  context: Context<Shape>,
): Promise<string> {
  const { services, settings, locale, timeZone, model } = context;
  const path = settings.download.fileNames;
  const resolve = path === null ? undefined : services.fileNames.get(path);
  if (!resolve) return safeFileName(name);
  const { asset, version, format } = file;
  const toName: FileToName = {
    asset: asset.id,
    version: version.version,
    name,
    format: format && { id: format.id, name: textIn(format.name, locale, model) },
    field: (id) => {
      const field = model.infoFields.get(id);
      return field && formattedFields(asset.fields, [field], readerOf(context))[String(id)];
    },
  };
  return safeFileName(await resolved(resolve, toName, { locale, timeZone }));
}

async function resolved(resolve: FileNameResolver, file: FileToName, context: NamingContext): Promise<string> {
  const refusal = (why: string, options?: ErrorOptions) =>
    new ApiError('not_configured', `download: the file names of this service ${why} for asset ${file.asset}`, options);
  let name: unknown;
  try {
    name = await resolve(file, context);
  } catch (cause) {
    throw refusal('failed', { cause });
  }
  if (typeof name !== 'string') throw refusal('gave no text');
  return name;
}
