/** Runs the command that a command line names, and says in a sentence why it failed. */
import { PROGRAM_VERSION } from '../config/package.ts';
import { ConfigError } from '../config/problems.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { help, usage } from './help.ts';
import { Interrupted } from './interruption.ts';
import { UsageError } from './usage-error.ts';

/** Export of each `src/cli/<command>.ts`: runs the command and returns the exit status. */
type Run = (line: CommandLine) => Promise<number>;

/** Exit status if no work was begun: the command line or the settings are invalid. */
const NOT_BEGUN = 2;

/** Commands are loaded on demand, so that help doesn't have to load the server's modules. */
const RUN: Readonly<Record<CommandLine['command'], () => Promise<{ readonly run: Run }>>> = {
  start: () => import('./start.ts'),
  serve: () => import('./serve.ts'),
  import: () => import('./import.ts'),
  sources: () => import('./sources.ts'),
  export: () => import('./export.ts'),
  copy: () => import('./copy.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  check: () => import('./check.ts'),
  doctor: () => import('./doctor.ts'),
  token: () => import('./token.ts'),
  sign: () => import('./sign.ts'),
  reviews: () => import('./reviews.ts'),
  pins: () => import('./pins.ts'),
  webhooks: () => import('./webhooks.ts'),
  duplicates: () => import('./duplicates.ts'),
  openapi: () => import('./openapi.ts'),
};

async function main(args: readonly string[]): Promise<number> {
  const asked = readCommandLine(args);
  switch (asked.kind) {
    case 'version':
      console.log(PROGRAM_VERSION);
      return 0;
    case 'help':
      console.log(help(asked.command));
      return 0;
    case 'wrong':
      console.error(
        `abs: ${asked.message}\n${usage(asked.command)}\nRun abs ${asked.command ? `${asked.command} ` : ''}--help for more.`,
      );
      return NOT_BEGUN;
    case 'run':
      return await runCommand(asked.line);
  }
}

async function runCommand(line: CommandLine): Promise<number> {
  try {
    const { run } = await RUN[line.command]();
    return await run(line);
  } catch (error) {
    if (error instanceof ConfigError) {
      console.error(`abs: these settings are wrong:\n${error.message.replace(/^/gm, '  ')}`);
      return NOT_BEGUN;
    }
    if (error instanceof UsageError) {
      console.error(`abs ${line.command}: ${error.message}\n${usage(line.command)}`);
      return NOT_BEGUN;
    }
    console.error(`abs ${line.command}: ${describe(error)}`);
    return error instanceof Interrupted ? error.status : 1;
  }
}

/** Describes an error with those causes that it doesn't tell itself. For bugs of the program, includes the stack trace. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isFault = [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type);
  const own = isFault ? (error.stack ?? error.message) : error.message;
  const { cause } = error;
  if (!(cause instanceof Error) || own.includes(cause.message)) return own;
  return `${own}\n  because: ${describe(cause)}`;
}

// A reader such as `head` may close the pipe early, which isn't an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await main(process.argv.slice(2));
