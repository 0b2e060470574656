import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataMiningCode, isWebAddress, sourceTypeName } from '../../src/domain/rights.ts';
import { isLicence, licenceOf } from '../../src/licences/licence.ts';

const COMMONS = 'https://creativecommons.org';

test('every spelling of an address and a name of a licence is one', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    [`CC-BY-4.0 CC BY 4.0 ${COMMONS}/licenses/by/4.0/`]: [
      ...[
        ...['', '/', '/rdf', '/deed.de', '/deed.de_AT/', '/deed.zh-Hans', '/legalcode', '/legalcode.en', '/?ref=x'],
        ...['#x'],
      ].map((end) => `http://www.creativecommons.org/licenses/by/4.0${end}`),
      'CC-BY-4.0',
      'cc-by-4.0',
      'https://spdx.org/licenses/CC-BY-4.0.html',
      'HTTPS://CreativeCommons.org/Licenses/BY/4.0/',
    ],
    [`CC-BY-NC-SA-3.0-DE CC BY-NC-SA 3.0 DE ${COMMONS}/licenses/by-nc-sa/3.0/de/`]: [
      `${COMMONS}/licenses/by-nc-sa/3.0/de/deed.en`,
      'CC-BY-NC-SA-3.0-DE',
    ],
    [`CC-BY-SA-2.5-SCOTLAND CC BY-SA 2.5 SCOTLAND ${COMMONS}/licenses/by-sa/2.5/scotland/`]: [
      `${COMMONS}/licenses/by-sa/2.5/scotland/deed.en`,
    ],
    [`CC-BY-NC-ND-1.0 CC BY-NC-ND 1.0 ${COMMONS}/licenses/by-nd-nc/1.0/`]: [
      `${COMMONS}/licenses/by-nd-nc/1.0/`,
      'CC-BY-NC-ND-1.0',
    ],
    [`CC0-1.0 CC0 1.0 ${COMMONS}/publicdomain/zero/1.0/`]: ['CC0-1.0', `${COMMONS}/publicdomain/zero/1.0/deed.fr`],
    [`CC-PDM-1.0 Public Domain Mark 1.0 ${COMMONS}/publicdomain/mark/1.0/`]: [`${COMMONS}/publicdomain/mark/1.0/`],
    'http://rightsstatements.org/vocab/InC/1.0/ In Copyright http://rightsstatements.org/vocab/InC/1.0/': [
      'https://rightsstatements.org/page/InC/1.0/?language=de',
      'http://rightsstatements.org/vocab/InC/1.0/',
    ],
    'MIT MIT https://spdx.org/licenses/MIT.html': [
      'MIT',
      'mit',
      'http://spdx.org/licenses/MIT',
      'https://spdx.org/licenses/mit.json',
    ],
  };
  for (const [wanted, written] of Object.entries(spellings)) {
    for (const each of written) {
      const { id, label, url } = licenceOf(each);
      assert.equal(`${id} ${label} ${url}`, wanted, each);
      assert.ok(isLicence(each), each);
    }
  }
});

test('other addresses stand for themselves, and other texts are linked nowhere', () => {
  for (const own of ['https://example.org/licence?a=1', 'https://spdx.org/licenses/no-such'])
    assert.deepEqual(licenceOf(own), { id: own, label: own, url: own });
  for (const text of ['javascript:alert(1)', 'ftp://example.org/', 'Ask Ada', 'https://a b', 'https://', 'constructor'])
    assert.deepEqual([licenceOf(text), isLicence(text)], [{ id: text, label: text }, false]);
  assert.deepEqual([licenceOf('LicenseRef-ours').url, isLicence('LicenseRef-ours')], [undefined, true]);
});

test('labels of Creative Commons are its licences, but no names of SPDX', () => {
  const labels = {
    'CC BY 4.0': 'CC-BY-4.0',
    'cc by-nc-sa 3.0 de': 'CC-BY-NC-SA-3.0-DE',
    CC0: 'CC0-1.0',
    'CC0 1.0': 'CC0-1.0',
  };
  for (const [label, id] of Object.entries(labels))
    assert.deepEqual([licenceOf(label).id, isLicence(label)], [id, false], label);
  for (const text of ['CC BY', 'CC BY BY 4.0', 'CC 4.0', 'see CC BY 4.0']) assert.equal(licenceOf(text).id, text);
});

test('addresses that a browser would correct are none', () => {
  for (const text of ['http://a.example/ä?b#c', 'HTTPS://a.example']) assert.ok(isWebAddress(text), text);
  for (const text of [' https://a.example', 'https://a.\nexample', 'https://a/\ud800', 'https:a.example', 'mailto:a@b'])
    assert.ok(!isWebAddress(text), text);
});

test('source types and codes of data mining are known by address and name', () => {
  const of = 'cv.iptc.org/newscodes/digitalsourcetype/';
  for (const text of [
    ...['digitalArt', 'digitalart', 'Digital art', 'digsrctype:digitalArt', `http://${of}digitalArt`],
    ...[`https://${of}DigitalArt/`, `https://${of}digitalArt/?lang=de#x`],
  ])
    assert.equal(sourceTypeName(text), 'digitalArt');
  for (const text of ['DMI-PROHIBITED', 'dmi-prohibited', 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED'])
    assert.equal(dataMiningCode(text), 'DMI-PROHIBITED');
  assert.equal(sourceTypeName('OfTomorrow'), 'OfTomorrow');
  for (const text of ['', 'http://x.example/digitalArt', 'a b'])
    assert.deepEqual([sourceTypeName(text), dataMiningCode(text)], [undefined, undefined]);
});
