import type { Asset, Version } from '../domain/model.ts';
import { checkedReader, isWhole } from '../downloads/checked-reader.ts';
import { type Deliverable, originalOf } from './deliverable.ts';
import type { Context, Services } from './operation.ts';
import type { FileReply } from './replies.ts';

type Here = Pick<Context, 'settings'> & {
  readonly services: Pick<Services, 'originals' | 'placeOfOriginal'>;
};

/** Responds with a version as imported. `parameter` is the one that error messages name. */
export async function originalFile(
  parameter: string,
  asset: Asset,
  version: Version,
  context: Here,
  options: Pick<FileReply, 'mediaType' | 'maxAge'> & { readonly disposition: 'inline' | 'attachment' },
): Promise<FileReply> {
  const { mediaType, maxAge, disposition } = options;
  const original = checkedWhole(await originalOf({ parameter, asset, version }, context.services));
  return {
    ...fileReplyOf(original, { fileName: original.fileName, disposition, maxAge }),
    mediaType,
    ...sentBy(original, context),
  };
}

/** Verifies the bytes while a file is sent as a whole. Ranges cannot be verified. */
export function checkedWhole(file: Deliverable): Deliverable {
  return {
    ...file,
    open: async (range, signal) => {
      const reader = await file.open(range, signal);
      return isWhole(range, file.size) ? checkedReader(reader, { ...file, name: file.fileName }) : reader;
    },
  };
}

/** Lets the server in front send an original, if one is configured that can read the originals. */
export function sentBy(
  { isOriginal, etag }: Pick<Deliverable, 'isOriginal' | 'etag'>,
  { services, settings }: Here,
): Pick<FileReply, 'sentBy'> {
  const { accelRedirect } = settings.download;
  if (accelRedirect === null || !isOriginal) return {};
  return { sentBy: `${accelRedirect.replace(/\/+$/, '')}/${services.placeOfOriginal(etag)}` };
}

/** Builds the response for one file. */
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
    isSentThrough: true,
    // If a browser displays the file anyway, nothing in it may run or load.
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    open,
  };
}
