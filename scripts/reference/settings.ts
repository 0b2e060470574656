// Writes docs/settings.schema.json and the lists of docs/reference/settings.md from the declarations of the settings.
import type { Schema } from '../../packages/core/src/domain/values.ts';
import { type Setting, settingsOf } from '../../packages/service/src/config/declare.ts';
import { ENDPOINT_DECLARATION, PER_ENDPOINT_KEYS } from '../../packages/service/src/config/endpoint-settings.ts';
import { DECLARATION } from '../../packages/service/src/config/settings.ts';
import { declarationSchema } from '../../packages/service/src/config/settings-schema.ts';

/** The schema by which editors complete and check a configuration file. */
export function settingsSchema(): Schema {
  const { properties, ...schema } = declarationSchema(DECLARATION);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of the Asset Browsing Service',
    ...schema,
    properties: { $schema: { type: 'string' }, ...(properties as Schema) },
  };
}

export function settingsLists(): string {
  const all = [...settingsOf(DECLARATION)];
  const ownOfEndpoints = [...settingsOf(ENDPOINT_DECLARATION)].filter(([key]) => !PER_ENDPOINT_KEYS.has(key));
  return [
    '### Of the whole service',
    list(all.filter(([key]) => !PER_ENDPOINT_KEYS.has(key))),
    '### Of a base address',
    'Every entry of `endpoints` may override these; `render`, `cache.megabytes` and `token.loginUrl` have no effect there,\nbecause they count for the whole service.',
    list(all.filter(([key]) => PER_ENDPOINT_KEYS.has(key))),
    '### Of an entry of `endpoints` alone',
    list(ownOfEndpoints),
  ].join('\n\n');
}

type Rows = readonly (readonly [string, Setting])[];

function list(settings: Rows): string {
  const rows = settings.map(([key, setting]) => {
    const values = [`\`${JSON.stringify(setting.default)}\``, shortened(setting.expected)].filter(
      (part) => part !== '',
    );
    return `- \`${key}\` (${values.join('; ')}): ${setting.meaning.replaceAll('*', '\\*')}`;
  });
  return rows.join('\n');
}

/**
 * What is accepted, without what the page says once, and what the default shows of texts, files, paths and flags. Upper bounds
 * that nobody reaches are in the schema, and in the message that refuses more. Addresses are no links.
 */
function shortened(expected: string): string {
  return expected
    .replace(/^(?:an integer (?:from|of) |an? |one of )/, '')
    .replace(/ that (?:is not empty|can be read and is not empty)/, '')
    .replace(/, or null$/, '')
    .replace(/^(\d+) to \d{6,}$/, 'from $1')
    .replace(/^(?:text|file|path|true or false)$/, '')
    .replaceAll(/(?<![\w"+])[\w+]+:\/\/[^\s,]+/g, '`$&`');
}
