/** The requests of a CMS, sent to the configuration described in docs/integrations/contao.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { propertiesOf } from '../../src/api/properties.ts';
import { startApp } from '../support/app.ts';
import { readCases } from '../support/case-files.ts';
import { checkCase } from '../support/cases.ts';
import { openForAll } from '../support/open-for-all.ts';

const EXAMPLE = new URL('../../../../examples/contao/', import.meta.url);
const CASES = readCases(new URL('requests.case', EXAMPLE));
const CONFIG = readFileSync(new URL('abs.config.json', EXAMPLE), 'utf8');
const TOKEN = 'the-token-of-contao-in-this-example';

interface Example {
  readonly endpoints: { readonly contao: { readonly token: object } };
}

describe('examples/contao', () => {
  const app = openForAll(async () => {
    const { endpoints } = JSON.parse(CONFIG) as Example;
    const { contao } = endpoints;
    const tokens = [{ token: TOKEN, user: 1 }];
    return await startApp({
      ABS_ENDPOINTS: JSON.stringify({
        contao: { ...contao, token: { ...contao.token, tokens } },
        'without-facets': { facets: { enabled: false } },
      }),
    });
  });

  for (const each of CASES) test(each.title, () => checkCase(app.url, each));
});

test('the extension is spelled as at the end of the name', async () => {
  const assets = [
    { id: 1, name: 'A.JPG', extension: 'jpg' },
    { id: 2, name: 'A.jpg', extension: 'jpg' },
    { id: 3, name: 'Ajpg', extension: 'jpg' },
    { id: 4, name: 'Without' },
  ];
  await using app = await startApp({ ABS_DETAILS_GENERAL: 'list' }, { assets });
  const told = assets.map(async ({ id }) => {
    const answer = await fetch(`${app.url}/asset.do?details=${id}`);
    const { data } = (await answer.json()) as { data: { general: { id: string; value: string }[] } };
    return data.general.find((each) => each.id === 'extension')?.value;
  });
  assert.deepEqual(await Promise.all(told), ['JPG', 'jpg', 'jpg', undefined]);
});

const PAGE = readFileSync(new URL('../../../../docs/integrations/contao.md', import.meta.url), 'utf8');

test('the page about Contao shows the configuration of the example', () => {
  const [, shown = ''] = /```json settings\n([\s\S]*?)```/.exec(PAGE) ?? [];
  assert.deepEqual(JSON.parse(shown), JSON.parse(CONFIG));
});

test('the page about Contao names every key that templates may use', () => {
  const [, keys = ''] = PAGE.split('## Keys for metadata templates');
  const named = keys.match(/(?<=`)(?:[a-z_]+|info_<ID>)(?=`)/g) ?? [];
  const ids = propertiesOf({ details: { general: 'list' } }).map(({ id }) => id);
  assert.deepEqual(named.toSorted(), [...ids, 'info_<ID>'].toSorted());
});
