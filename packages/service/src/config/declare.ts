import type { Kind } from './kinds.ts';

/** A setting: its kind, what applies where nobody gives it, and what it means. */
export interface Setting<T = unknown> extends Kind<T> {
  /** As it would be written in the file. */
  readonly default: unknown;
  /** One sentence for people, with the unit. */
  readonly meaning: string;
  /** Its value is never shown. */
  readonly isSecret: boolean;
}

/** Settings under their keys, in groups as deep as wanted. */
export interface Declaration {
  readonly [key: string]: Setting | Declaration;
}

/** The values that a declaration describes. */
export type Values<D> = {
  readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : Values<D[K]>;
};

export function setting<T>(kind: Kind<T>, standard: unknown, meaning: string): Setting<T> {
  return { ...kind, default: standard, meaning, isSecret: false };
}

/** A setting whose value appears in no message. */
export function secret<T>(kind: Kind<T>, standard: unknown, meaning: string): Setting<T> {
  return { ...setting(kind, standard, meaning), isSecret: true };
}

export function isSetting(declared: Setting | Declaration): declared is Setting {
  return typeof declared['read'] === 'function';
}

/** Every setting by its key path, in the order of declaration. */
export function settingsOf(declaration: Declaration, prefix = ''): ReadonlyMap<string, Setting> {
  return new Map(
    Object.entries(declaration).flatMap(([key, declared]) =>
      isSetting(declared) ? [[prefix + key, declared] as const] : [...settingsOf(declared, `${prefix}${key}.`)],
    ),
  );
}
