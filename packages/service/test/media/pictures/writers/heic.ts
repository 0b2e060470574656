import sharp from 'sharp';

/** The container of an HEIC file that declares HEVC; its content decodes to nothing. */
export async function writeHollowHeic(): Promise<Buffer> {
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .avif({ effort: 0 })
    .toBuffer();
  const config = Buffer.alloc(31);
  config.writeUInt32BE(config.length);
  config.write('hvcC\x01\x01', 4, 'latin1');
  config[29] = 0x0f; // the length fields of NAL units have four bytes
  const at = avif.indexOf('av1C') - 4;
  const behind = at + avif.readUInt32BE(at);
  const heic = Buffer.concat([avif.subarray(0, at), config, avif.subarray(behind)]);
  for (const box of ['meta', 'iprp', 'ipco']) {
    const place = heic.indexOf(box) - 4;
    heic.writeUInt32BE(heic.readUInt32BE(place) + heic.length - avif.length, place);
  }
  return Buffer.from(heic.toString('latin1').replaceAll('av01', 'hvc1').replaceAll('avif', 'heic'), 'latin1');
}
