/** Says what is wrong with the certificate of a server, in the same words for every server that the service uses. */

/** What Node's codes for certificates mean; the end of a sentence that begins with "the certificate of …". */
const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for other host names; the URL must use one of them'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_REVOKED', 'was revoked'],
  ['CERT_NOT_YET_VALID', 'is not valid yet, unless the clock of this machine is wrong'],
]);
/** Beginnings of the other codes, all of which say why a certificate is not trusted. */
const UNTRUSTED = /^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|INVALID_(?:CA|PURPOSE))/;

/**
 * Returns the end of a sentence that begins with "the certificate of …"; undefined if the code of the error tells of
 * something else. `caFile` names the setting with the trusted authorities.
 */
export function certificateProblem(code: string, caFile: string): string | undefined {
  return PROBLEMS.get(code) ?? (UNTRUSTED.test(code) ? `is not trusted; check ${caFile}` : undefined);
}
