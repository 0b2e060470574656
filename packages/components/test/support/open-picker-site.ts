import { type RunningApp, startApp } from '../../../service/test/support/app.ts';
import { openSite, type Site } from './site.ts';

/** The token that the guarded service takes. */
export const TOKEN = 'a-token-of-the-tests';

/** A site, and two services whose pickers it may open: one for everybody, and one that wants a token. */
export interface PickerSite extends AsyncDisposable {
  readonly site: Site;
  readonly app: RunningApp;
  readonly guarded: RunningApp;
}

/** Starts the site, which builds the elements, and the services, whose pages load them. */
export async function openPickerSite(): Promise<PickerSite> {
  await using stack = new AsyncDisposableStack();
  const site = stack.use(await openSite(''));
  const ABS_PICKER_ORIGINS = `https://cms.example,${site.url}`;
  const app = stack.use(await startApp({ ABS_PICKER_ORIGINS }));
  const ABS_TOKEN_TOKENS = JSON.stringify([{ token: TOKEN, user: 2 }]);
  const guarded = stack.use(await startApp({ ABS_PICKER_ORIGINS, ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS }));
  const owned = stack.move();
  return { site, app, guarded, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
