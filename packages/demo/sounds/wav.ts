/** Sample rate of all sounds, in samples per second. */
export const RATE = 22_050;

/** Creates a 16-bit mono WAV file from samples between -1 and 1. */
export function wavFile(samples: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(44 + samples.length * 2);
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
  return bytes;
}
