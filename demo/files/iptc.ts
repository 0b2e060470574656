import type { Caption } from './caption.ts';

/** Numbers of the IPTC datasets in record 2. */
const DATASETS = {
  title: 5,
  keyword: 25,
  date: 55,
  creator: 80,
  city: 90,
  country: 101,
  credit: 110,
  copyright: 116,
  description: 120,
} as const;

/** The JPEG with the caption as IPTC (segment APP13), placed after the segments that are there already. */
export function addIptc(jpeg: Buffer, caption: Caption): Buffer {
  const records = Buffer.concat([
    Buffer.from([0x1c, 1, 90, 0, 3, 0x1b, 0x25, 0x47]),
    dataset(DATASETS.title, caption.title),
    ...caption.keywords.map((keyword) => dataset(DATASETS.keyword, keyword)),
    dataset(DATASETS.date, caption.captured.slice(0, 10).replaceAll('-', '')),
    dataset(DATASETS.creator, caption.creator),
    dataset(DATASETS.city, caption.city),
    dataset(DATASETS.country, caption.country),
    dataset(DATASETS.credit, 'Velmara'),
    dataset(DATASETS.copyright, caption.copyright),
    dataset(DATASETS.description, caption.description),
  ]);
  const padded = records.length % 2 === 0 ? records : Buffer.concat([records, Buffer.alloc(1)]);
  const resource = Buffer.alloc(12);
  resource.write('8BIM', 0, 'latin1');
  resource.writeUInt16BE(0x0404, 4);
  resource.writeUInt32BE(records.length, 8);
  const body = Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource, padded]);
  const head = Buffer.from([0xff, 0xed, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  const at = endOfApplicationSegments(jpeg);
  return Buffer.concat([jpeg.subarray(0, at), head, body, jpeg.subarray(at)]);
}

function dataset(number: number, text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const head = Buffer.from([0x1c, 2, number, 0, 0]);
  head.writeUInt16BE(bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

function endOfApplicationSegments(jpeg: Buffer): number {
  let at = 2;
  while (jpeg[at] === 0xff && ((jpeg[at + 1] ?? 0) & 0xf0) === 0xe0) at += 2 + jpeg.readUInt16BE(at + 2);
  return at;
}
