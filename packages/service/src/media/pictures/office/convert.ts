import { spawn } from 'node:child_process';
import { CannotMake } from '../../derived/cannot-make.ts';
import type { OfficeSetup } from './environment.ts';
import { officeArguments } from './sandbox.ts';

const MOST_BYTES = 128 * 2 ** 20;

/**
 * Converts an Office file to PDF. Rejects with CannotMake if LibreOffice times out, or produces no PDF or one of more
 * than 128 MB.
 */
export async function convertToPdf(path: string, extension: string, setup: OfficeSetup): Promise<Buffer> {
  const pdf = await run(setup, officeArguments(setup, { path, extension, seconds: setup.seconds }));
  // LibreOffice's exit code is no proof of success.
  if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new CannotMake('corrupt', 'LibreOffice makes no PDF of it');
  return pdf;
}

function run({ bwrap, seconds }: OfficeSetup, args: readonly string[]): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const child = spawn(bwrap, args, { stdio: ['ignore', 'pipe', 'ignore'], env: {} });
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = (reason: CannotMake) => {
    reject(reason);
    child.kill('SIGKILL'); // also kills everything in the sandbox
  };
  const late = new CannotMake('too_large', `LibreOffice took more than ${seconds} s`);
  const deadline = setTimeout(() => stop(late), seconds * 1000);
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) stop(new CannotMake('too_large', 'a PDF of more than 128 MB'));
    else chunks.push(chunk);
  });
  child.once('error', reject);
  child.once('close', () => {
    clearTimeout(deadline);
    resolve(Buffer.concat(chunks));
  });
  return promise;
}
