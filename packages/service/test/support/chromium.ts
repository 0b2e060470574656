import { execFileSync } from 'node:child_process';

/** The command that starts a Chromium on this machine (`CHROMIUM` names another one), or undefined without one. */
export const chromium = [process.env['CHROMIUM'], 'chromium', 'chromium-browser', 'google-chrome'].find((command) => {
  try {
    return command !== undefined && execFileSync(command, ['--version'], { stdio: 'pipe' }).length > 0;
  } catch {
    return false;
  }
});
