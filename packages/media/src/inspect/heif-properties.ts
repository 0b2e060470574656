import type { FileHandle } from 'node:fs/promises';
import type { FileProperties } from '../../../core/src/domain/file-properties.ts';
import { needsMapping } from './colours/cicp.ts';
import { type HeifProperty, heifSize, primaryPicture, propertiesOf, readHeifHead } from './heif.ts';
import { firstFrame } from './heif-track.ts';

/** Reads the size of the primary picture of a HEIF or AVIF file, and its colour space if no profile states it. */
export async function heifProperties(
  file: FileHandle,
): Promise<Partial<Pick<FileProperties, 'width' | 'height' | 'colorSpace'>>> {
  const { meta, moov } = await readHeifHead(file);
  const primary = meta && primaryPicture(meta);
  const properties =
    (meta && primary !== undefined ? propertiesOf(meta, primary) : moov && firstFrame(moov)?.properties) ?? [];
  return { ...heifSize(properties), ...(isRgb(properties) ? { colorSpace: 'RGB' } : {}) };
}

/** Returns true if code points state colours other than sRGB, and no profile replaces them. */
function isRgb(properties: readonly HeifProperty[]): boolean {
  const colours = properties
    .filter(({ type, content }) => type === 'colr' && content.length >= 8)
    .map(({ content }) => ({ kind: content.toString('latin1', 0, 4), content }));
  const stated = colours.find(({ kind }) => kind === 'nclx')?.content;
  const hasProfile = colours.some(({ kind }) => kind === 'prof' || kind === 'rICC');
  return (
    stated !== undefined &&
    needsMapping({ primaries: stated.readUInt16BE(4), transfer: stated.readUInt16BE(6), brightest: 0 }, hasProfile)
  );
}
