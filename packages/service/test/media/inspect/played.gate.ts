/** Films and sounds of every container, as ffmpeg and ffprobe see them, which have to be on this machine. */
import assert from 'node:assert/strict';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { after, suite, test } from 'node:test';
import sharp from 'sharp';
import { CATEGORY_KEYS, type FileProperties } from '../../../../core/src/domain/file-properties.ts';
import { findProgram } from '../../../../core/src/platform/find-program.ts';
import { Extractor } from '../../../../media/src/inspect/extractor.ts';
import { ALL_MEANS, previewSize } from '../../../../media/src/pictures/preview-size.ts';
import { withPerl } from '../../../../media/test/inspect/with-perl.ts';
import { patiently, planFor, useRenderer } from '../../../../media/test/pictures/pictures.ts';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';

const source = (text: string) => ['-f', 'lavfi', '-i', text];
/** A film of twice the width of its pixels. */
const WIDE = [...source('testsrc=s=64x48:r=25:d=0.6,setsar=2'), '-pix_fmt', 'yuv420p'];
const PAL = [...source('testsrc=s=720x576:r=25:d=0.2,setdar=16/9'), ...source('sine=r=48000:d=0.2')];
const SINE = [...source('sine=r=48000:d=2'), '-ac', '2', '-strict', '-2'];
const FADING = [...source('aevalsrc=if(lt(t\\,1)\\,random(0)\\,0):d=9'), '-q:a', '2'];
const COVERED = [
  ...source('sine=d=0.6'),
  ...source('color=red:s=60x40:d=0.1'),
  ...['-map', '0', '-map', '1', '-frames:v', '1', '-c:v', 'mjpeg'],
];
/** A cover in a comment, as before pictures had a place of their own in Ogg and FLAC. */
const jpeg = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');
const OLD_COVER = ['-metadata', `COVERART=${await jpeg(60, 40)}`, '-metadata', 'COVERARTMIME=image/jpeg'];
/** ffmpeg reads several comments as one. */
const OLD_COVERS = ['-metadata', `COVERART=${await jpeg(9, 9)};${await jpeg(60, 40)}`, '-metadata', 'COVERARTTYPE=8;3'];
const TURNED = ['-c', 'copy', '-metadata:s:v', 'rotate=90'];

type Case = readonly [name: string, recipe: readonly string[], mediaType: string, size: string, seconds: number];
const FILMS: readonly Case[] = [
  ['wide.avi', [...WIDE, '-c:v', 'mpeg4'], 'video/vnd.avi', '128x48', 0.6],
  ['wide.mov', [...WIDE, '-c:v', 'libx264'], 'video/quicktime', '128x48', 0.6],
  ['turned.mov', TURNED, 'video/quicktime', '48x128', 0.6],
  ['wide.mp4', [...WIDE, '-c:v', 'libx264', '-movflags', '+frag_keyframe+empty_moov'], 'video/mp4', '128x48', 0.6],
  ['turned.mp4', TURNED, 'video/mp4', '48x128', 0.6],
  ['wide.mkv', [...WIDE, '-c:v', 'libx264'], 'video/matroska', '128x48', 0.6],
  ['wide.webm', [...WIDE, '-c:v', 'libvpx'], 'video/webm', '128x48', 0.6],
  // As browsers record: nothing states how long it is.
  ['live.webm', [...WIDE, '-c:v', 'libvpx', '-live', '1'], 'video/webm', '128x48', 0.6],
  ['live.mkv', [...WIDE, '-c:v', 'libx264', '-live', '1'], 'video/matroska', '128x48', 0.6],
  ['wide.wmv', [...WIDE, '-c:v', 'wmv2'], 'video/x-ms-asf', '128x48', 0.6],
  ['wide.ogv', [...WIDE, '-c:v', 'libtheora'], 'video/ogg', '128x48', 0.6],
  ['wide.ts', [...WIDE, '-c:v', 'libx264'], 'video/mp2t', '128x48', 0.6],
  ['wide.mts', [...WIDE, '-c:v', 'libx264', '-f', 'mpegts', '-mpegts_m2ts_mode', '1'], 'video/mp2t', '128x48', 0.6],
  ['old.mpg', [...PAL, '-c:v', 'mpeg1video', '-f', 'mpeg'], 'video/mpeg', '1024x576', 0.2],
  ['disc.vob', [...PAL, '-c:v', 'mpeg2video', '-c:a', 'ac3', '-f', 'vob'], 'video/mpeg', '1024x576', 0.2],
  ['bare.m2v', [...PAL, '-map', '0', '-c:v', 'mpeg2video', '-f', 'mpeg2video'], 'video/mpeg', '1024x576', 0.2],
  ['bare.m1v', [...PAL, '-map', '0', '-c:v', 'mpeg1video', '-b:v', '20k'], 'video/mpeg', '1024x576', 0.2],
  ['tape.dv', [...PAL, '-target', 'pal-dv', '-aspect', '16:9'], 'video/x-dv', '1024x576', 0.2],
  ['camera.mxf', [...PAL, '-c:v', 'mpeg2video', '-aspect', '16:9'], 'application/mxf', '1024x576', 0.2],
  ['bare.nut', [...WIDE, '-c:v', 'mpeg4'], 'video/x-nut', '128x48', 0.6],
  ['bare.h264', [...WIDE, '-c:v', 'libx264'], 'video/h264', '128x48', 0.6],
  ['bare.hevc', [...WIDE, '-c:v', 'libx265', '-x265-params', 'log-level=none'], 'video/h265', '128x48', 0.6],
  ['bare.obu', [...WIDE, '-c:v', 'libaom-av1', '-cpu-used', '8'], 'video/av1', '64x48', 0.6],
  ['lossless.avi', [...WIDE, '-c:v', 'magicyuv'], 'video/vnd.avi', '128x48', 0.6],
];
const SOUNDS: readonly Case[] = [
  ['live-sound.webm', [...SINE, '-c:a', 'libopus', '-live', '1'], 'audio/webm', '1024x576', 2],
  ['alone.mp4', [...SINE, '-c:a', 'aac'], 'audio/mp4', '1024x576', 2],
  ['alone.mov', [...SINE, '-c:a', 'aac'], 'video/quicktime', '1024x576', 2],
  ['alone.3gp', [...SINE, '-c:a', 'aac'], 'audio/3gpp', '1024x576', 2],
  ['alone.webm', [...SINE, '-c:a', 'libopus'], 'audio/webm', '1024x576', 2],
  ['alone.mkv', [...SINE, '-c:a', 'flac'], 'audio/matroska', '1024x576', 2],
  ['alone.mka', [...SINE, '-c:a', 'flac'], 'audio/matroska', '1024x576', 2],
  ['alone.ogg', [...SINE, '-c:a', 'libvorbis'], 'audio/ogg', '1024x576', 2],
  ['alone.asf', [...SINE, '-c:a', 'wmav2'], 'audio/x-ms-asf', '1024x576', 2],
  ['alone.ts', [...SINE, '-c:a', 'ac3'], 'video/mp2t', '1024x576', 2],
  ['alone.mpg', [...SINE, '-c:a', 'mp2'], 'video/mpeg', '1024x576', 2],
  ['alone.flv', [...SINE, '-c:a', 'mp3', '-ar', '44100'], 'video/x-flv', '1024x576', 2],
  ['bare.ac3', SINE, 'audio/ac3', '1024x576', 2],
  ['bare.eac3', SINE, 'audio/eac3', '1024x576', 2],
  ['bare.caf', [...SINE, '-c:a', 'alac'], 'audio/x-caf', '1024x576', 2],
  ['bare.tta', SINE, 'audio/x-tta', '1024x576', 2],
  ['bare.w64', SINE, 'audio/x-w64', '1024x576', 2],
  ['bare.thd', [...SINE, '-c:a', 'truehd'], 'audio/vnd.dolby.mlp', '1024x576', 2],
  ['bare.adx', [...SINE, '-ar', '44100'], 'audio/x-adx', '1024x576', 2],
  ['bare.ast', SINE, 'audio/x-ast', '1024x576', 2],
  ['bare.sox', SINE, 'audio/x-sox', '1024x576', 2],
  ['bare.sf', [...SINE, '-f', 'ircam'], 'audio/x-ircam', '1024x576', 2],
  ['bare.mmf', [...SINE, '-c:a', 'adpcm_yamaha', '-ar', '8000', '-ac', '1'], 'audio/x-mmf', '1024x576', 2],
  // Of many bits a second only at their beginning, which states no number of frames.
  ['fading.aac', [...FADING, '-c:a', 'aac'], 'audio/aac', '1024x576', 9],
  ['fading.mp3', [...FADING, '-write_xing', '0'], 'audio/mpeg', '1024x576', 9],
  ['bare.au', SINE, 'audio/basic', '1024x576', 2],
  ['bare.rm', [...SINE, '-c:a', 'real_144', '-ar', '8000', '-ac', '1'], 'application/vnd.rn-realmedia', '1024x576', 0],
  ['cover.m4a', [...COVERED, '-disposition:v', 'attached_pic'], 'audio/mp4', '60x40', 0.6],
  ['cover.mp4', [...COVERED, '-disposition:v', 'attached_pic'], 'audio/mp4', '60x40', 0.6],
  ['cover.wma', [...COVERED, '-c:a', 'wmav2'], 'audio/x-ms-asf', '60x40', 0.6],
  ['cover.mkv', [...COVERED, '-c:a', 'libopus'], 'audio/matroska', '60x40', 0.6],
  ['old.ogg', [...SINE, ...OLD_COVER, '-c:a', 'libvorbis'], 'audio/ogg', '60x40', 2],
  ['old.opus', [...SINE, ...OLD_COVERS], 'audio/ogg', '60x40', 2],
  ['old.oga', [...SINE, ...OLD_COVER, '-c:a', 'flac'], 'audio/ogg', '60x40', 2],
  ['old.spx', [...SINE, ...OLD_COVER, '-c:a', 'libspeex', '-ac', '1', '-ar', '16000'], 'audio/ogg', '60x40', 2],
  ['old.flac', [...SINE, ...OLD_COVER], 'audio/flac', '60x40', 2],
];

/** A picture of ID3, with a zero behind each byte of ones, as old players need it. */
function unsynchronised(version: number, kind: number, picture: string): Buffer {
  const format = version === 2 ? 'JPG' : 'image/jpeg\0';
  const content = Buffer.from([0, ...Buffer.from(format), kind, 0, ...Buffer.from(picture, 'base64')]);
  const spread = (bytes: Buffer) => Buffer.from([...bytes].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])));
  const stored = version === 4 ? spread(content) : content;
  const bits = version === 4 ? 7 : 8;
  const size = [0, stored.length >> bits, stored.length & (2 ** bits - 1)];
  const head = version === 2 ? ['PIC', ...size] : ['APIC', 0, ...size, 0, version === 4 ? 2 : 0];
  const frame = Buffer.from([
    ...head.flatMap((each) => (typeof each === 'string' ? [...Buffer.from(each)] : [each])),
    ...stored,
  ]);
  return version === 4 ? frame : spread(frame);
}

/** A second of silence as DSF (DSD Stream File), which ffmpeg reads but doesn't write. */
function silenceInDsf(): Buffer {
  const [rate, block] = [2_822_400, 4096];
  const samples = Buffer.alloc(Math.ceil(rate / 8 / block) * block, 0x69);
  const [head, format, data] = [Buffer.alloc(28), Buffer.alloc(52), Buffer.alloc(12)];
  const chunk = (part: Buffer, name: string, length: number) => {
    part.write(name, 'latin1');
    part.writeBigUInt64LE(BigInt(length), 4);
  };
  chunk(head, 'DSD ', head.length);
  head.writeBigUInt64LE(BigInt(head.length + format.length + data.length + samples.length), 12);
  chunk(format, 'fmt ', format.length);
  for (const [at, number] of [1, 0, 1, 1, rate, 1, rate, 0, block].entries()) format.writeUInt32LE(number, 12 + at * 4);
  chunk(data, 'data', data.length + samples.length);
  return Buffer.concat([head, format, data, samples]);
}

suite('the streams of a file', { skip: withoutMedia }, () => {
  const { renderer, folder, at } = useRenderer(2, media);
  const extractor = new Extractor({ processes: 2, secondsPerFile: 120 });
  after(() => extractor[Symbol.asyncDispose]());

  async function propertiesOf(name: string): Promise<FileProperties> {
    return (await extractor.extract(at(name), { name: basename(name), metadata: false, ...patiently() })).properties;
  }

  async function check([name, recipe, mediaType, size, seconds]: Case, category: string): Promise<void> {
    ffmpeg([...(recipe === TURNED ? ['-i', at(name.replace('turned', 'wide'))] : []), ...recipe, at(name)]);
    const properties = await propertiesOf(name);
    assert.deepEqual([CATEGORY_KEYS[properties.category], properties.mediaType], [category, mediaType], name);
    assert.ok(Math.abs(properties.durationSeconds - seconds) < 0.15, `${name}: ${properties.durationSeconds} s`);
    const told = previewSize({ file: { sha256: '', size: 0, crc32: 0 }, properties }, 1024, ALL_MEANS);
    const drawn = await renderer.render(planFor({ kind: 'preview' }), { path: at(name), properties }, patiently());
    const sizes = [told, drawn].map(({ width, height }) => `${width}x${height}`);
    assert.deepEqual(sizes, [size, size], name);
    assert.equal(`${properties.width}x${properties.height}`, category === 'VIDEO' ? size : '0x0', name);
  }

  test('are those of a film, with its size as seen and its duration, in every container', async () => {
    for (const each of FILMS) await check(each, 'VIDEO');
  });

  test('are those of a sound if a cover is the only picture, or there is none', async () => {
    for (const each of SOUNDS) await check(each, 'AUDIO');
  });

  test('are those of a sound of one bit a sample', async () => {
    writeFileSync(at('bit.dsf'), silenceInDsf());
    const properties = await propertiesOf('bit.dsf');
    assert.deepEqual([CATEGORY_KEYS[properties.category], Math.round(properties.durationSeconds)], ['AUDIO', 1]);
    const drawn = await renderer.render(planFor({ kind: 'preview' }), { path: at('bit.dsf'), properties }, patiently());
    assert.equal(`${drawn.width}x${drawn.height}`, '1024x576');
  });

  test('come with the title, creator, date and comment of any container', async () => {
    const stated = { title: 'Příliš', artist: 'Dvořák', date: '2024-05-01', comment: 'Kůň' };
    const options = Object.entries(stated).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
    const metadataOf = async (name: string) => (await extractor.extract(at(name), { name, ...patiently() })).metadata;
    const films = ['mkv', 'webm', 'ogv', 'avi', 'mov', 'mp4', 'wmv', 'nut', 'flv'];
    for (const extension of [...films, 'm4a', 'mp3', 'wma', 'ogg', 'opus', 'flac', 'wv', 'caf', 'tta', '3gp']) {
      const name = `told.${extension}`;
      const kind = films.includes(extension) ? WIDE : extension === '3gp' ? [...SINE, '-c:a', 'aac'] : SINE;
      ffmpeg([...kind, ...options, at(name)]);
      const { title, artist, date, comment } = stated;
      const captured = extension === '3gp' ? date.slice(0, 4) : date;
      const told = { title, description: comment, creator: artist, captured, keywords: [] };
      assert.deepEqual(await metadataOf(name), told, name);
    }
    const only = async (name: string, ...metadata: readonly string[]) => {
      ffmpeg([...SINE, ...metadata.flatMap((each) => ['-metadata', each]), at(name)]);
      const { keywords, ...found } = (await metadataOf(name)) ?? { keywords: [] };
      return [...Object.values(found), ...keywords.flat()];
    };
    assert.deepEqual(await only('filetime.wma', 'WM/EncodingTime=133590360000000000'), ['2024-05-01T11:20:00.000Z']);
    assert.deepEqual(await only('long.m4a', 'synopsis=Long', 'keywords=a,b'), ['Long', 'a', 'b']);
    assert.deepEqual(await only('year.ogg', 'YEAR=2024', 'KEYWORDS=a,b', 'RATING=80'), ['2024', 4, 'a', 'b']);
    assert.deepEqual(await metadataOf('tape.dv'), { keywords: [] }, 'a tape without a date');
  });

  test('tell whether a picture that only ffmpeg opens is cut', async () => {
    await using withTools = new Extractor({ processes: 1, secondsPerFile: 120, media });
    const stills = ['tga', 'pcx', 'ppm', 'sgi', 'exr', 'sun', 'qoi', 'jls', 'dpx', 'xbm', 'xwd', 'fits', 'pfm'];
    for (const name of stills.map((extension) => `cut.${extension}`)) {
      ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=90x60', '-frames:v', '1', at(name)]);
      const isDamaged = async () => (await withTools.extract(at(name), { name, ...patiently() })).properties.isDamaged;
      assert.equal(await isDamaged(), undefined, name);
      truncateSync(at(name), Math.floor(statSync(at(name)).size * 0.6));
      assert.equal(await isDamaged(), true, name);
    }
  });

  test('tell whether a film is cut, and whether it still has a picture', async () => {
    await using withTools = new Extractor({ processes: 1, secondsPerFile: 120, media });
    const look = source('testsrc2=s=160x112:r=10:d=6');
    // What is known of half of it, and of its first hundredth.
    for (const [extension, codec, ...expected] of [
      ['ogv', 'libtheora', 'shown', 'lost damaged'],
      ['webm', 'libvpx', 'shown damaged', 'lost damaged'],
      ['mov', 'mpeg4', 'lost damaged', 'lost damaged'],
      ['avi', 'mpeg4', 'shown damaged', 'lost damaged'],
      ['rm', 'rv10', 'shown damaged', 'lost damaged'],
      ['flv', 'flv', 'shown damaged'],
      ['wmv', 'wmv2', 'shown damaged'],
      ['mxf', 'mpeg2video', 'shown damaged'],
    ] as const) {
      const name = `whole.${extension}`;
      // MXF knows only the rates of television.
      ffmpeg([...look, '-c:v', codec, ...(extension === 'mxf' ? ['-r', '25'] : []), at(name)]);
      const bytes = readFileSync(at(name));
      const found: string[] = [];
      for (const share of [1, 0.5, 0.01].slice(0, expected.length + 1)) {
        writeFileSync(at(name), bytes.subarray(0, bytes.length * share));
        const { properties } = await withTools.extract(at(name), { name, metadata: false, ...patiently() });
        found.push(`${properties.width > 0 ? 'shown' : 'lost'}${properties.isDamaged ? ' damaged' : ''}`);
      }
      assert.deepEqual(found, ['shown', ...expected], name);
    }
  });

  test('tell whether a sound is cut, unless nothing in it says how long it is', async () => {
    for (const [name, options] of Object.entries({
      ...{ 'cut.mp3': '', 'rated.mp3': '-q:a 4', 'cut.m4a': '', 'cut.mka': '-c:a aac', 'cut.wma': '', 'cut.ogg': '' },
      ...{ 'cut.flac': '', 'cut.wav': '', 'long.wav': '-rf64 always', 'cut.aiff': '', 'cut.au': '', 'cut.caf': '' },
      ...{ 'cut.w64': '', 'bare.mp3': '-write_xing 0', 'bare.aac': '', 'bare.ac3': '' },
      // As what is written to a pipe.
      ...{ 'bare.w64': '-seekable 0', 'bare.wav': '-seekable 0', 'bare.avi': '-seekable 0' },
    })) {
      const how = options.split(' ').filter(Boolean);
      ffmpeg([...source('anoisesrc=d=2'), ...how, at(name)]);
      const warning = async () =>
        (await extractor.extract(at(name), { name, metadata: false, ...patiently() })).warning;
      assert.equal(await warning(), undefined, name);
      truncateSync(at(name), Math.floor(statSync(at(name)).size * 0.6));
      assert.equal((await warning()) === undefined, name.startsWith('bare'), name);
    }
    // Bytes of the last frame may look like the head of another by chance, such as that of the first.
    const name = 'chance.flac';
    ffmpeg([...source('anoisesrc=d=2'), at(name)]);
    const bytes = readFileSync(at(name));
    const head = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xf8]))).subarray(0, 16);
    writeFileSync(at(name), Buffer.concat([bytes, head]));
    assert.equal((await extractor.extract(at(name), { name, metadata: false, ...patiently() })).warning, undefined);
  });

  test('have the size of the waveform if the cover is damaged', async () => {
    await using withTools = new Extractor({ processes: 1, secondsPerFile: 120, media });
    ffmpeg([...source('testsrc2=s=300x200'), '-frames:v', '1', at('cover.png')]);
    const cover = readFileSync(at('cover.png'));
    for (const name of ['damaged.m4a', 'damaged.mp3', 'damaged.flac']) {
      ffmpeg([
        ...source('sine=d=1'),
        '-i',
        at('cover.png'),
        '-c:v',
        'copy',
        '-disposition:v',
        'attached_pic',
        at(name),
      ]);
      const bytes = readFileSync(at(name));
      const from = bytes.indexOf(cover.subarray(0, 60));
      writeFileSync(at(name), bytes.fill(0, from + 60, from + cover.length));
      const { properties } = await withTools.extract(at(name), { name, metadata: false, ...patiently() });
      const told = previewSize({ file: { sha256: '', size: 0, crc32: 0 }, properties }, 1024, ALL_MEANS);
      const drawn = await renderer.render(planFor({ kind: 'preview' }), { path: at(name), properties }, patiently());
      assert.deepEqual(told, { width: drawn.width, height: drawn.height }, name);
      assert.equal(told.width, 1024, name);
    }
  });

  test('have the size of a front cover that ffmpeg does not read', async () => {
    const drawnOf = async (name: string) => {
      const properties = await propertiesOf(name);
      const told = previewSize({ file: { sha256: '', size: 0, crc32: 0 }, properties }, 1024, ALL_MEANS);
      const drawn = await renderer.render(planFor({ kind: 'preview' }), { path: at(name), properties }, patiently());
      assert.deepEqual(told, { width: drawn.width, height: drawn.height }, name);
      return `${drawn.width}x${drawn.height}`;
    };
    for (const type of [0, 12, 99]) {
      ffmpeg([...COVERED, '-disposition:v', 'attached_pic', at('typed.m4a')]);
      const bytes = readFileSync(at('typed.m4a'));
      bytes.writeUInt32BE(type, bytes.indexOf('covr') + 12);
      writeFileSync(at('typed.m4a'), bytes);
      assert.equal(await drawnOf('typed.m4a'), '60x40', `type ${type}`);
    }
    ffmpeg([...SINE, '-id3v2_version', '0', at('plain.mp3')]);
    for (const version of [2, 3, 4]) {
      const covers = [unsynchronised(version, 4, await jpeg(9, 9)), unsynchronised(version, 3, await jpeg(60, 40))];
      const tag = Buffer.concat(covers);
      const size = [tag.length >> 14, (tag.length >> 7) & 127, tag.length & 127];
      const head = Buffer.from([...Buffer.from('ID3'), version, 0, 0x80, 0, ...size]);
      writeFileSync(at('tagged.mp3'), Buffer.concat([head, tag, readFileSync(at('plain.mp3'))]));
      assert.equal(await drawnOf('tagged.mp3'), '60x40', `version ${version}`);
    }
  });

  test('are read from tags without ffprobe, as far as these know them', async () => {
    const found: string[] = [];
    await withPerl(folder, `#!/bin/sh\nexec '${findProgram('perl')}' "$@"\n`, async () => {
      await using withoutProbe = new Extractor({ processes: 1, secondsPerFile: 120 });
      for (const name of ['wide.mkv', 'wide.mov', 'turned.mp4', 'wide.wmv', 'alone.mp4', 'alone.webm', 'bare.tta']) {
        const { properties } = await withoutProbe.extract(at(name), { name, metadata: false, ...patiently() });
        found.push(`${name} ${CATEGORY_KEYS[properties.category]} ${properties.width}x${properties.height}`);
      }
    });
    const films = [
      'wide.mkv VIDEO 128x48',
      'wide.mov VIDEO 128x48',
      'turned.mp4 VIDEO 48x128',
      'wide.wmv VIDEO 128x48',
    ];
    assert.deepEqual(found, [...films, 'alone.mp4 AUDIO 0x0', 'alone.webm AUDIO 0x0', 'bare.tta AUDIO 0x0']);
  });
});
