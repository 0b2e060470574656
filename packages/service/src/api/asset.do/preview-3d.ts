import { ApiError } from '../../domain/errors.ts';
import type { Asset, Version } from '../../domain/model.ts';
import type { FileReply } from '../file-reply.ts';
import type { Context } from '../operation.ts';
import { originalFile } from '../original-file.ts';
import type { Shape } from '../params.ts';

/** What viewers in browsers expect, whatever a file was taken for. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['glb', 'model/gltf-binary'],
  ['gltf', 'model/gltf+json'],
  ['obj', 'model/obj'],
  ['stl', 'model/stl'],
]);

/** The model itself, for a viewer in the browser; only files with one of the configured extensions. */
export async function modelFile(
  asset: Asset,
  version: Version,
  maxAge: FileReply['maxAge'],
  context: Pick<Context<Shape>, 'services' | 'settings'>,
): Promise<FileReply> {
  const { extension, mediaType } = version.facts;
  if (!context.settings.preview.extensions3d.includes(extension)) {
    throw new ApiError('parameter_invalid', `type: asset ${asset.id} is no 3D file that is delivered`);
  }
  return await originalFile('preview', asset, version, context, {
    mediaType: MEDIA_TYPES.get(extension) ?? mediaType,
    maxAge,
    disposition: 'inline',
  });
}
