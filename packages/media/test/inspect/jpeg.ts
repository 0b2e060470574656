import sharp from 'sharp';

/** A small JPEG (40 x 20) with the given metadata, assembled byte by byte. */
export async function jpegWith(metadata: {
  xmp?: string;
  iptc?: readonly IptcValue[];
  orientation?: number;
  /** Tags of the first EXIF directory. */
  exif?: Readonly<Record<string, string>>;
  /** Those of the directory that it leads to. */
  exifIfd?: Readonly<Record<string, string>>;
}): Promise<Buffer> {
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#468' } });
  if (metadata.orientation !== undefined) picture.withMetadata({ orientation: metadata.orientation });
  if (metadata.exif !== undefined) picture.withExif({ IFD0: metadata.exif, IFD2: metadata.exifIfd ?? {} });
  const plain = await picture.jpeg().toBuffer();
  const segments: Buffer[] = [];
  if (metadata.xmp !== undefined)
    segments.push(segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${metadata.xmp}`)));
  if (metadata.iptc !== undefined) segments.push(segment(0xed, photoshopBlock(metadata.iptc)));
  return Buffer.concat([plain.subarray(0, 2), ...segments, plain.subarray(2)]);
}

/** Record, data set, bytes. */
export type IptcValue = readonly [record: number, dataSet: number, bytes: string | Buffer];

/** An XMP packet with the inner elements of one description. */
export function xmp(inner: string): string {
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/"
    xmlns:pur="http://prismstandard.org/namespaces/prismusagerights/2.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#"
    xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/">
    <rdf:Description rdf:about="">${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

export function bag(name: string, values: readonly string[]): string {
  return `<${name}><rdf:Bag>${values.map((value) => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:Bag></${name}>`;
}

export function alt(name: string, values: Readonly<Record<string, string>>): string {
  const items = Object.entries(values).map(([language, text]) => `<rdf:li xml:lang="${language}">${text}</rdf:li>`);
  return `<${name}><rdf:Alt>${items.join('')}</rdf:Alt></${name}>`;
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function photoshopBlock(values: readonly IptcValue[]): Buffer {
  return Buffer.concat([Buffer.from('Photoshop 3.0\0', 'latin1'), resource(0x0404, iptcBytes(values))]);
}

function iptcBytes(values: readonly IptcValue[]): Buffer {
  return Buffer.concat(
    values.map(([record, dataSet, text]) => {
      const bytes = typeof text === 'string' ? Buffer.from(text) : text;
      const head = Buffer.from([0x1c, record, dataSet, 0, 0]);
      head.writeUInt16BE(bytes.length, 3);
      return Buffer.concat([head, bytes]);
    }),
  );
}

function resource(id: number, content: Buffer): Buffer {
  const head = Buffer.from('8BIM\0\0\0\0\0\0\0\0', 'latin1');
  head.writeUInt16BE(id, 4);
  head.writeUInt32BE(content.length, 8);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
