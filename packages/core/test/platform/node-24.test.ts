import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const source = (path: string) => JSON.stringify(new URL(`../../src/${path}`, import.meta.url));

test('dates of searches mean the same where Node has no Temporal', () => {
  const program = `
    import ${source('platform/node-24.ts')};
    import { lowerBound, readWrittenDate, upperBound } from ${source('domain/searched-dates.ts')};
    import { readNaturalDate } from ${source('api/search/dates.ts')};
    const here = { timeZone: 'Europe/Berlin', now: Date.parse('2024-03-31T12:00:00Z') };
    const written = ['2024', '2024-02', '31.3.2024', '2024-02-30', '2024-03-31T02:30', '2024-06-01T10:00+02'];
    const dates = [
      ...written.map((text) => readWrittenDate(text, here)),
      ...(await Promise.all(['gestern', 'last year', 'tomorrow at 5pm'].map((text) => readNaturalDate(text, 'de', here)))),
    ];
    const bounds = dates.map((date) => date && [lowerBound(date, here.timeZone), upperBound(date, here.timeZone)]);
    console.log(JSON.stringify(bounds));
  `;
  const [without, present] = [['--no-harmony-temporal'], []].map((options) => {
    const args = [...options, '--input-type=module', '--eval', program];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout);
  });
  assert.deepEqual(without, present);
  assert.equal(without[3], null);
});
