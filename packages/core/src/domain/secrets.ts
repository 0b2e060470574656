/** Any of these may begin a secret; other texts, nearly all, are not looked at any further. */
const MAY_HOLD_SECRET = /token|authorization|signature|pin|revoke|callback|%/i;
/**
 * The name of a parameter or header that holds a token or a signature, as in `access_token`, up to its value. What is signed is
 * refused if a letter of it is lost or doubled, but whoever reads such an address can mend it.
 */
const TOKEN = /(?:(?<![a-z0-9])(?:token|authorization)(?![a-z0-9])|signature)[^=:&]{0,64}[=:]/g;
/** What revokes a PIN, up to its code. */
const REVOKE = /(?<![a-z0-9])revoke[^=:&]{0,64}[=:]/g;
/** What leads to the page of a PIN. */
const PIN = /\/pin\/+/g;
/** With what follows, a provider sends the browser of somebody who signs in back to the service. */
const SIGN_IN = /\/sign-in\/+callback\/*\?/g;

/**
 * Returns the text with `-` in place of each token, each signature, each code of a PIN and what ends a sign-in, which would
 * let any reader use them (interface decisions 8). The service does not read a token that is written wrongly, as in
 * `%3Ftoken=`, `&amp;token=` or `token%00=`, but it is secret all the same.
 */
export function hideSecrets(text: string): string {
  if (!MAY_HOLD_SECRET.test(text)) return text;
  const { letters, ends } = decoded(text);
  const secrets = [
    ...secretsAfter(TOKEN, letters, ends, (start) => endOf(text, /&/g, start)),
    ...secretsAfter(REVOKE, letters, ends, (start) => endOf(text, /&/g, start)),
    ...secretsAfter(SIGN_IN, letters, ends, () => text.length),
    ...secretsAfter(PIN, letters, ends, (start) => endOf(text, /[/?]/g, start)),
  ].sort((a, b) => a.start - b.start);
  let shown = '';
  let at = 0;
  for (const { start, end } of secrets) {
    if (start < at || start === end) continue;
    shown += `${text.slice(at, start)}-`;
    at = end;
  }
  return shown + text.slice(at);
}

/** True if the value of a parameter of this name is hidden. */
export function isSecretName(name: string): boolean {
  return hideSecrets(`${name}=x`) === `${name}=-`;
}

function secretsAfter(
  name: RegExp,
  letters: string,
  ends: readonly number[],
  endAfter: (start: number) => number,
): { readonly start: number; readonly end: number }[] {
  return Array.from(letters.matchAll(name), ({ index, 0: { length } }) => {
    const start = ends[index + length - 1] ?? 0;
    return { start, end: endAfter(start) };
  });
}

function endOf(text: string, mark: RegExp, start: number): number {
  mark.lastIndex = start;
  return mark.exec(text)?.index ?? text.length;
}

/**
 * Decodes escapes, escapes of escapes too, and leaves out blanks and what is not seen, which could part the letters of a
 * name. `ends` says where in the text each letter ends.
 */
function decoded(text: string): { readonly letters: string; readonly ends: readonly number[] } {
  const codes: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    codes.push(text.charCodeAt(at));
    ends.push(at + 1);
    // A digit that was itself escaped may complete an escape.
    for (let code = escapeAtEnd(codes); code !== undefined; code = escapeAtEnd(codes)) {
      codes.splice(-3, 3, code);
      ends.splice(-3, 3, at + 1);
    }
  }
  const seen = codes.flatMap((code, at) => (code > 0x20 && code < 0x7f && code !== PLUS ? [at] : []));
  return {
    letters: seen
      .map((at) => String.fromCharCode(codes[at] ?? 0))
      .join('')
      .toLowerCase(),
    ends: seen.map((at) => ends[at] ?? 0),
  };
}

const PERCENT = 0x25;
const PLUS = 0x2b;

function escapeAtEnd(codes: readonly number[]): number | undefined {
  if (codes.at(-3) !== PERCENT) return undefined;
  const digits = String.fromCharCode(codes.at(-2) ?? 0, codes.at(-1) ?? 0);
  return /^[\da-f]{2}$/i.test(digits) ? Number.parseInt(digits, 16) : undefined;
}
