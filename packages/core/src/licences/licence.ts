/** What a licence is called and where it stands, however it was written (extensions E4). */

import former from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import known from 'spdx-license-ids/index.json' with { type: 'json' };
import { isWebAddress } from '../domain/rights.ts';

export interface Licence {
  /** SPDX name; else the address or text as it was written. */
  readonly id: string;
  readonly label: string;
  /** Absent for a text that is no licence's name and no address. */
  readonly url?: string;
}

const SPDX_NAMES: ReadonlyMap<string, string> = new Map(
  [...former, ...known].map((name) => [name.toLowerCase(), name]),
);

const SPDX_ADDRESS = /^https?:\/\/(?:www\.)?spdx\.org\/licenses\/([\w.+-]+?)(?:\.(?:html|json|txt))?\/?(?:[?#].*)?$/i;

/** Names of a catalogue's own licences by SPDX's rules; they stand nowhere. */
const OWN_NAME = /^(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+$/;

/** Returns true for an address or a licence's SPDX name. */
export function isLicence(text: string): boolean {
  return (
    isWebAddress(text) ||
    creativeCommons(text) !== undefined ||
    SPDX_NAMES.has(text.toLowerCase()) ||
    OWN_NAME.test(text)
  );
}

/** Returns one licence for all spellings of its address and name. */
export function licenceOf(written: string): Licence {
  const text = SPDX_ADDRESS.exec(written)?.[1] ?? written.replace(COMMONS_LABEL, nameOfLabel);
  const commons = creativeCommons(text);
  if (commons) return commons;
  const statement = rightsStatement(text);
  if (statement) return statement;
  if (isWebAddress(text)) return { id: text, label: text, url: text };
  const name = SPDX_NAMES.get(text.toLowerCase());
  if (name === undefined) return { id: written, label: written, ...(isWebAddress(written) && { url: written }) };
  return { id: name, label: name, url: `https://spdx.org/licenses/${name}.html` };
}

const COMMONS =
  /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z-]+)(?:\/(\d\.\d)(?:\/(?!rdf\b)([a-z]{2,3}|scotland))?)?(?:\/(?:(?:deed|legalcode|rdf)(?:\.[\w-]+)?\/?)?)?(?:[?#].*)?$/i;
const COMMONS_NAME = /^CC-(?=[BNS])((?:BY|NC|ND|SA)(?:-(?:NC|ND|SA))*)-(\d\.\d)(?:-([A-Z]{2,3}))?$/i;
/** How readers write a name. */
const COMMONS_LABEL = /^CC(?:0(?:[ -]1\.0)?|[ -](?:BY|NC|ND|SA)(?:[ -](?:NC|ND|SA))*[ -]\d\.\d(?:[ -][A-Z]{2,3})?)$/i;
/** The order of SPDX. Addresses of version 1.0 have another. */
const ELEMENTS = ['by', 'nc', 'nd', 'sa'];
const PUBLIC_DOMAIN = {
  zero: { id: 'CC0-1.0', label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  mark: {
    id: 'CC-PDM-1.0',
    label: 'Public Domain Mark 1.0',
    url: 'https://creativecommons.org/publicdomain/mark/1.0/',
  },
  certification: { id: 'CC-PDDC', label: 'Public domain', url: 'https://creativecommons.org/licenses/publicdomain/' },
} as const satisfies Record<string, Licence>;

function nameOfLabel(label: string): string {
  return label.length === 3 ? PUBLIC_DOMAIN.zero.id : label.replaceAll(' ', '-');
}

function creativeCommons(text: string): Licence | undefined {
  const ofDomain = Object.values(PUBLIC_DOMAIN).find(({ id }) => id.toLowerCase() === text.toLowerCase());
  if (ofDomain) return ofDomain;
  const [, kind = '', name = '', version, port] = COMMONS.exec(text) ?? [];
  if (kind.toLowerCase() === 'publicdomain')
    return new Map<string, Licence>(Object.entries(PUBLIC_DOMAIN)).get(name.toLowerCase());
  if (name.toLowerCase() === 'publicdomain') return PUBLIC_DOMAIN.certification;
  if (kind !== '' && version !== undefined) return commons(name, version, port);
  const [, elements, number = '', region] = COMMONS_NAME.exec(text) ?? [];
  return elements === undefined ? undefined : commons(elements, number, region);
}

function commons(written: string, version: string, port: string | undefined): Licence | undefined {
  const given = written.toLowerCase().split('-');
  if (given.some((each) => !ELEMENTS.includes(each))) return undefined;
  const elements = ELEMENTS.filter((each) => given.includes(each)).join('-');
  // Only in version 1.0 it is written in the other order.
  const inAddress = version === '1.0' && elements === 'by-nc-nd' ? 'by-nd-nc' : elements;
  const region = port?.toLowerCase();
  return {
    id: ['CC', elements.toUpperCase(), version, ...(region ? [region.toUpperCase()] : [])].join('-'),
    label: `CC ${elements.toUpperCase()} ${version}${region ? ` ${region.toUpperCase()}` : ''}`,
    url: `https://creativecommons.org/licenses/${inAddress}/${version}/${region ? `${region}/` : ''}`,
  };
}

const STATEMENTS: Readonly<Record<string, string>> = {
  InC: 'In Copyright',
  'InC-OW-EU': 'In Copyright - EU Orphan Work',
  'InC-EDU': 'In Copyright - Educational Use Permitted',
  'InC-NC': 'In Copyright - Non-Commercial Use Permitted',
  'InC-RUU': 'In Copyright - Rights-holder(s) Unlocatable or Unidentifiable',
  'NoC-CR': 'No Copyright - Contractual Restrictions',
  'NoC-NC': 'No Copyright - Non-Commercial Use Only',
  'NoC-OKLR': 'No Copyright - Other Known Legal Restrictions',
  'NoC-US': 'No Copyright - United States',
  CNE: 'Copyright Not Evaluated',
  UND: 'Copyright Undetermined',
  NKC: 'No Known Copyright',
};

function rightsStatement(text: string): Licence | undefined {
  const name = /^https?:\/\/rightsstatements\.org\/(?:vocab|page)\/([\w-]+)\/1\.0\/?(?:[?#].*)?$/i.exec(text)?.[1];
  const known = Object.keys(STATEMENTS).find((each) => each.toLowerCase() === name?.toLowerCase());
  if (known === undefined) return undefined;
  const url = `http://rightsstatements.org/vocab/${known}/1.0/`;
  return { id: url, label: STATEMENTS[known] ?? known, url };
}
