/** A service at which people sign in, with users of the sample who have logins. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { startNode } from './app.ts';
import { CLIENT, CLIENT_SECRET } from './identity-providers.ts';
import { copySample } from './sample.ts';

const KEY = 's3cr3t key of the tests, of 32 bytes';

/** Settings of the environment; `own` are those of `signIn` that differ. */
export async function signInSettings(issuer: string, own: Readonly<Record<string, unknown>> = {}) {
  const folder = newFolder();
  await writeFile(join(folder, 'session.key'), KEY);
  await writeFile(join(folder, 'client.secret'), CLIENT_SECRET);
  const settings: Record<string, unknown> = {
    issuer,
    client_id: CLIENT,
    client_secret_file: join(folder, 'client.secret'),
    groups: '{"dam-editors": 2, "everybody": 1}',
    keys: JSON.stringify([{ id: 'k1', secretFile: join(folder, 'session.key') }]),
    ...own,
  };
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [`ABS_SIGN_IN_${key.toUpperCase()}`, String(value)]),
  );
}

/** Starts a service on the sample, where Ada (user 2) has the login `ada`. */
export async function startWithSignIn(
  issuer: string,
  {
    own,
    more,
    haste,
  }: {
    readonly own?: Readonly<Record<string, unknown>>;
    readonly more?: Readonly<Record<string, unknown>>;
    readonly haste?: Parameters<typeof startNode>[2];
  } = {},
) {
  const settings = { ...(await signInSettings(issuer, own)), ...more };
  const prepare = async (data: string) => {
    await copySample(data);
    await giveLogin(data, 'ada');
  };
  return await startNode(settings, prepare, haste);
}

/** Gives Ada of the sample a login; undefined takes it away. */
export async function giveLogin(data: string, login: string | undefined): Promise<void> {
  await using storage = await openStorage({ data });
  await storage.writer.change((changes) =>
    changes.put('user', { id: 2, name: 'Ada', groups: [2], isService: false, ...(login !== undefined && { login }) }),
  );
}
