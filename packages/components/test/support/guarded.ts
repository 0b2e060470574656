import type { ServiceOptions } from './services.ts';

/** Tokens that a guarded service takes, of the same person. */
export const TOKEN = 'a-token-of-the-tests';
export const OTHER_TOKEN = 'another-token-of-the-tests';

const tokens = [TOKEN, OTHER_TOKEN].map((token) => ({ token, user: 2 }));

/** Settings of a service that wants a token. */
export const GUARDED = { ABS_TOKEN_VERIFIER: 'static', ABS_TOKEN_TOKENS: JSON.stringify(tokens) };

/** A service with the sample that wants a token. */
export const guardedService: ServiceOptions = { settings: GUARDED };
