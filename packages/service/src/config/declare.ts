import type { SettingType } from './setting-types.ts';

/** A setting: its type, its default and its meaning. */
export interface Setting<T = unknown> extends SettingType<T> {
  /** Default value as it would be written in the file. */
  readonly default: unknown;
  /** One sentence for readers, with the unit. */
  readonly meaning: string;
  /** True if the value must never be shown. */
  readonly isSecret: boolean;
  /** Old name of the key in its group, which still works for one version. */
  readonly oldName?: string;
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

/** Keeps the old name of a renamed key for one version. */
export function renamed<T>(oldName: string, declared: Setting<T>): Setting<T> {
  return { ...declared, oldName };
}

/** Returns the old key path of a setting; undefined if it wasn't renamed. */
export function oldKeyOf(key: string, { oldName }: Setting): string | undefined {
  return oldName && key.replace(/[^.]*$/, oldName);
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
