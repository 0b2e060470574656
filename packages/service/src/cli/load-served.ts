import { findWrongDefaults } from '../app/wrong-defaults.ts';
import { loadConfig, type SettingOptions } from '../config/load.ts';
import type { Config } from '../config/settings.ts';

/** Loads the settings of a service. All that would prevent its start is reported at once. */
export function loadServed(options: SettingOptions): Config {
  return loadConfig({ options, checksFiles: true, findFurther: findWrongDefaults });
}
