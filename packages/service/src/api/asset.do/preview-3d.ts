import { invalidParameter } from '../../domain/errors.ts';
import type { Asset, Version } from '../../domain/model.ts';
import { originalReply } from '../delivery.ts';
import type { Context } from '../operation.ts';
import type { FileReply } from '../replies.ts';

/** Media types that 3D viewers in browsers expect, whatever type was detected for the file. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['glb', 'model/gltf-binary'],
  ['gltf', 'model/gltf+json'],
  ['obj', 'model/obj'],
  ['stl', 'model/stl'],
]);

/**
 * Responds with the 3D model itself, for a viewer in the browser. Only files with one of the configured extensions are
 * allowed.
 */
export async function modelFile(
  asset: Asset,
  version: Version,
  maxAge: FileReply['maxAge'],
  context: Pick<Context, 'services' | 'settings'>,
): Promise<FileReply> {
  const { extension, mediaType } = version.properties;
  if (!context.settings.preview.extensions3d.includes(extension)) {
    throw invalidParameter(`type: asset ${asset.id} is no 3D file that is delivered`);
  }
  const options = { mediaType: MEDIA_TYPES.get(extension) ?? mediaType, maxAge, disposition: 'inline' } as const;
  return await originalReply({ parameter: 'preview', asset, version }, options, context);
}
