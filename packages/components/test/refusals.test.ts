import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../client/src/index.ts';
import { ERRORS, type ErrorCode } from '../../core/src/domain/errors.ts';
import { LANGUAGES, loadTexts } from '../src/texts/texts.ts';
import './support/client-from-source.ts';

const { describeFailure } = await import('../src/catalogue/failures.ts');
const { refusalText } = await import('../src/catalogue/refusals.ts');

const MESSAGE = 'post: the English sentence of the service';

function refused(code: string, status: number, retryAfter?: number): ServiceError {
  return new ServiceError(code as ErrorCode, MESSAGE, { status, retryAfter });
}

for (const locale of LANGUAGES) {
  test(`no error shows the English sentence of the service in ${locale}, not even one of a newer service`, async () => {
    const say = await loadTexts(locale);
    for (const [code, status] of [...Object.entries(ERRORS), ['code_of_tomorrow', 418] as const]) {
      const texts = [
        refusalText(refused(code, status), { say, locale }),
        describeFailure(refused(code, status), say).text,
      ];
      for (const text of texts) {
        assert.ok(text.length > 0 && !text.includes(MESSAGE), `${code}: ${text}`);
        assert.doesNotMatch(text, /[{}]/, code);
      }
    }
  });
}

test('errors are told apart by their codes, and a code without a text is named', async () => {
  const say = await loadTexts('de');
  const words = { say, locale: 'de' };
  assert.equal(refusalText(refused('not_permitted', 403), words), 'Sie dürfen das nicht.');
  assert.match(refusalText(refused('reviews_full', 403), words), /^Sie haben so viele Bewertungen geschrieben/);
  const text = refusalText(refused('parameter_invalid', 400), words);
  assert.equal(text, 'Der Dienst hat diese Anfrage abgelehnt (parameter_invalid).');
  assert.match(refusalText(refused('token_invalid', 401), words), /^Der Zugangsschlüssel ist ungültig/);
});

test('a proxy that cannot reach the service is no other program', async () => {
  const say = await loadTexts('en');
  const kindOf = (code: string, status: number) => describeFailure(refused(code, status), say).kind;
  for (const status of [502, 504]) assert.equal(kindOf('not_an_envelope', status), 'unreachable');
  assert.equal(kindOf('not_an_envelope', 503), 'busy');
  assert.equal(kindOf('connection_failed', 0), 'unreachable');
  for (const status of [200, 404, 500]) assert.equal(kindOf('not_an_envelope', status), 'foreign');
  assert.equal(kindOf('version_unsupported', 200), 'foreign');
  const text = refusalText(refused('not_an_envelope', 502), { say, locale: 'en' });
  assert.equal(text, 'The service cannot do this at the moment. Try again later.');
});

test('a refusal for a while says how long', async () => {
  const say = await loadTexts('de');
  const words = { say, locale: 'de' };
  assert.match(refusalText(refused('limited', 429, 40), words), /in 40 Sekunden noch einmal/);
  assert.match(refusalText(refused('overloaded', 503, 120), words), /in 2 Minuten noch einmal/);
  assert.equal(describeFailure(refused('limited', 429, 40), say).retryAfter, 40);
});

test('a fault of the browser is none of the service', async () => {
  const say = await loadTexts('de');
  const text = refusalText(new TypeError('x is undefined'), { say, locale: 'de' });
  assert.match(text, /^In diesem Browser ist etwas fehlgeschlagen/);
  assert.equal(describeFailure(new TypeError('x is undefined'), say).text, text);
});
