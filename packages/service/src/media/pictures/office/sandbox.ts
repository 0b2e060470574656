import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** The programs that turn Office files into PDF; absolute paths. */
export interface OfficeTools {
  readonly soffice: string;
  readonly bwrap: string;
}

/** Inside the sandbox there are this folder and programs, and nothing else. */
const WORK = '/tmp';
const MEGABYTE = 2 ** 20;
const MOST_SCRATCH_BYTES = 512 * MEGABYTE;
/** What the program may reserve; how much of it it may use is up to the cap of the render process. */
const MOST_VIRTUAL_KILOBYTES = 4 * 2 ** 20;
const MOST_OUTPUT_BLOCKS = (256 * MEGABYTE) / 512;

/** Settings that programs can't do without; none says anything about this machine's users. */
const SETTINGS = ['/etc/ld.so.cache', '/etc/fonts', '/etc/libreoffice', '/etc/alternatives', '/var/cache/fontconfig'];

/** Arguments of bwrap around a command: no network, no file but programs and `files`, by their path inside; killed with its parent. */
export function sandboxArguments(
  tools: OfficeTools,
  files: ReadonlyMap<string, string>,
  command: readonly string[],
): string[] {
  return [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'HOME', WORK, '--setenv', 'LANG', 'C.UTF-8'],
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/lib', '/lib32', '/lib64'].flatMap(asItIs),
    ...programFolder(tools.soffice).flatMap((folder) => ['--ro-bind', folder, folder]),
    ...SETTINGS.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--size', String(MOST_SCRATCH_BYTES), '--tmpfs', WORK],
    ...[...files].flatMap(([inside, outside]) => ['--ro-bind', outside, inside]),
    ...['--chdir', WORK, '--', ...command],
  ];
}

/** Arguments of bwrap that turn one file into a PDF on standard output. What is written lives in memory and vanishes with the process. */
export function conversionArguments(
  tools: OfficeTools,
  { path, extension, seconds }: { readonly path: string; readonly extension: string; readonly seconds: number },
): string[] {
  const source = `${WORK}/source.${extension}`;
  const script = [
    `ulimit -v ${MOST_VIRTUAL_KILOBYTES}; ulimit -f ${MOST_OUTPUT_BLOCKS}; ulimit -c 0; ulimit -t ${Math.ceil(seconds) + 1}`,
    `"$1" -env:UserInstallation=file://${WORK}/profile --headless --norestore --nolockcheck --convert-to pdf --outdir ${WORK}/out ${source} >/dev/null 2>&1`,
    // It ends with 0 whether or not it has written anything.
    `exec cat ${WORK}/out/source.pdf`,
  ].join('\n');
  return sandboxArguments(tools, new Map([[source, path]]), ['/bin/sh', '-c', script, 'sh', tools.soffice]);
}

/** Folders that are links into /usr on most systems. */
function asItIs(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return [];
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
}

/** The folder of a LibreOffice that is installed outside /usr, such as /opt/libreoffice24.8. */
function programFolder(soffice: string): string[] {
  const folder = dirname(dirname(realpathSync(soffice)));
  const isKnown = folder === '/usr' || folder.startsWith('/usr/') || folder === '/';
  return isKnown ? [] : [folder];
}
