import { boxesIn } from '../../inspect/boxes.ts';

/**
 * Returns the IDs of the thumbnails of one picture of a HEIF file, from the `thmb` references in its `iref` box
 * (ISO/IEC 23008-12). Empty if the file is damaged.
 */
export function thumbnailsOf(file: Buffer, picture: number): readonly number[] {
  const meta = boxIn(file, 'meta');
  // Both boxes begin with version and flags.
  const references = meta && boxIn(meta.subarray(4), 'iref');
  if (references === undefined || references.length < 4) return [];
  const idBytes = references[0] === 0 ? 2 : 4;
  const found: number[] = [];
  for (const { type, contentAt, end } of boxesIn(references, 4)) {
    const content = references.subarray(contentAt, end);
    if (type !== 'thmb' || content.length < idBytes + 2) continue;
    const count = content.readUInt16BE(idBytes);
    for (let at = idBytes + 2, n = 0; n < count && at + idBytes <= content.length; at += idBytes, n++) {
      if (content.readUIntBE(at, idBytes) === picture) found.push(content.readUIntBE(0, idBytes));
    }
  }
  return found;
}

/** Returns the ID of the primary picture, from the `pitm` box. */
export function primaryPicture(file: Buffer): number | undefined {
  const meta = boxIn(file, 'meta');
  const primary = meta && boxIn(meta.subarray(4), 'pitm');
  if (primary === undefined || primary.length < 6) return undefined;
  return primary[0] === 0 || primary.length < 8 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
}

function boxIn(bytes: Buffer, type: string): Buffer | undefined {
  for (const box of boxesIn(bytes)) if (box.type === type) return bytes.subarray(box.contentAt, box.end);
  return undefined;
}
