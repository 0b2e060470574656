import { EN } from './en.ts';

/** The table in docs/configuration.md that lists every message key with its English text. */
export function messagesTable(): string {
  const rows = Object.entries({ 'infofield.<ID>': "*the information field's name in the catalogue*", ...EN });
  return ['| Key | In English |', '| --- | --- |', ...rows.map(([key, text]) => `| \`${key}\` | ${text} |`)].join('\n');
}
