import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { DescriptiveMetadata } from '../../../core/src/domain/descriptive-metadata.ts';
import { zipOf } from '../../../core/test/support/zip.ts';
import { extracted, skip } from '../support/extracting.ts';
import { alt, bag, jpegWith, xmp } from './jpeg.ts';

/** Differs from every expected result. */
const GIVEN_UP: DescriptiveMetadata = { title: 'given up', keywords: [] };

/** Reads everything but the rights, which have a test of their own. */
async function metadataOf(file: Parameters<typeof jpegWith>[0], sidecarText?: string): Promise<DescriptiveMetadata> {
  const { rights: _, ...metadata } = (await extractedFrom(file, sidecarText)).metadata ?? GIVEN_UP;
  return metadata;
}

const extractedFrom = async (file: Parameters<typeof jpegWith>[0], sidecarText?: string) =>
  await extracted('picture.jpg', await jpegWith(file), sidecarText);

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const UTF8_MARK = [1, 90, '\x1b%G'] as const;

test('XMP fills every property', { skip }, async () => {
  const metadata = await metadataOf({
    xmp: xmp(
      alt('dc:title', { de: 'Morgen', 'x-default': ' Dawn\u0301 ' }) +
        alt('dc:description', { 'x-default': 'One\r\n\r\nTwo' }) +
        alt('dc:rights', { 'x-default': '© Ada' }) +
        '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Grace</rdf:li></rdf:Seq></dc:creator>' +
        '<photoshop:Credit>House</photoshop:Credit><photoshop:City>Zürich</photoshop:City>' +
        '<photoshop:Country>Schweiz</photoshop:Country><photoshop:DateCreated>2024-05-01T10:00:00+02:00</photoshop:DateCreated>' +
        '<xmp:Rating>4</xmp:Rating><exif:GPSLatitude>47,22.5N</exif:GPSLatitude><exif:GPSLongitude>8,30W</exif:GPSLongitude>' +
        bag('dc:subject', ['lake', '007', ' lake ', '']),
    ),
  });
  assert.deepEqual(metadata, {
    title: { de: 'Morgen', 'x-default': 'Daw\u0144' },
    description: 'One\n\nTwo',
    creator: 'Ada, Grace',
    copyright: '© Ada',
    credit: 'House',
    city: 'Zürich',
    country: 'Schweiz',
    captured: '2024-05-01T10:00:00+02:00',
    rating: 4,
    latitude: 47.375,
    longitude: -8.5,
    keywords: [['lake'], ['007']],
  });
});

test('IPTC is read as UTF-8 if it declares that, and else as Latin-1', { skip }, async () => {
  const latin = await metadataOf({
    iptc: [
      [2, 5, Buffer.from('Café', 'latin1')],
      [2, 25, Buffer.from('Äpfel', 'latin1')],
      [2, 90, 'Bern'],
      [2, 101, 'Schweiz'],
      [2, 55, '20240501'],
      [2, 60, '101500+0200'],
    ],
  });
  assert.deepEqual(latin, {
    title: 'Café',
    city: 'Bern',
    country: 'Schweiz',
    captured: '2024-05-01T10:15:00+02:00',
    keywords: [['Äpfel']],
  });
  const utf8 = await metadataOf({ iptc: [UTF8_MARK, [2, 5, 'Café 東京'], [2, 25, 'Äpfel']] });
  assert.deepEqual(utf8, { title: 'Café 東京', keywords: [['Äpfel']] });
  const undeclared = await metadataOf({ iptc: [[2, 5, 'Café']] });
  assert.deepEqual(undeclared, { title: 'Café', keywords: [] });
});

test('what a sidecar has without a value is removed, and what it lacks is kept', { skip }, async () => {
  const rights = `${alt('dc:rights', { 'x-default': '© XMP' })}<cc:license>L</cc:license>`;
  const place = '<exif:GPSLatitude>47,22.5N</exif:GPSLatitude><exif:GPSLongitude>8,30.0E</exif:GPSLongitude>';
  const own = `${bag('dc:subject', ['a'])}${bag('lr:hierarchicalSubject', ['b|c'])}<xmp:Rating>2</xmp:Rating>${rights}${place}`;
  const file = {
    exif: { ImageDescription: 'of EXIF', Artist: 'Ann' },
    exifIfd: { DateTimeOriginal: '2024:05:01 10:00:00' },
    iptc: [UTF8_MARK, [2, 5, 'of IPTC'], [2, 25, 'a'], [2, 90, 'Basel'], [2, 110, 'House']] as const,
    xmp: xmp(own),
  };
  const written =
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default"/></rdf:Alt></dc:title><dc:description><rdf:Alt/></dc:description>' +
    '<dc:creator/><dc:rights> </dc:rights><dc:subject><rdf:Bag/></dc:subject><photoshop:City/><photoshop:Credit></photoshop:Credit>' +
    '<photoshop:DateCreated/><xmp:Rating/><exif:GPSLatitude/><exif:GPSLongitude/><cc:license/>';
  const { metadata, warning } = await extractedFrom(file, xmp(written));
  assert.deepEqual([metadata, warning], [{ keywords: [['b', 'c']] }, undefined]);
  const some = xmp(
    `<dc:title/><xmp:Rating>3.5</xmp:Rating>${alt('dc:description', { de: 'neu' })}<lr:hierarchicalSubject/>`,
  );
  const { title, description, rating, creator, city, keywords } = await metadataOf(file, some);
  assert.deepEqual([title, description, rating, creator], [undefined, { de: 'neu' }, 3.5, 'Ann']);
  assert.deepEqual([city, keywords], ['Basel', [['a']]]);
  const headline = xmp('<dc:title/><photoshop:Headline>kept</photoshop:Headline>');
  assert.equal((await metadataOf(file, headline)).title, 'kept');
});

test('a rating is as exact as it is written, and one out of range gives way to the next', { skip }, async () => {
  const stars = (rating: string) => xmp(`<xmp:Rating>${rating}</xmp:Rating>`);
  const read = async (rating: string, beside?: string) =>
    (await metadataOf({ xmp: stars(rating) }, beside && stars(beside))).rating;
  assert.deepEqual([await read('3.5'), await read('4.25'), await read('0.4'), await read('-1')], [3.5, 4.25, 0.4, 0]);
  assert.deepEqual([await read('4', '9'), await read('-2'), await read('5.0')], [4, undefined, 5]);
});

test('XMP, IPTC and EXIF take precedence in this order, in fields as in rights', { skip }, async () => {
  const exif = { ImageDescription: 'of EXIF', Artist: 'Ann; Ben', Copyright: 'by EXIF' };
  const iptc = [UTF8_MARK, [2, 120, 'of IPTC'], [2, 80, 'Carl'], [2, 80, 'Dora'], [2, 116, '© IPTC']] as const;
  const rights = alt('dc:rights', { 'x-default': '© XMP', de: '© XMP, alle Rechte' });
  const read = async (...args: Parameters<typeof extractedFrom>) => {
    const { description, creator, copyright, rights } = (await extractedFrom(...args)).metadata ?? GIVEN_UP;
    assert.deepEqual([rights?.creator?.join(', '), rights?.copyright], [creator, copyright]);
    return [description, creator, copyright];
  };
  assert.deepEqual(await read({ exif }), ['of EXIF', 'Ann, Ben', 'by EXIF']);
  assert.deepEqual(await read({ exif, iptc }), ['of IPTC', 'Carl, Dora', '© IPTC']);
  const own = xmp(alt('dc:description', { 'x-default': 'of XMP' }) + rights);
  const inXmp = { 'x-default': '© XMP', de: '© XMP, alle Rechte' };
  assert.deepEqual(await read({ exif, iptc, xmp: own }), ['of XMP', 'Carl, Dora', inXmp]);
  const beside = xmp('<dc:creator><rdf:Seq><rdf:li>Eva</rdf:li></rdf:Seq></dc:creator>');
  assert.deepEqual(await read({ exif, iptc, xmp: own }, beside), ['of XMP', 'Eva', inXmp]);
  assert.deepEqual(await read({ exif: { Artist: 'J?rgen' }, iptc: [UTF8_MARK, [2, 80, 'Jürgen']] }), [
    undefined,
    'Jürgen',
    undefined,
  ]);
});

test('the capture date is that of XMP, IPTC, EXIF, as exact as any has it', { skip }, async () => {
  const captured = async (file: Parameters<typeof jpegWith>[0]) => (await metadataOf(file)).captured;
  const iptc = [[2, 55, '20240501']] as const;
  const created = (date: string) => xmp(`<photoshop:DateCreated>${date}</photoshop:DateCreated>`);
  const taken = (date: string) => ({ exif: { Make: 'A' }, exifIfd: { DateTimeOriginal: date } });
  assert.equal(await captured({ iptc, ...taken('2024:05:01 10:00:00') }), '2024-05-01T10:00:00');
  assert.equal(await captured({ iptc, ...taken('2026:01:01 10:00:00') }), '2024-05-01');
  assert.equal(await captured({ iptc, xmp: created('1935') }), '1935');
  const run = { exif: { Make: 'A' }, exifIfd: { DateTimeOriginal: '2024:05:01 10:00:00', SubSecTimeOriginal: '07 ' } };
  assert.equal(await captured(run), '2024-05-01T10:00:00.07');
  const zoned = { ...run.exifIfd, OffsetTimeOriginal: '-03:30' };
  assert.equal(await captured({ ...run, exifIfd: zoned }), '2024-05-01T10:00:00.07-03:30');
  for (const [offset, zone] of Object.entries({ '+0530': '+05:30', '+99:00': '', '+02': '' })) {
    const odd = { ...run.exifIfd, OffsetTimeOriginal: offset };
    assert.equal(await captured({ ...run, exifIfd: odd }), `2024-05-01T10:00:00.07${zone}`);
  }
  assert.equal(await captured({ xmp: created('2024-05-01T10:00:00+25:00') }), '2024-05-01T10:00:00');
  assert.equal(
    await captured({ xmp: created('2024-05-01T10:00:00+02:00'), ...taken('2024:05:01 10:00:00') }),
    '2024-05-01T10:00:00+02:00',
  );
});

test('texts of XMP in languages stay whatever EXIF has, and are one if they are all the same', { skip }, async () => {
  const texts = { 'x-default': 'Dawn', de: 'Morgen' };
  const file = { exif: { ImageDescription: 'Dawn' }, xmp: xmp(alt('dc:description', texts)) };
  assert.deepEqual((await metadataOf(file)).description, texts);
  const other = { ...file, exif: { ImageDescription: 'Early' } };
  assert.deepEqual((await metadataOf(other)).description, texts);
  const same = xmp(alt('dc:title', { 'x-default': 'Dawn', 'en-US': 'Dawn' }));
  assert.equal((await metadataOf({ xmp: same })).title, 'Dawn');
});

test('keywords of digiKam, Lightroom and Windows are one, whatever their case and Unicode form', { skip }, async () => {
  const written = xmp(
    bag('dc:subject', ['berlin', 'Cafe\u0301', 'sea', 'PLACES/BERLIN']) +
      bag('lr:hierarchicalSubject', ['Places|Berlin']) +
      bag('digiKam:TagsList', ['places/berlin', 'People/Ann']) +
      bag('MicrosoftPhoto:LastKeywordXMP', ['CAFÉ', 'People/Ann', 'boat']),
  );
  const { keywords } = await metadataOf({ xmp: written });
  assert.deepEqual(keywords, [['Places', 'Berlin'], ['People', 'Ann'], ['Café'], ['sea'], ['boat']]);
});

test('keywords of all properties are united, and a sidecar replaces one', { skip }, async () => {
  const cut = 'x'.repeat(64);
  const iptc = [
    ...['lake', 'Of IPTC', cut, 'B?ume'].map((text) => [2, 25, text] as const),
    ...['Sports', 'Rowing'].map((text) => [2, 20, text] as const),
  ];
  const file = {
    xmp: xmp(
      bag('dc:subject', ['Lake', 'of XMP', `${cut}y`, 'Bäume']) +
        bag('lr:hierarchicalSubject', ['a|b']) +
        bag('digiKam:TagsList', ['a/b', 'c/d']) +
        bag('photoshop:SupplementalCategories', ['Arts', 'Music']),
    ),
    iptc: [UTF8_MARK, ...iptc],
  };
  const keywordsWith = async (...sidecar: string[]) => (await metadataOf(file, xmp(sidecar.join('')))).keywords;
  const categories = [
    ['Arts', 'Music'],
    ['Sports', 'Rowing'],
  ];
  const subjects = [['Lake'], ['of XMP'], [`${cut}y`], ['Bäume']];
  assert.deepEqual(await keywordsWith(), [['a', 'b'], ['c', 'd'], ...categories, ...subjects, ['Of IPTC']]);
  assert.deepEqual(
    await keywordsWith(bag('MicrosoftPhoto:LastKeywordXMP', ['of Windows']), bag('lr:hierarchicalSubject', ['e'])),
    [['e'], ['c', 'd'], ...categories, ...subjects, ['Of IPTC'], ['of Windows']],
  );
  assert.deepEqual(
    await keywordsWith(bag('dc:subject', ['beside']), bag('photoshop:SupplementalCategories', ['News'])),
    [['a', 'b'], ['c', 'd'], ['News'], ['Sports', 'Rowing'], ['beside'], ['Of IPTC']],
  );
});

test('camera names in description fields are ignored in EXIF and XMP', { skip }, async () => {
  const xmpDescription = xmp(alt('dc:description', { 'x-default': 'SONY DSC' }));
  assert.deepEqual(await metadataOf({ exif: { ImageDescription: 'SONY DSC' }, xmp: xmpDescription }), { keywords: [] });
});

const metadataOfFile = async (name: string, content: string | Uint8Array) =>
  (await extracted(name, content)).metadata ?? GIVEN_UP;

const RIGHTS =
  alt('dc:rights', { 'x-default': '© Ada', de: '© Ada, alle Rechte' }) +
  alt('xmpRights:UsageTerms', { 'x-default': 'Ask' }) +
  '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>' +
  '<xmpRights:WebStatement>https://a.example/</xmpRights:WebStatement><cc:license rdf:resource="https://b.example/"/>' +
  '<plus:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><plus:LicensorURL>https://c.example/</plus:LicensorURL></rdf:li></rdf:Seq></plus:Licensor>' +
  '<plus:DataMining>http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED</plus:DataMining>' +
  '<Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/digitalArt</Iptc4xmpExt:DigitalSourceType>';

test("rights are those of sidecar, XMP, IPTC and EXIF; marks the file's", { skip }, async () => {
  const iptc = [UTF8_MARK, [2, 80, 'Carl'], [2, 110, 'House'], [2, 116, '© Carl']] as const;
  const exif = { Artist: 'Dan', Copyright: 'by Dan' };
  const read = async (file: Parameters<typeof jpegWith>[0], sidecarText?: string) => {
    const { metadata, properties } = await extractedFrom(file, sidecarText);
    return { rights: metadata?.rights, marks: properties.marks };
  };
  const whole = await read({ xmp: xmp(RIGHTS), iptc, exif });
  assert.deepEqual(whole.rights, {
    creator: ['Ada', 'Bo'],
    credit: 'House',
    copyright: { 'x-default': '© Ada', de: '© Ada, alle Rechte' },
    usageTerms: 'Ask',
    licence: 'https://b.example/',
    webStatement: 'https://a.example/',
    sourceType: 'digitalArt',
    dataMining: 'DMI-PROHIBITED',
  });
  assert.equal(whole.marks?.licensorUrl, 'https://c.example/');
  const { rights: older, marks } = await read({ iptc, exif }, xmp('<photoshop:Credit>Mine</photoshop:Credit>'));
  assert.deepEqual(older, { creator: ['Carl'], credit: 'Mine', copyright: '© Carl' });
  assert.equal(marks?.credit, 'House');
  assert.deepEqual((await read({ exif: { ...exif, Artist: 'Dan; Eve' } })).rights?.creator, ['Dan', 'Eve']);
  assert.deepEqual((await read({ exif })).rights, { creator: ['Dan'], copyright: 'by Dan' });
  assert.deepEqual(await read({}), { rights: undefined, marks: undefined });
});

test('validity is that of sidecar, XMP and IPTC in this order, as days, local time or moments', { skip }, async () => {
  const read = async (file: Parameters<typeof jpegWith>[0], sidecarText?: string) => {
    const { metadata } = await extractedFrom(file, sidecarText);
    return [metadata?.validFrom, metadata?.validUntil];
  };
  const iptc = [
    ...([
      [2, 30, '20260101'],
      [2, 35, '100000+0100'],
    ] as const),
    ...([
      [2, 37, '20261231'],
      [2, 38, 'nonsense'],
    ] as const),
  ];
  const ends = (name: string, date: string) => `<${name}>${date}</${name}>`;
  const [own, other] = [ends('prism:expirationDate', '2027-02'), ends('plus:LicenseEndDate', '2028-01-01T10:00:00')];
  assert.deepEqual(await read({ iptc }), [Date.UTC(2026, 0, 1, 9), '2026-12-31']);
  assert.deepEqual(await read({ iptc, xmp: xmp(own) }), [Date.UTC(2026, 0, 1, 9), '2027-02-28']);
  assert.deepEqual(await read({ iptc, xmp: xmp(own) }, xmp(other)), [Date.UTC(2026, 0, 1, 9), '2028-01-01T10:00:00']);
  const embargo = '<pur:embargoDate><rdf:Bag><rdf:li>2026-03</rdf:li></rdf:Bag></pur:embargoDate>';
  assert.deepEqual(await read({ xmp: xmp(embargo) }), ['2026-03-01', undefined]);
  const unread = { xmp: xmp(ends('prism:expirationDate', 'soon')), iptc: [[2, 30, '20261301']] as const };
  assert.deepEqual(await read(unread), [undefined, undefined]);
  assert.match(
    (await extractedFrom(unread)).warning ?? '',
    /^It states times of its validity that are of no use: XMP-prism:ExpirationDate "soon" is not a date such as .*; IPTC:ReleaseDate "2026:13:01" is not /,
  );
  for (const day of ['20270201', '2027-02-01Z', '2027-02-01+02:00', '2027-02-01T25:00:00'])
    assert.deepEqual(await read({ xmp: xmp(ends('plus:LicenseEndDate', day)) }), [undefined, '2027-02-01'], day);
  const basic = xmp(ends('plus:LicenseEndDate', '20270201T100000+0200'));
  assert.deepEqual(await read({ xmp: basic }), [undefined, Date.UTC(2027, 1, 1, 8)]);
  const emptied = ends('prism:expirationDate', '') + ends('plus:LicenseStartDate', '');
  assert.deepEqual(await read({ iptc }, xmp(emptied)), [undefined, undefined]);
  assert.deepEqual(await read({ iptc }, xmp(ends('prism:expirationDate', 'soon'))), [
    Date.UTC(2026, 0, 1, 9),
    '2026-12-31',
  ]);
});

const region = (role: string, boundary: string) =>
  `<rdf:li rdf:parseType="Resource"><Iptc4xmpExt:rRole><rdf:Bag><rdf:li rdf:parseType="Resource">${role}</rdf:li></rdf:Bag></Iptc4xmpExt:rRole><Iptc4xmpExt:RegionBoundary rdf:parseType="Resource">${boundary
    .split(';')
    .map((each) => /^(\w+)=(.*)$/.exec(each) ?? [])
    .map(([, key, value]) => `<Iptc4xmpExt:rb${key}>${value}</Iptc4xmpExt:rb${key}>`)
    .join('')}</Iptc4xmpExt:RegionBoundary></rdf:li>`;
const address = (role: string) =>
  `<xmp:Identifier><rdf:Bag><rdf:li>http://cv.iptc.org/newscodes/imageregionrole/${role}</rdf:li></rdf:Bag></xmp:Identifier>`;
const regions = (...each: string[]) =>
  xmp(`<Iptc4xmpExt:ImageRegion><rdf:Bag>${each.join('')}</rdf:Bag></Iptc4xmpExt:ImageRegion>`);
const corner = ([x, y]: readonly [x: number, y: number]) =>
  `<rdf:li rdf:parseType="Resource"><Iptc4xmpExt:rbX>${x}</Iptc4xmpExt:rbX><Iptc4xmpExt:rbY>${y}</Iptc4xmpExt:rbY></rdf:li>`;
const corners = (...each: (readonly [x: number, y: number])[]) =>
  `Shape=polygon;Unit=relative;Vertices=<rdf:Seq>${each.map(corner).join('')}</rdf:Seq>`;

test('the focus is the middle of the first crop or subject, as seen', { skip }, async () => {
  const RECTANGLE = 'Shape=rectangle;Unit=relative;X=0.1;Y=0.2;W=0.2;H=0.4';
  const CROP = region(address('recomCropping'), RECTANGLE);
  const MAIN = address('mainSubjectArea');
  const PIXELS = region(MAIN, 'Shape=rectangle;Unit=pixel;X=4;Y=4;W=8;H=8');
  const cases: readonly (readonly [string, string, { x: number; y: number } | undefined, orientation?: number])[] = [
    ['rectangle', regions(CROP), { x: 0.2, y: 0.4 }],
    ['pixels', regions(PIXELS), { x: 0.2, y: 0.4 }],
    ['circle', regions(region(MAIN, 'Shape=circle;Unit=relative;X=0.3;Y=0.7;Rx=0.1')), { x: 0.3, y: 0.7 }],
    ['polygon', regions(region(address('squareCropping'), corners([0, 0], [0.6, 0], [0, 0.3]))), { x: 0.2, y: 0.1 }],
    ['point', regions(region(address('cropping'), corners([0.5, 0.25]))), { x: 0.5, y: 0.25 }],
    [
      'named',
      regions(region(alt('Iptc4xmpExt:Name', { 'x-default': 'Main subject area' }), RECTANGLE)),
      { x: 0.2, y: 0.4 },
    ],
    [
      'the first',
      regions(region(address('subjectArea'), 'Shape=circle;Unit=relative;X=0;Y=0;Rx=1'), CROP, PIXELS),
      { x: 0.2, y: 0.4 },
    ],
    ['no such role', regions(region(address('bodyPart'), RECTANGLE)), undefined],
    ['outside', regions(region(address('cropping'), 'Shape=circle;Unit=relative;X=2;Y=0;Rx=1')), undefined],
    ['odd', regions(region(address('cropping'), 'Shape=star;Unit=relative;X=a;Y=b')), undefined],
    ...(
      [
        [2, 0.8, 0.4],
        [3, 0.8, 0.6],
        [4, 0.2, 0.6],
        [5, 0.4, 0.2],
        [6, 0.6, 0.2],
        [7, 0.6, 0.8],
        [8, 0.4, 0.8],
      ] as const
    ).flatMap(([orientation, x, y]) =>
      [CROP, PIXELS].map((each) => [`turned ${orientation}`, regions(each), { x, y }, orientation] as const),
    ),
  ];
  for (const [name, written, focus, orientation = 1] of cases) {
    assert.deepEqual((await metadataOf({ xmp: written, orientation })).focus, focus, name);
    assert.deepEqual((await metadataOf({ orientation }, written)).focus, focus, `${name} in a sidecar`);
  }
});

test('a web page has the title, author, description and keywords of its head', { skip }, async () => {
  const metadata = await metadataOfFile(
    'page.html',
    `<!doctype html><html><head><title> Lakes &amp;
      rivers </title><meta name="Author" content="Ann"><meta name="description" content="Water &mdash; all of it">
      <meta name="keywords" content="lake, river"><meta property="article:published_time" content="2024-05-01">
      </head><body><svg><title>Icon</title></svg><meta name="author" content="Someone else"></body></html>`,
  );
  assert.deepEqual(metadata, {
    title: 'Lakes & rivers',
    description: 'Water — all of it',
    creator: 'Ann',
    captured: '2024-05-01',
    keywords: [['lake'], ['river']],
  });
});

test('all who made a page, a book or a sound are its creators', { skip }, async () => {
  const page = '<meta name="author" content="Ann"><meta name="author" content="Bo"><p>x</p>';
  assert.equal((await metadataOfFile('two.html', `<!doctype html>${page}`)).creator, 'Ann, Bo');
  const book = '<package><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator></package>';
  const parts = { mimetype: 'application/epub+zip', 'META-INF/container.xml': '<container/>', 'a.opf': book };
  assert.equal((await metadataOfFile('two.epub', zipOf(parts))).creator, 'Ann, Bo');
  const frame = `\xff\xfb\x90\x64${'\0'.repeat(413)}`;
  const artists = (text: string) => `ID3\x04\0\0\0\0\0\x11TPE1\0\0\0\x07\0\0\x03${text}${frame}${frame}`;
  assert.equal((await metadataOfFile('two.mp3', latin1(artists('Ann\0Bo')))).creator, 'Ann, Bo');
});

test('texts in undeclared encodings are UTF-8 if their bytes are that, else Windows-1252', { skip }, async () => {
  const uint32 = (value: number) => String.fromCharCode(value & 255, value >> 8, 0, 0);
  const chunk = (name: string, content: string) => `${name}${uint32(content.length)}${content}`;
  const format = chunk('fmt ', `\x01\0\x01\0${uint32(8000)}${uint32(8000)}\x01\0\x08\0`);
  const exif = (await jpegWith({ exif: { Artist: 'NAMENAMENAME' } })).toString('latin1');
  const png = (
    await sharp({ create: { width: 1, height: 1, channels: 3, background: '#468' } })
      .png()
      .toBuffer()
  ).toString('latin1');
  const form = (name: string, content: string) => `${name}\0\0\0${String.fromCharCode(content.length)}${content}`;
  const monoOf8000 = '\0\x01\0\0\0\x04\0\x08\x40\x0b\xfa\0\0\0\0\0\0\0';
  const frame = `\xff\xfb\x90\x64${'\0'.repeat(413)}`;
  const ape = (kind: number) =>
    `APETAGEX${uint32(2000)}${uint32(59)}${uint32(1)}\0\0\0${String.fromCharCode(kind)}${'\0'.repeat(8)}`;
  /** A file of each format with this text, of 12 bytes, as the name of its creator. */
  const files: Readonly<Record<string, (text: string) => string>> = {
    'a.jpg': (text) => exif.replace('NAMENAMENAME', text),
    'a.png': (text) => png.replace(/(?=....IDAT)/s, `\0\0\0\x13tEXtAuthor\0${text}\0\0\0\0`),
    'a.wav': (text) =>
      chunk('RIFF', `WAVE${format}${chunk('data', '\x80\x80')}${chunk('LIST', `INFO${chunk('IART', text)}`)}`),
    'a.aiff': (text) =>
      form('FORM', `AIFF${form('COMM', monoOf8000)}${form('AUTH', text)}${form('SSND', '\0'.repeat(12))}`),
    'a.eps': (text) => `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%Title: ${text}\n%%EOF\n`,
    'a.flv': (text) =>
      `FLV\x01\x04\0\0\0\x09\0\0\0\0\x12\0\0\x2c\0\0\0\0\0\0\0\x02\0\x0aonMetaData\x08\0\0\0\x01\0\x06artist\x02\0\x0c${text.padEnd(12)}\0\0\x09\0\0\0\x37`,
    'ape.mp3': (text) => `${frame}${frame}${ape(0xa0)}${uint32(12)}\0\0\0\0Artist\0${text}${ape(0x80)}`,
    'a.mp3': (text) => `ID3\x03\0\0\0\0\0\x17TPE1\0\0\0\x0d\0\0\0${text}${frame}${frame}`,
  };
  for (const [name, file] of Object.entries(files)) {
    const textIn = async (text: string) => {
      const { creator, title } = await metadataOfFile(name, latin1(file(text)));
      return creator ?? title;
    };
    assert.equal(await textIn('J\xfcrgens \x93M\xfc\x94'), 'Jürgens “Mü”', name);
    assert.equal(await textIn('J\xc3\xbcrgens M\xc3\xbc'), 'Jürgens Mü', name);
  }
});

test('the information of a PDF is read in every encoding of Unicode, and XMP comes before it', { skip }, async () => {
  const marked = (mark: string, text: Buffer) => Buffer.concat([Buffer.from(mark, 'latin1'), text]);
  const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
    'UTF-16BE': (text) => marked('\xfe\xff', Buffer.from(text, 'utf16le').swap16()),
    'UTF-16LE': (text) => marked('\xff\xfe', Buffer.from(text, 'utf16le')),
    'UTF-8 with a mark': (text) => marked('\xef\xbb\xbf', Buffer.from(text)),
    'UTF-8 without one': Buffer.from,
  };
  const packet = xmp(alt('dc:title', { 'x-default': 'of XMP' }));
  for (const [name, encode] of Object.entries(encodings)) {
    const hex = (text: string) => `<${encode(text).toString('hex')}>`;
    const info = `/Title ${hex('Žluť’ 東京')} /Author ${hex('\x1bcsCZ\x1bDvořák')} /Subject ${hex('Kůň')} /Keywords ${hex('ž, b')}`;
    const pdf = (metadata: string, date: string) => `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R /Metadata 5 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 99 99]>> endobj
3 0 obj <</Type /Page /Parent 2 0 R>> endobj
4 0 obj <<${info} /CreationDate ${hex(date)}>> endobj
5 0 obj <</Type /Metadata /Subtype /XML /Length ${Buffer.byteLength(metadata)}>> stream\n${metadata}\nendstream endobj
`;
    const whole = (metadata: string, date = "D:20240501100000+02'00'") => {
      const text = pdf(metadata, date);
      const places = [
        ...Buffer.from(text)
          .toString('latin1')
          .matchAll(/^\d 0 obj/gm),
      ].map(({ index }) => index);
      const lines = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
      const table = `xref\n0 6\n0000000000 65535 f \n${lines}trailer <</Size 6 /Root 1 0 R /Info 4 0 R>>\n`;
      return `${text}${table}startxref\n${Buffer.byteLength(text)}\n%%EOF\n`;
    };
    const read = { title: 'Žluť’ 東京', description: 'Kůň', creator: 'Dvořák', captured: '2024-05-01T10:00:00+02:00' };
    const keywords = [['ž'], ['b']];
    assert.deepEqual(await metadataOfFile('info.pdf', whole('')), { ...read, keywords }, name);
    assert.deepEqual(await metadataOfFile('info.pdf', whole(packet)), { ...read, title: 'of XMP', keywords }, name);
    for (const [date, captured] of Object.entries({
      'D:2024': '2024',
      'D:202405': '2024-05',
      'D:20240501': '2024-05-01',
    }))
      assert.equal((await metadataOfFile('info.pdf', whole('', date)))?.captured, captured, name);
  }
});

test('a sound has the comment for readers, its day, stars and keywords', async () => {
  const frame = (id: string, content: string) => `${id}\0\0\0${String.fromCharCode(content.length)}\0\0${content}`;
  const comment = (name: string, text: string) => frame('COMM', `\0eng${name}\0${text}`);
  const tags = [
    ...[comment('iTunNORM', ' 000'), comment('Songs-DB_Custom1', 'x'), comment('of the band', 'Named')],
    ...[comment('', 'Caf\xe9'), frame('TYER', '\x002024'), frame('TDAT', '\x000105'), frame('TKWD', '\0a; b')],
    frame('POPM', 'Windows Media Player 9 Series\0\xc4'),
  ].join('');
  const size = String.fromCharCode(tags.length >> 7, tags.length & 127);
  const sound = `\xff\xfb\x90\x64${'\0'.repeat(413)}`.repeat(2);
  const metadata = await metadataOfFile('told.mp3', latin1(`ID3\x03\0\0\0\0${size}${tags}${sound}`));
  assert.deepEqual(metadata, { description: 'Café', captured: '2024-05-01', rating: 4, keywords: [['a'], ['b']] });
});

test('a text of a PNG in a language is whole where the one without has lost letters', { skip }, async () => {
  const blank = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#468' } })
    .png()
    .toBuffer();
  const chunk = (type: string, text: string) => {
    const bytes = Buffer.from(`0000${type}${text}0000`);
    bytes.writeUInt32BE(bytes.length - 12);
    return bytes.fill(0, bytes.length - 4);
  };
  const texts = [
    chunk('tEXt', 'Title\0?lu?ou?k?'),
    chunk('iTXt', 'Title\0\0\0cs\0\0Žluťoučký'),
    chunk('tEXt', 'Creation Time\0Wed, 01 May 2024 23:30:00 +0900'),
  ];
  const png = Buffer.concat([blank.subarray(0, 33), ...texts, blank.subarray(33)]);
  assert.deepEqual(await metadataOfFile('texts.png', png), {
    title: { cs: 'Žluťoučký' },
    captured: '2024-05-01T23:30:00+09:00',
    keywords: [],
  });
});

test('what is of no use in a sidecar is reported, and has no effect', { skip }, async () => {
  const picture = await jpegWith({ xmp: xmp('<xmp:Rating>3</xmp:Rating>') });
  const { metadata, warning } = await extracted('told.jpg', picture, Buffer.from([0, 1, 2, 3, 255]));
  assert.equal(metadata?.rating, 3);
  assert.match(warning ?? '', /xmp file could not be read/);
  const whole = xmp('<xmp:Rating>3</xmp:Rating>');
  const values =
    '<xmp:Rating>9</xmp:Rating><exif:GPSLatitude>95,0N</exif:GPSLatitude><exif:GPSLongitude>far</exif:GPSLongitude>' +
    '<photoshop:DateCreated>yesterday</photoshop:DateCreated><prism:expirationDate>soon</prism:expirationDate>';
  for (const [written, expected] of [
    [whole, undefined],
    [Buffer.from(`\ufeff${xmp('<xmp:Rating>9</xmp:Rating>')}`, 'utf16le'), /of no use: xmp:Rating "9" is not a number/],
    [xmp('<xmp:Rating>-1</xmp:Rating>'), undefined],
    [/<rdf:RDF[\s\S]*<\/rdf:RDF>/.exec(whole)?.[0] ?? '', undefined],
    ['hello', /^Its \.xmp file could not be read: it is not XMP: rdf:RDF, in x:xmpmeta or alone\.$/],
    ['<x:xmpmeta><broken', /^Its \.xmp file is damaged: .+\. It has to be XMP: rdf:RDF, in x:xmpmeta or alone\.$/],
    [whole.slice(0, whole.indexOf('</rdf:Description>')), /^Its \.xmp file is damaged: /],
    [
      xmp(values),
      /^Its \.xmp file has values of no use: xmp:Rating "9" is not a number from -1 to 5; exif:GPSLatitude "95" is not a latitude such as 47,22\.5N; exif:GPSLongitude ".*" is not a longitude such as 8,30\.0E; photoshop:DateCreated "yesterday" is not a date such as .*; prism:ExpirationDate "soon" is not a date such as /,
    ],
  ] as const) {
    const { warning } = await extracted('told.jpg', picture, written);
    if (expected === undefined) assert.equal(warning, undefined, String(written));
    else assert.match(warning ?? '', expected, String(written));
  }
});

test('text is bounded and free of control and bidirectional characters', { skip }, async () => {
  const metadata = await metadataOf({
    iptc: [UTF8_MARK, [2, 5, 'a\x07b\u202ec'], [2, 120, 'x'.repeat(3e4)], [2, 25, 'y'.repeat(900)], [2, 25, '\x01 ']],
  });
  assert.deepEqual([metadata.title, metadata.description?.length], ['abc', 20_000]);
  assert.deepEqual(metadata.keywords, [['y'.repeat(250)]]);
});

test('properties can be read without metadata', { skip }, async () => {
  const marked = xmp('<xmp:Rating>3</xmp:Rating><cc:license>L</cc:license>');
  const picture = await jpegWith({ orientation: 6, xmp: marked });
  const { properties, metadata } = await extracted('properties.jpg', picture, undefined, { metadata: false });
  assert.deepEqual([properties.width, properties.height, properties.marks], [20, 40, { licence: 'L' }]);
  assert.deepEqual(metadata, { keywords: [] });
});
