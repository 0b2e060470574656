import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { KeptText } from '../../src/catalogue/texts.ts';
import { assetOf } from '../search/contract-samples.ts';

/** SHA-256 that consists of one digit. */
export const shaOf = (digit: string): string => digit.repeat(64);

/** Record of an asset whose file has this SHA-256. */
export function withFile(id: number, digit: string, mediaType = 'pdf'): AssetRecord {
  const record = assetOf(id, { original: `${id}.${mediaType}`, size: 1 });
  const { active } = record;
  const file = { sha256: shaOf(digit), size: 1, crc32: 0 };
  return { ...record, active: { ...active, file, properties: { ...active.properties, mediaType } } };
}

export const keptText = (digit: string, pages: readonly string[], hasPages = false): KeptText => ({
  sha256: shaOf(digit),
  pages,
  hasPages,
  reading: 'done',
  recognition: 'done',
});
