import { appendFile } from 'node:fs/promises';

/** What a box of XMP in MP4 is known by (XMP specification, part 3). */
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');

/** Appends XMP to an MP4. */
export async function appendXmp(path: string, xmp: string): Promise<void> {
  const content = Buffer.from(xmp);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(head.length + XMP.length + content.length);
  head.write('uuid', 4);
  await appendFile(path, Buffer.concat([head, XMP, content]));
}
