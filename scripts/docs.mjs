// Writes the parts of docs/ that follow from declarations in the code. A test tells when they are out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsTables } from '../src/config/page.ts';

const page = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));
const between = /(<!-- settings -->\n)[\s\S]*?(\n<!-- end of settings -->)/;
writeFileSync(
  page,
  readFileSync(page, 'utf8').replace(between, (_, start, end) => `${start}\n${settingsTables()}\n${end}`),
);
