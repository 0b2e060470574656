import type { Asset, Version } from '../domain/model.ts';
import { ApiError } from '../errors.ts';
import type { FileReply } from './file-reply.ts';
import type { Services } from './operation.ts';

/** The bytes of a version as they were imported. `parameter` names the asset in a refusal. */
export async function originalFile(
  parameter: string,
  asset: Asset,
  { file, name }: Version,
  { binaries }: Pick<Services, 'binaries'>,
  options: Pick<FileReply, 'mediaType' | 'maxAge'> & { readonly disposition: 'inline' | 'attachment' },
): Promise<FileReply> {
  const { mediaType, maxAge, disposition } = options;
  const size = file && (await binaries.size(file.sha256));
  const missing = new ApiError('file_not_found', `${parameter}: asset ${asset.id} has no file`);
  if (!file || size === undefined) throw missing;
  if (size !== file.size)
    throw new ApiError('file_not_found', `${parameter}: the file of asset ${asset.id} is damaged`);
  return {
    mediaType,
    disposition: { type: disposition, fileName: name },
    etag: file.sha256,
    size,
    maxAge,
    // A file opened in the browser all the same runs nothing and loads nothing.
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    open: async (range, signal) => {
      const stream = await binaries.open(file.sha256, { ...(range ? { range } : {}), signal });
      if (!stream) throw missing;
      return stream;
    },
  };
}
