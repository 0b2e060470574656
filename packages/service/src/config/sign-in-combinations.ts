import type { Problem } from './problems.ts';
import type { Config } from './settings.ts';

export function signInThatLacks({ signIn }: Pick<Config, 'signIn'>): readonly Problem[] {
  const { issuer, clientId, keys, required } = signIn;
  const problem = (key: string, message: string) => ({ key: `signIn.${key}`, source: 'settings', message });
  if (issuer === null) return required ? [problem('required', 'true needs signIn.issuer')] : [];
  return [
    ...(clientId === null ? [problem('issuer', 'a provider needs signIn.clientId')] : []),
    ...(keys.length === 0 ? [problem('issuer', 'a provider needs a key in signIn.keys')] : []),
  ];
}
