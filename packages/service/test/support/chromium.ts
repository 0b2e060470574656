import { execFileSync } from 'node:child_process';

/** The command that starts a Chromium on this machine (`CHROMIUM` names another one), or undefined without one. */
export const chromium = firstOf([process.env['CHROMIUM'], 'chromium', 'chromium-browser', 'google-chrome']);

/** The same, but rather the build without windows, which opens a page in two thirds of the time. */
export const headlessChromium = firstOf([process.env['CHROMIUM'], 'chromium-headless-shell']) ?? chromium;

function firstOf(commands: readonly (string | undefined)[]): string | undefined {
  return commands.find((command) => {
    try {
      return command !== undefined && execFileSync(command, ['--version'], { stdio: 'pipe' }).length > 0;
    } catch {
      return false;
    }
  });
}
