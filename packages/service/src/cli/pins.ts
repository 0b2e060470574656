import { openExistingStorage, type Storage } from '../app/storage.ts';
import { openAudit } from '../auth/audit-file.ts';
import { loadConfig } from '../config/load.ts';
import { pinFingerprint, readPinCode } from '../pins/store/pin.ts';
import type { CommandLine } from './command-line.ts';
import { UsageError } from './usage-error.ts';

/** PINs that are read at once. */
const BATCH = 1000;

/** Runs `abs pins list|revoke`. */
export async function run({ operands: [action = '', pin], settings }: CommandLine): Promise<number> {
  if (action !== 'list' && action !== 'revoke') throw new UsageError(`${action} is not one of list, revoke`);
  if (action === 'list' && pin !== undefined) throw new UsageError('list takes nothing more');
  if (action === 'revoke' && pin === undefined) throw new UsageError('revoke needs PIN');
  const code = pin === undefined ? undefined : readPinCode(pin);
  if (pin !== undefined && code === undefined) throw new UsageError(`${pin} is no PIN; the list has them`);
  const config = loadConfig({ options: settings });
  await using storage = await openExistingStorage(config);
  if (code === undefined) return await list(storage);
  if (!(await storage.writer.endPin(code, { now: Date.now() })))
    throw new Error(`there is no PIN ${code}, or it has ended`);
  await using audit = openAudit(config, (trouble) =>
    console.error(`abs pins: the audit log is not written: ${trouble}`),
  );
  audit.record({ event: 'pin_revoked', details: { pin: pinFingerprint(code) } });
  console.error(`PIN ${code} has ended`);
  return 0;
}

/** Prints one line per PIN that has not expired, newest first. */
async function list({ pins }: Pick<Storage, 'pins'>): Promise<number> {
  console.log('PIN           EXPIRES            USER      ASSETS  DOWNLOADS  TITLE');
  const now = Date.now();
  for (let offset = 0; ; offset += BATCH) {
    const page = await pins.list({ now, offset, most: BATCH });
    for (const { code, expires, creator, isAnonymous, assets, downloads, endpoint, title } of page.pins) {
      const cells = [
        code,
        `${new Date(expires).toISOString().slice(0, 16)}Z`,
        // A dash stands for a PIN that was made without a token.
        String(isAnonymous ? '-' : creator).padEnd(8),
        String(assets.length).padEnd(6),
        String(downloads).padEnd(9),
        // A title has no control characters.
        endpoint === '' ? title : `/${endpoint}: ${title}`,
      ];
      console.log(cells.join('  ').trimEnd());
    }
    if (page.pins.length < BATCH) return 0;
  }
}
