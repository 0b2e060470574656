import type { Asset } from '@asset-browsing-service/client';

/** IPTC digital source types of what a trained model made, wholly or in part. */
export const GENERATED: readonly unknown[] = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'compositeSynthetic',
];

/** True for an asset that AI made, wholly or in part. */
export function isGenerated({ source_type }: Pick<Asset, 'source_type'>): boolean {
  return GENERATED.includes(source_type);
}
