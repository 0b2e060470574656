import type { Asset, Version } from '../domain/model.ts';
import { checkedReader, isWhole } from '../downloads/checked-reader.ts';
import { type Deliverable, originalOf } from './deliverable.ts';
import type { FileReply } from './file-reply.ts';
import type { Context, Services } from './operation.ts';
import type { Shape } from './params.ts';

type Here = Pick<Context<Shape>, 'settings'> & {
  readonly services: Pick<Services, 'binaries' | 'placeOfOriginal'>;
};

/** The bytes of a version as they were imported. `parameter` names the asset in a refusal. */
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

/** Sent whole, the bytes are checked on their way; parts can't be. */
export function checkedWhole(file: Deliverable): Deliverable {
  return {
    ...file,
    open: async (range, signal) => {
      const reader = await file.open(range, signal);
      return isWhole(range, file.size) ? checkedReader(reader, { ...file, name: file.fileName }) : reader;
    },
  };
}

/** Originals are left to the server in front where one is configured that reaches them. */
export function sentBy(
  { isOriginal, etag }: Pick<Deliverable, 'isOriginal' | 'etag'>,
  { services, settings }: Here,
): Pick<FileReply, 'sentBy'> {
  const { accelRedirect } = settings.download;
  if (accelRedirect === null || !isOriginal) return {};
  return { sentBy: `${accelRedirect.replace(/\/+$/, '')}/${services.placeOfOriginal(etag)}` };
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
    isSentThrough: true,
    // A file opened in the browser all the same runs nothing and loads nothing.
    headers: { 'content-security-policy': "default-src 'none'; sandbox" },
    open,
  };
}
