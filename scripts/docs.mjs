// Writes the parts of docs/ that are generated from declarations in the code. A test fails if they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { messagesTable, settingsTables } from '../packages/service/src/config/page.ts';

const page = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const parts = { settings: settingsTables(), messages: messagesTable() };
let text = readFileSync(page, 'utf8');
for (const [name, part] of Object.entries(parts)) {
  const between = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(\\n<!-- end of ${name} -->)`);
  text = text.replace(between, (_, start, end) => `${start}\n${part}\n${end}`);
}
writeFileSync(page, text);
