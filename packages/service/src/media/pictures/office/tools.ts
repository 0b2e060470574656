import { spawnSync } from 'node:child_process';
import { findProgram } from '../../../platform/find-program.ts';
import { type OfficeTools, sandboxArguments } from './sandbox.ts';

const PROBE_SECONDS = 5;

/**
 * Finds the programs that convert Office files to PDF; if they can't run, returns the reason as text for the operator.
 */
export function findOfficeTools(): OfficeTools | { readonly lack: string } {
  const soffice = findProgram('soffice') ?? findProgram('libreoffice');
  const bwrap = findProgram('bwrap');
  if (soffice === undefined) return { lack: 'soffice (LibreOffice) is not on the PATH' };
  // LibreOffice follows links to files and URLs in documents, so it never runs without a sandbox.
  if (bwrap === undefined) return { lack: 'bwrap (bubblewrap), in which LibreOffice must run, is not on the PATH' };
  const tools = { soffice, bwrap };
  return isSandboxPossible(tools) ? tools : { lack: 'this system does not let bwrap make a sandbox' };
}

function isSandboxPossible(tools: OfficeTools): boolean {
  try {
    const command = sandboxArguments(tools, new Map(), ['/bin/sh', '-c', 'exit 0']);
    return spawnSync(tools.bwrap, command, { stdio: 'ignore', timeout: PROBE_SECONDS * 1000 }).status === 0;
  } catch {
    return false;
  }
}
