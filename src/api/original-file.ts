import type { Asset, Version } from '../domain/model.ts';
import { type Deliverable, originalOf } from './deliverable.ts';
import type { FileReply } from './file-reply.ts';
import type { Services } from './operation.ts';

/** The bytes of a version as they were imported. `parameter` names the asset in a refusal. */
export async function originalFile(
  parameter: string,
  asset: Asset,
  version: Version,
  services: Pick<Services, 'binaries'>,
  options: Pick<FileReply, 'mediaType' | 'maxAge'> & { readonly disposition: 'inline' | 'attachment' },
): Promise<FileReply> {
  const { mediaType, maxAge, disposition } = options;
  const original = await originalOf({ parameter, asset, version }, services);
  return { ...fileReplyOf(original, { fileName: original.fileName, disposition, maxAge }), mediaType };
}

/** One file as an answer. */
export function fileReplyOf(
  { mediaType, etag, size, open }: Pick<Deliverable, 'mediaType' | 'etag' | 'size' | 'open'>,
  options: Pick<FileReply, 'maxAge'> & {
    readonly disposition: 'inline' | 'attachment';
    readonly fileName: string;
  },
): FileReply {
  const { fileName, disposition, maxAge } = options;
  return {
    mediaType,
    disposition: { type: disposition, fileName },
    etag,
    size,
    maxAge,
    // A file opened in the browser all the same runs nothing and loads nothing.
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    open,
  };
}
