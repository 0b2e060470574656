import type { Rights } from '../../../../core/src/domain/model.ts';
import { dataMiningCode, isWebAddress, sourceTypeName } from '../../../../core/src/domain/rights.ts';
import { list, textOf } from '../../../../core/src/domain/values.ts';
import { isLicence } from '../../../../core/src/licences/licence.ts';
import { named, optionalKey, shape } from './shape.ts';
import { type BundleType, string, text } from './value-types.ts';

/** An address or an empty text. A `javascript:` address would run in the page that links it. */
export const addressOrNone = textOf('an http: or https: address', (value) =>
  value === '' || isWebAddress(value) ? value : undefined,
);
const address = textOf('an http: or https: address', (value) => (isWebAddress(value) ? value : undefined));
const licence = textOf('an http: or https: address or an SPDX name like CC-BY-4.0', (value) =>
  isLicence(value) ? value : undefined,
);
const sourceType = textOf('an IPTC digital source type like trainedAlgorithmicMedia', sourceTypeName);
const dataMining = textOf('a PLUS code like DMI-PROHIBITED', dataMiningCode);

/** What only a file may state in any words, and whether a text has the form that bundles need. */
const FORMS = {
  licence: isLicence,
  webStatement: isWebAddress,
  sourceType: (value: string) => sourceTypeName(value) !== undefined,
  dataMining: (value: string) => dataMiningCode(value) !== undefined,
} as const;

const asWritten = shape({
  licence: optionalKey(string),
  webStatement: named('web_statement', optionalKey(string)),
  sourceType: named('source_type', optionalKey(string)),
  dataMining: named('data_mining', optionalKey(string)),
});

const keys = shape({
  creator: optionalKey(list(string)),
  credit: optionalKey(text),
  copyright: optionalKey(text),
  usageTerms: named('usage_terms', optionalKey(text)),
  licence: optionalKey(licence),
  webStatement: named('web_statement', optionalKey(address)),
  sourceType: named('source_type', optionalKey(sourceType)),
  dataMining: named('data_mining', optionalKey(dataMining)),
  asWritten: named('as_written', optionalKey(asWritten)),
});

/** `rights` of an asset. Empty texts and lists count as absent, and so do rights without any. */
export const rights: BundleType<Rights | null> = {
  ...keys,
  read(value, reading) {
    const read = keys.read(value, reading);
    if (read === undefined) return undefined;
    const { asWritten: written, ...own } = read;
    const stated = Object.entries({ ...written, ...own }).filter(([, each]) =>
      typeof each === 'object' ? Object.keys(each).length > 0 : each !== '',
    );
    return stated.length === 0 ? null : (Object.fromEntries(stated) as Rights);
  },
  write(value) {
    if (value === null) return null;
    const isFree = ([name]: readonly [string, unknown]) => {
      const own = value[name as keyof typeof FORMS];
      return own !== undefined && name in FORMS && !FORMS[name as keyof typeof FORMS](own);
    };
    const { true: free = [], false: others = [] } = Object.groupBy(Object.entries(value), (each) =>
      isFree(each) ? 'true' : 'false',
    );
    const stated = { ...Object.fromEntries(others), ...(free.length > 0 && { asWritten: Object.fromEntries(free) }) };
    return keys.write?.(stated);
  },
};
