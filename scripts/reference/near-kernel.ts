import wabt from 'wabt';

const { parseWat } = await wabt();

/** A module with the compiled code of `near-kernel.wat`, from its text. */
export function nearKernelModule(text: string): string {
  const parsed = parseWat('near-kernel.wat', text, { simd: true });
  try {
    parsed.validate();
    const code = Buffer.from(parsed.toBinary({}).buffer).toString('base64');
    const lines = code.match(/.{1,110}/g) ?? [];
    return `/** \`near-kernel.wat\`, compiled by \`npm run docs\`, in Base64. */
export const NEAR_KERNEL =
${lines.map((line) => `  '${line}'`).join(' +\n')};
`;
  } finally {
    parsed.destroy();
  }
}
