import { box } from './raw.ts';

/** A JPEG 2000 file around a codestream, in the colours of a profile or of an enumerated colour space. */
export function boxedJp2(
  codestream: Buffer,
  colour: { readonly profile: Buffer } | { readonly space: number },
): Buffer {
  const header = Buffer.alloc(14);
  codestream.copy(header, 0, 12, 16);
  codestream.copy(header, 4, 8, 12);
  codestream.copy(header, 8, 40, 42);
  header[10] = 7;
  header[11] = 7;
  const space = Buffer.alloc(4);
  if ('space' in colour) space.writeUInt32BE(colour.space);
  const colr = 'profile' in colour ? [Buffer.from([2, 0, 0]), colour.profile] : [Buffer.from([1, 0, 0]), space];
  return Buffer.concat([
    box('jP  ', Buffer.from('\r\n\x87\n', 'latin1')),
    box('ftyp', Buffer.from('jp2 \0\0\0\0jp2 ', 'latin1')),
    box('jp2h', Buffer.concat([box('ihdr', header), box('colr', Buffer.concat(colr))])),
    box('jp2c', codestream),
  ]);
}
