/** Tells beforehand which assets have no manifest, so that no list leads viewers to one. */
import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { isPlaceholder, previewSize } from '../../../../media/src/pictures/preview-size.ts';
import type { Context } from '../operation.ts';

/** True of what is played rather than drawn. */
export function isRecording({ active: { properties } }: Pick<Asset, 'active'>): boolean {
  return properties.category === FILE_CATEGORIES.video || properties.category === FILE_CATEGORIES.audio;
}

/**
 * Returns the assets that have a manifest, as far as it is known without drawing; `isLasting` unless some of them may turn out to
 * have none.
 */
export async function havingManifest(
  assets: readonly Asset[],
  { services, validity, settings }: Pick<Context, 'services' | 'validity' | 'settings'>,
): Promise<{ readonly having: readonly Asset[]; readonly isLasting: boolean }> {
  const candidates = assets.filter((asset) =>
    isRecording(asset) && !validity.isRefused(asset)
      ? asset.active.file && asset.active.properties.durationSeconds > 0
      : !isPlaceholder(asset.active, services),
  );
  // Of the others it is known that they are drawn.
  const doubtful = candidates.filter(
    (asset) => !isRecording(asset) && previewSize(asset.active, settings.preview.size, services).width === 0,
  );
  const sources = doubtful.map(({ active: { file, properties } }) => ({ sha256: file?.sha256 ?? '', properties }));
  const looks = await services.looks.of(sources);
  const lacking = new Set(doubtful.filter((_, at) => looks[at] === 'none'));
  return {
    having: candidates.filter((asset) => !lacking.has(asset)),
    isLasting: !looks.includes(undefined),
  };
}
