/** `deploy/compose.yaml` as an engine for containers reads it: merged, and with variables replaced. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const DEPLOY = new URL('../../../../deploy/', import.meta.url);

/** One service, as far as tests read it. */
export interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[]; readonly interval: string; readonly retries: number };
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>;
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address: string }>>;
  readonly stop_grace_period?: string;
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: { readonly abs: { readonly ipam: { readonly config: readonly { readonly subnet: string }[] } } };
  readonly volumes: Readonly<Record<string, unknown>>;
}

export const PASSWORD = 'a password';

/** Reads the file. Throws if it is no YAML, has a key twice, or names a variable that its comment doesn't. */
export function readCompose(): ComposeFile {
  const text = readFileSync(new URL('compose.yaml', DEPLOY), 'utf8');
  const replaced = text.replaceAll(/\$(?:\$|\{(\w+):\?[^}]*\})/g, (whole, name?: string) => {
    if (whole === '$$') return '$';
    if (name !== 'ABS_PASSWORD') throw new Error(`compose.yaml needs ${name}`);
    return PASSWORD;
  });
  return parse(replaced, { merge: true, strict: true }) as ComposeFile;
}

/** The address that a service has in the network of the file; undefined if it gets one of the free ones. */
export function addressOf({ networks }: ComposeService): string | undefined {
  return Array.isArray(networks)
    ? undefined
    : (networks as Record<string, { ipv4_address: string }>)['abs']?.ipv4_address;
}
