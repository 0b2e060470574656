/**
 * Compares the settings of this node with those of the node that started last. Those that change answers should be the
 * same on all nodes; the start only warns, because an operator changes them node by node.
 */
import { settingsOf } from '../config/declare.ts';
import { PER_ENDPOINT } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';

/** Settings of the whole service that change answers. */
const OF_SERVICE = [
  'timeZone',
  'defaultLanguage',
  'publicUrl',
  'sign.maxDays',
  'purge.tags',
  ...['issuer', 'clientId', 'scopes', 'userClaim', 'groupsClaim', 'groups', 'required', 'hours'].map(
    (key) => `signIn.${key}`,
  ),
  'originals.url',
  'originals.endpoint',
  'derived.url',
  'search.shards',
  'branding.name',
  'branding.colours',
];

/** Settings of a base address that may differ: sizes of a machine, and paths, at which each node has its own file. */
const MAY_DIFFER = /^(?:render\.|cache\.megabytes$|messages$|download\.fileNames$|search\.provider$|.*File$)/;

/** Settings of a base address that change answers. What is secret must not be stored in the database. */
const OF_ENDPOINT = [...settingsOf(PER_ENDPOINT)]
  .filter(([key, { isSecret }]) => !isSecret && !MAY_DIFFER.test(key))
  .map(([key]) => key);

/** Values as JSON by the path of their setting. */
export type ComparableSettings = Readonly<Record<string, string>>;

/**
 * Returns the settings that all nodes should have in common; of an endpoint, those that differ from the main address.
 */
export function comparableSettings(config: Config): ComparableSettings {
  const main = valuesOf(config, OF_ENDPOINT);
  const agreed = { ...valuesOf(config, OF_SERVICE), ...main };
  for (const [name, own] of config.endpoints) {
    for (const [key, value] of Object.entries(valuesOf(own, [...OF_ENDPOINT, 'defaults', 'roots', 'formats']))) {
      if (value !== main[key]) agreed[`endpoints.${name}.${key}`] = value;
    }
  }
  return agreed;
}

/** Returns one sentence for each setting that differs from those of the node that started last. */
export function disagreements(here: ComparableSettings, before: ComparableSettings): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(here)]);
  return [...keys]
    .filter((key) => here[key] !== before[key])
    .map((key) => {
      const [now, then] = [here[key] ?? 'not set', before[key] ?? 'not set'];
      return `${key} is ${now} here, but ${then} on the node that started last: all nodes of a service need the same`;
    });
}

function valuesOf(settings: object, keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.map((key) => [
      key,
      JSON.stringify(
        key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], settings),
        (_, value: unknown) => (value instanceof Map ? Object.fromEntries(value) : value),
      ),
    ]),
  );
}
