/** How delivered files are named: as their versions are, or as a module of the operator says. */

import { ApiError } from '../domain/errors.ts';
import type { Asset, DownloadFormat, Version } from '../domain/model.ts';
import { textIn } from '../domain/text.ts';
import { safeFileName } from '../downloads/file-names.ts';
import { formattedFields, readerOf } from './entries.ts';
import { loadFunction } from './extension-module.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

/** A file that is to be named. */
export interface FileToName {
  /** ID of the asset. */
  readonly asset: number;
  readonly version: number;
  /** What the file is called without a resolver: as the version is, with the extension of what is delivered. */
  readonly name: string;
  /** The download format; undefined for an original that was asked for without one. */
  readonly format: { readonly id: number; readonly name: string } | undefined;
  /** The value of an information field, formatted for the reader; undefined without one. */
  field(id: number): string | undefined;
}

/** Who asks. */
export interface NamingContext {
  /** Language of the request. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** The default export of the module that `download.fileNames` names. What it gives is made safe, and unique within a ZIP. */
export type FileNameResolver = (file: FileToName, context: NamingContext) => string | Promise<string>;

/** Loads the resolver in a file. Rejects with an error that names the setting. */
export async function loadFileNames(path: string): Promise<FileNameResolver> {
  return (await loadFunction('download.fileNames', path)) as FileNameResolver;
}

/** The name that a file is delivered under, safe on every system. */
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
