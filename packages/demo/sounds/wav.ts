/** Sample rate of all sounds, in samples per second. */
export const RATE = 22_050;

/** Creates a 16-bit mono WAV file from samples between -1 and 1, tagged with title, artist and year. */
export function wavFile(
  samples: Float32Array,
  tags: { readonly title: string; readonly artist: string; readonly year: string },
): Uint8Array {
  const list = infoList([
    ['INAM', tags.title],
    ['IART', tags.artist],
    ['ICRD', tags.year],
    ['ICMT', 'Velmara'],
  ]);
  const bytes = Buffer.alloc(44 + samples.length * 2 + list.length);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
  for (let i = 0; i < samples.length; i += 1)
    bytes.writeInt16LE(Math.round(((samples[i] ?? 0) / loudest) * 28_000), 44 + i * 2);
  list.copy(bytes, 44 + samples.length * 2);
  return bytes;
}

function infoList(entries: readonly (readonly [string, string])[]): Buffer {
  const chunks = entries.map(([name, text]) => {
    const body = Buffer.from(`${text}\0`, 'utf8');
    const head = Buffer.alloc(8);
    head.write(name, 0, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  });
  const content = Buffer.concat([Buffer.from('INFO', 'latin1'), ...chunks]);
  const head = Buffer.alloc(8);
  head.write('LIST', 0, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
}
