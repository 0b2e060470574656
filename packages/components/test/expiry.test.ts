import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asset } from '@asset-browsing-service/client';
import { expiryOf } from '../src/expiry/expiry.ts';
import { expiryNote } from '../src/expiry/expiry-note.ts';
import { formatDate, loadTexts } from '../src/texts/texts.ts';

const DAY = 86_400_000;
const at = (time: string) => Date.parse(time);

test('an asset has expired from its end on, is upcoming before its beginning, and its end is told from 30 days before it', () => {
  const [valid_from, valid_until] = [at('2026-01-03T10:00:00Z'), at('2026-05-03T10:00:00Z')];
  const stateAt = (time: number) => expiryOf({ valid_from, valid_until }, time, 'UTC')?.state;
  const soon = valid_until - 30 * DAY;
  const times = [valid_from - 1, valid_from, soon - 1, soon, valid_until - 1, valid_until];
  assert.deepEqual(times.map(stateAt), ['upcoming', undefined, undefined, 'ending', 'ending', 'expired']);
});

test('days are those of the service, and moments those of the person', () => {
  const daysOf = (valid_from: string, valid_until: string, now: string) => {
    const expiry = expiryOf({ valid_from: at(valid_from), valid_until: at(valid_until) }, at(now), 'Europe/Berlin');
    return expiry && formatDate(expiry.day, 'en', expiry.zone ?? 'Pacific/Auckland');
  };
  // A service in Berlin writes the end of 3 May as the midnight after it.
  assert.equal(daysOf('2026-01-01T00:00Z', '2026-05-03T22:00:00Z', '2026-05-01'), 'May 3, 2026');
  assert.equal(daysOf('2026-01-01T00:00Z', '2026-05-03T20:00:00Z', '2026-05-01'), 'May 4, 2026');
  assert.equal(daysOf('2026-05-02T22:00:00Z', '2026-06-01', '2026-05-01'), 'May 3, 2026');
});

test('marks are of assets that are not valid, or that AI made', async () => {
  const say = await loadTexts('de');
  const noteOf = (asset: Pick<Asset, 'valid_from' | 'valid_until' | 'source_type'>) => {
    const note = expiryNote({ say, locale: 'de', about: { timeZone: 'UTC' } }, asset, at('2026-05-10'));
    return note && [note.text, note.badge !== undefined];
  };
  const upcoming = expiryNote(
    { say, locale: 'de', about: { timeZone: 'UTC' } },
    { valid_from: at('2026-05-20') },
    at('2026-05-10'),
  );
  assert.deepEqual([upcoming?.marks, upcoming?.meaning], [['Noch nicht gültig'], ['Gültig ab 20.05.2026']]);
  assert.deepEqual(noteOf({ valid_until: at('2026-05-03') }), ['Abgelaufen', true]);
  assert.deepEqual(noteOf({ valid_until: at('2026-05-21') }), ['Gültig bis 20.05.2026', false]);
  assert.deepEqual(noteOf({ valid_from: at('2026-05-20') }), ['Gültig ab 20.05.2026', true]);
  const source_type = 'trainedAlgorithmicMedia';
  assert.deepEqual(noteOf({ source_type }), ['Mit KI erzeugt', true]);
  assert.deepEqual(noteOf({ source_type, valid_until: 0 }), ['Abgelaufen, Mit KI erzeugt', true]);
  assert.equal(noteOf({ source_type: 'digitalCapture', valid_from: 0 }), undefined);
});

test('an asset without an end, or with one that cannot be read, has no expiry', () => {
  const { NaN: none, POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number;
  const unread = [undefined, null, none, POSITIVE_INFINITY, NEGATIVE_INFINITY, -9e15, 9e15, '2020-01-01', ''];
  for (const valid_until of unread)
    assert.equal(
      expiryOf({ valid_until } as { valid_until: number }, at('2026-05-03'), 'UTC'),
      undefined,
      String(valid_until),
    );
  assert.equal(expiryOf({ valid_until: 0 }, at('2026-05-03'), 'UTC')?.state, 'expired');
});
