import { boxesIn } from './boxes.ts';
import { contentOf, type HeifProperty } from './heif.ts';

/** The first frame of a moving picture. */
export interface FirstFrame {
  /** How its data is coded: `av01` or `hvc1`. */
  readonly coding: string;
  /** What a still picture of it would have as properties. */
  readonly properties: readonly HeifProperty[];
  /** Place of its data in the file. */
  readonly at: number;
  readonly length: number;
}

const CONFIGURATIONS: Readonly<Record<string, string>> = { av01: 'av1C', hvc1: 'hvcC', hev1: 'hvcC' };
/** Bytes of a sample entry before its boxes, and the place of width and height among them. */
const ENTRY_BYTES = 78;
const SIZE_AT = 24;
const FULL_CIRCLE = 4;

/** Finds the first frame of the first track of pictures (ISO/IEC 23008-12: image sequence). */
export function firstFrame(moov: Buffer): FirstFrame | undefined {
  for (const { type, contentAt, end } of boxesIn(moov)) {
    const found = type === 'trak' ? frameOf(moov.subarray(contentAt, end)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function frameOf(track: Buffer): FirstFrame | undefined {
  const inside = (bytes: Buffer | undefined, type: string) => bytes && contentOf(bytes, type);
  const media = contentOf(track, 'mdia');
  if (!/^(?:pict|vide)$/.test(inside(media, 'hdlr')?.toString('latin1', 8, 12) ?? '')) return undefined;
  const table = inside(inside(media, 'minf'), 'stbl');
  const entries = inside(table, 'stsd');
  const places = inside(table, 'stco') ?? inside(table, 'co64');
  const lengths = inside(table, 'stsz');
  if (!entries || !places || places.length < 12 || !lengths || lengths.length < 16) return undefined;
  for (const { type, contentAt, end } of boxesIn(entries, 8)) {
    const entry = entries.subarray(contentAt, end);
    const configuration = contentOf(entry, CONFIGURATIONS[type] ?? '', ENTRY_BYTES);
    if (configuration === undefined) continue;
    const size = Buffer.alloc(12);
    entry.copy(size, 6, SIZE_AT, SIZE_AT + 2);
    entry.copy(size, 10, SIZE_AT + 2, SIZE_AT + 4);
    const kept = ['colr', 'clap'].flatMap((kind) => {
      const content = contentOf(entry, kind, ENTRY_BYTES);
      return content ? [{ type: kind, content }] : [];
    });
    const turns = turnsOf(contentOf(track, 'tkhd'));
    return {
      coding: type === 'hev1' ? 'hvc1' : type,
      properties: [
        ...[{ type: 'ispe', content: size }, { type: CONFIGURATIONS[type] ?? '', content: configuration }, ...kept],
        ...(turns === 0 ? [] : [{ type: 'irot', content: Buffer.from([turns]) }]),
      ],
      at: contentOf(table ?? track, 'stco') ? places.readUInt32BE(8) : Number(places.readBigUInt64BE(8)),
      // All samples have the same length, or a list has that of each.
      length: lengths.readUInt32BE(4) || lengths.readUInt32BE(12),
    };
  }
  return undefined;
}

/** Reads the rotation of a track from its matrix, in quarter turns against the clock. */
function turnsOf(header: Buffer | undefined): number {
  const at = header?.[0] === 1 ? 52 : 40;
  if (header === undefined || header.length < at + 20) return 0;
  const [a, b] = [header.readInt32BE(at), header.readInt32BE(at + 4)];
  return (FULL_CIRCLE - Math.round(Math.atan2(b, a) / (Math.PI / 2))) % FULL_CIRCLE;
}
