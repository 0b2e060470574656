/** A request with the cookie of a session beside the same with a static token: answers that are not computed anew. */
import { join } from 'node:path';
import { CookieJar } from '../../test/support/cookie-jar.ts';
import { startLyingProvider } from '../../test/support/identity-providers.ts';
import { copySample } from '../../test/support/sample.ts';
import { giveLogin, signInSettings } from '../../test/support/with-sign-in.ts';
import { median, report } from '../report.ts';
import { asFastAsItGoes } from './load.ts';
import { startService } from './servers.ts';

const PATH = '/node.do?search=&paginate=50';
const TOKEN = 'a-token-of-the-benchmark';
const ASKED_SHARE = 0.95;

export async function benchSessions(folder: string, options: { rounds: number; seconds: number }): Promise<void> {
  const data = join(folder, `sessions-${process.pid}`);
  await copySample(data);
  await giveLogin(data, 'ada');
  await using provider = await startLyingProvider();
  const settings = {
    ...(await signInSettings(provider.issuer)),
    ABS_TOKEN_VERIFIER: 'static',
    ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 2 }]),
  };
  await using service = await startService(data, { threads: 1, core: 0, settings });
  const jar = new CookieJar();
  const begun = await jar.fetch(`${service.url}/sign-in`);
  await jar.fetch(`${service.url}/sign-in/callback?${provider.callback(begun.headers.get('location') ?? '')}`);
  const headers = { session: `Cookie: ${jar.for(service.url)}`, token: `Authorization: Bearer ${TOKEN}` };
  const rates = { session: [] as number[], token: [] as number[] };
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const way of ['session', 'token'] as const) {
      const load = { seconds: options.seconds, core: 1, headers: [headers[way]] };
      const { perSecond } = await asFastAsItGoes(service.url + PATH, load);
      if (round > 0) rates[way].push(perSecond);
    }
  }
  const share = median(rates.session) / median(rates.token);
  report({
    name: 'a request with a session, one thread',
    asked: `${ASKED_SHARE} of one with a static token`,
    measured: `${share.toFixed(2)} (${median(rates.session).toFixed(0)}/s)`,
    peer: `static token ${median(rates.token).toFixed(0)}/s`,
    isReached: share >= ASKED_SHARE,
  });
}
