import type { SettingType } from './setting-types.ts';

/** A setting: its type, its default and its meaning. */
export interface Setting<T = unknown> extends SettingType<T> {
  /** Default value as it would be written in the file. */
  readonly default: unknown;
  /** One sentence for readers, with the unit. */
  readonly meaning: string;
  /** True if the value must never be shown. */
  readonly isSecret: boolean;
}

/** Settings by key, in groups nested to any depth. */
export interface Declaration {
  readonly [key: string]: Setting | Declaration;
}

/** The type of the values that a declaration describes. */
export type Values<D> = {
  readonly [K in keyof D]: D[K] extends Setting<infer T> ? T : Values<D[K]>;
};

export function setting<T>(type: SettingType<T>, standard: unknown, meaning: string): Setting<T> {
  return { ...type, default: standard, meaning, isSecret: false };
}

/** Declares a setting whose value appears in no message. */
export function secret<T>(type: SettingType<T>, standard: unknown, meaning: string): Setting<T> {
  return { ...setting(type, standard, meaning), isSecret: true };
}

export function isSetting(declared: Setting | Declaration): declared is Setting {
  return typeof declared['read'] === 'function';
}

/** Returns all settings by key path, in order of declaration. */
export function settingsOf(declaration: Declaration, prefix = ''): ReadonlyMap<string, Setting> {
  return new Map(
    Object.entries(declaration).flatMap(([key, declared]) =>
      isSetting(declared) ? [[prefix + key, declared] as const] : [...settingsOf(declared, `${prefix}${key}.`)],
    ),
  );
}
