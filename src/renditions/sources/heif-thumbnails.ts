/**
 * IDs of the pictures that an HEIF file names as thumbnails of one of its pictures: the references `thmb` of its box `iref` (ISO/IEC 23008-12
 * and 14496-12). None where the file isn't built as it should be.
 */
export function thumbnailsOf(file: Buffer, picture: number): readonly number[] {
  const meta = boxIn(file, 'meta');
  // Version and flags come first in both.
  const references = meta && boxIn(meta.subarray(4), 'iref');
  if (references === undefined || references.length < 4) return [];
  const idBytes = references[0] === 0 ? 2 : 4;
  const found: number[] = [];
  for (const { type, content } of boxes(references.subarray(4))) {
    if (type !== 'thmb' || content.length < idBytes + 2) continue;
    const count = content.readUInt16BE(idBytes);
    for (let at = idBytes + 2, n = 0; n < count && at + idBytes <= content.length; at += idBytes, n++) {
      if (content.readUIntBE(at, idBytes) === picture) found.push(content.readUIntBE(0, idBytes));
    }
  }
  return found;
}

/** The ID of the picture that the file is about: its box `pitm`. */
export function primaryPicture(file: Buffer): number | undefined {
  const meta = boxIn(file, 'meta');
  const primary = meta && boxIn(meta.subarray(4), 'pitm');
  if (primary === undefined || primary.length < 6) return undefined;
  return primary[0] === 0 || primary.length < 8 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
}

function boxIn(bytes: Buffer, type: string): Buffer | undefined {
  for (const box of boxes(bytes)) if (box.type === type) return box.content;
  return undefined;
}

function* boxes(bytes: Buffer): Generator<{ readonly type: string; readonly content: Buffer }> {
  for (let at = 0; at + 8 <= bytes.length; ) {
    const short = bytes.readUInt32BE(at);
    const header = short === 1 ? 16 : 8;
    if (at + header > bytes.length) return;
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short;
    if (length < header) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + header, at + length) };
    at += length;
  }
}
