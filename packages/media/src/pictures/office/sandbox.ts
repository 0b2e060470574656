import { spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OFFICE_PROGRAMS, type OfficeProgram, officeProgramOf } from '../../../../core/src/domain/office-types.ts';
import { findProgram } from '../../../../core/src/platform/find-program.ts';

/** The programs that convert Office files to PDF: two by their absolute paths, and those of LibreOffice that are there. */
export interface OfficeTools {
  readonly soffice: string;
  readonly bwrap: string;
  readonly programs: readonly OfficeProgram[];
}

/** Where all is written in the sandbox but the file, beside which there are only programs and settings. */
const WORK = '/tmp';
/** The file without its extension. Documents show the names of their file and its folder, so neither may say anything. */
const SOURCE = '/ ';
/** How long the check may take whether this system allows sandboxes. */
const PROBE_SECONDS = 5;
const MEGABYTE = 2 ** 20;
const MAX_SCRATCH_BYTES = 512 * MEGABYTE;
/**
 * Limit of LibreOffice's virtual memory. The memory limit of the render process bounds how much of it is actually used.
 */
const MAX_VIRTUAL_KILOBYTES = 4 * 2 ** 20;
const MAX_OUTPUT_BLOCKS = (256 * MEGABYTE) / 512;

/** Settings that programs require. None reveals anything about the users of this machine. */
const SETTINGS = ['/etc/ld.so.cache', '/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/var/cache/fontconfig'];

/**
 * Returns the bwrap arguments that run a command without network and without files except programs and their settings. The
 * command is killed with its parent.
 */
function sandboxArguments(tools: Pick<OfficeTools, 'soffice' | 'bwrap'>, command: readonly string[]): string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...scratch('/'),
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', WORK, '--setenv', 'LANG', 'C.UTF-8'],
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/lib', '/lib32', '/lib64'].flatMap(asItIs),
    ...programFolder(tools.soffice).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...scratch(WORK),
    ...['--chdir', WORK, '--', ...command],
  ];
}

/**
 * Returns the bwrap arguments that start LibreOffice, and let it convert one file to a PDF on standard output. Standard
 * input is a line with the file's extension, a line with the format (`pdf` and its options), and the file. All that is
 * written is in memory and vanishes with the process.
 */
export function officeArguments({ seconds, ...tools }: OfficeSetup): string[] {
  const options = `-env:UserInstallation=file://${WORK}/profile --headless --norestore --nolockcheck`;
  const script = [
    `ulimit -v ${MAX_VIRTUAL_KILOBYTES}; ulimit -f ${MAX_OUTPUT_BLOCKS}; ulimit -c 0; ulimit -t ${Math.ceil(seconds) + 1}`,
    `"$1" ${options} --nodefault >/dev/null 2>&1 &`,
    'read -r extension; read -r format',
    `cat >"${SOURCE}.$extension"`,
    // A second program that starts before the first one listens would write to the same profile.
    'listens() { [ -S "$1" ]; }',
    `until listens ${WORK}/OSL_PIPE_* || ! kill -0 $!; do sleep 0.02; done 2>/dev/null`,
    `"$1" ${options} --convert-to "$format" --outdir ${WORK}/out "${SOURCE}.$extension" >/dev/null 2>&1`,
    // A shell's status of a program that was killed.
    'status=$?; [ $status -le 128 ] || exit $status',
    // LibreOffice exits with 0 even if it wrote nothing.
    `[ -f ${WORK}/out/*.pdf ] || { echo LibreOffice makes no PDF of it >&2; exit 1; }`,
    `exec cat ${WORK}/out/*.pdf`,
  ].join('\n');
  return sandboxArguments(tools, ['/bin/sh', '-c', script, 'sh', tools.soffice]);
}

/** Without a size, a folder in memory may take half of the machine's. */
function scratch(folder: string): string[] {
  return ['--size', String(MAX_SCRATCH_BYTES), '--tmpfs', folder];
}

/** Binds a folder, or recreates it as a link, since these are links into /usr on most systems. */
function asItIs(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/** Returns the folder of a LibreOffice installed outside /usr, such as /opt/libreoffice24.8. */
function programFolder(soffice: string): string[] {
  const folder = dirname(dirname(realpathSync(soffice)));
  const isKnown = folder === '/usr' || folder.startsWith('/usr/') || folder === '/';
  return isKnown ? [] : [folder];
}

/** The settings of Office conversion that a render process receives. */
export interface OfficeSetup extends OfficeTools {
  /** Timeout for one conversion. */
  readonly seconds: number;
}

/**
 * Returns the environment variables that pass the settings to a render process; empty if Office files can't be
 * converted.
 */
export function officeEnvironment(setup: OfficeSetup | undefined): Record<string, string> {
  return setup === undefined ? {} : { ABS_OFFICE: JSON.stringify(setup) };
}

/** Returns the settings that this process received; undefined if Office files of this type can't be converted. */
export function officeSetup(mediaType: string): OfficeSetup | undefined {
  const passed = process.env['ABS_OFFICE'];
  const setup = passed === undefined ? undefined : (JSON.parse(passed) as OfficeSetup);
  return setup?.programs.includes(officeProgramOf(mediaType)) ? setup : undefined;
}

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
  if (!isSandboxPossible(tools)) return { lack: 'this system does not let bwrap make a sandbox' };
  return { ...tools, programs: programsOf(soffice) };
}

/** Each program of LibreOffice has a file of settings. Where there are none of any, all are taken to be there. */
export function programsOf(soffice: string): readonly OfficeProgram[] {
  try {
    const settings = readdirSync(join(dirname(dirname(realpathSync(soffice))), 'share/registry'));
    const found = OFFICE_PROGRAMS.filter((program) => settings.includes(`${program.toLowerCase()}.xcd`));
    return found.length > 0 ? found : OFFICE_PROGRAMS;
  } catch {
    return OFFICE_PROGRAMS;
  }
}

function isSandboxPossible(tools: Pick<OfficeTools, 'soffice' | 'bwrap'>): boolean {
  try {
    const command = sandboxArguments(tools, ['/bin/sh', '-c', 'exit 0']);
    return spawnSync(tools.bwrap, command, { stdio: 'ignore', timeout: PROBE_SECONDS * 1000 }).status === 0;
  } catch {
    return false;
  }
}
