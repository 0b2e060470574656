import { EN } from './en.ts';

/** The table of docs/configuration.md with every message key, and what it reads in English. */
export function messagesTable(): string {
  const rows = Object.entries({ 'infofield.<ID>': "*the information field's name in the catalogue*", ...EN });
  return ['| Key | In English |', '| --- | --- |', ...rows.map(([key, text]) => `| \`${key}\` | ${text} |`)].join('\n');
}
