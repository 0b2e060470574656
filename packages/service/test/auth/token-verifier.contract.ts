import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc, { codePoint, forRunsAsync } from '../../../core/test/support/fast-check.ts';
import { type Identity, type TokenVerifier, VerifierUnavailable } from '../../src/auth/token-verifier.ts';

/** A verifier under test, with tokens made for it. */
export interface VerifierSample extends AsyncDisposable {
  readonly verifier: TokenVerifier;
  /** Valid tokens, each with the identity it stands for. */
  readonly valid: readonly (readonly [token: string, identity: Identity])[];
  /** Expired, premature and malformed tokens, each with what is wrong. */
  readonly invalid: Readonly<Record<string, string>>;
  /** Makes the source of the verifier unreachable; absent if it has none. */
  readonly cutOff?: () => Promise<void>;
}

/** What every token verifier must do. `open` makes a new sample each time. */
export function tokenVerifierContract(name: string, open: () => Promise<VerifierSample>): void {
  const { signal } = new AbortController();

  describe(`${name}: tokens`, () => {
    test('valid tokens identify their users, also concurrently and repeatedly', async () => {
      await using sample = await open();
      const { verifier, valid } = sample;
      assert.ok(valid.length > 0);
      for (let round = 0; round < 2; round += 1) {
        const told = await Promise.all(
          [...valid, ...valid].map(async ([token, identity]) => [await verifier.verify(token, { signal }), identity]),
        );
        for (const [actual, expected] of told) assert.deepEqual(actual, expected);
      }
    });

    test('other tokens identify nobody', async () => {
      await using sample = await open();
      for (const [fault, token] of Object.entries(sample.invalid))
        assert.equal(await sample.verifier.verify(token, { signal }), undefined, fault);
    });

    test('any other text identifies nobody, nor does a valid token with one letter changed', async () => {
      await using sample = await open();
      const { verifier, valid } = sample;
      const [[token] = ['']] = valid;
      const parts = fc.constantFrom(...token.split('.'), '.', '=', 'e30', 'eyJhbGciOiJub25lIn0', '\0', 'ü', '{');
      const broken = fc
        .tuple(fc.nat(token.length - 1), fc.constantFrom('.', '!', '\u{1f600}'))
        .map(([place, letter]) => token.slice(0, place) + letter + token.slice(place + 1));
      const anything = fc.oneof(
        fc.string({ unit: codePoint }),
        fc.array(parts, { maxLength: 8 }).map((each) => each.join('')),
        broken,
      );
      await forRunsAsync(40, anything, async (text) => {
        fc.pre(valid.every(([good]) => good !== text));
        assert.equal(await verifier.verify(text, { signal }), undefined);
      });
    });

    test('a call with an aborted signal rejects', async () => {
      await using sample = await open();
      const [[token] = ['']] = sample.valid;
      const stopper = new AbortController();
      stopper.abort(new Error('hung up'));
      await assert.rejects(sample.verifier.verify(token, { signal: stopper.signal }), /hung up/);
    });

    test('an outage of the source is an error, not a refusal', async () => {
      await using sample = await open();
      if (!sample.cutOff) return;
      await sample.cutOff();
      const [[token] = ['']] = sample.valid;
      await assert.rejects(
        (async () => {
          sample.verifier.state();
          await sample.verifier.verify(token, { signal });
        })(),
        VerifierUnavailable,
      );
    });
  });
}
