import { GUARDED } from './guarded.ts';
import type { ServiceOptions } from './services.ts';

/** A page of the operator to sign in. */
export const LOGIN = 'http://login.example/in?to=media';

/** A service that wants a token, and has a link to that page. */
export const serviceWithLogin: ServiceOptions = { settings: { ...GUARDED, ABS_TOKEN_LOGIN_URL: LOGIN } };
