import wabt from 'wabt';

const { parseWat } = await wabt();

/** A module with the compiled code of a kernel, from its name and text. */
export function kernelModule(name: string, text: string): string {
  const parsed = parseWat(`${name}.wat`, text, { simd: true });
  try {
    parsed.validate();
    const code = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
    const lines = code.match(/.{1,110}/g) ?? [];
    return `/** \`${name}.wat\`, compiled by \`npm run docs\`, in Base64. */
export const ${name.replaceAll('-', '_').toUpperCase()} =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
  } finally {
    parsed.destroy();
  }
}
