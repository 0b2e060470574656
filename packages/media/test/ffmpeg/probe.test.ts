import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { chapterTrack } from '../../src/ffmpeg/chapters.ts';
import { probe } from '../../src/ffmpeg/probe.ts';

const ffprobe = join(newFolder(), 'ffprobe');

/** How long a bare stream plays if ffprobe guesses 7 seconds and runs `listing` for its packets. */
async function seconds(listing: string, format = 'aac', frames = '9'): Promise<number> {
  const stream = `{"index":0,"codec_type":"audio","codec_name":"aac","channels":2,"nb_frames":"${frames}"}`;
  const json = `{"format":{"format_name":"${format}","duration":"7.0"},"streams":[${stream}]}`;
  const script = `#!/bin/sh\ncase "$*" in *packet=duration_time*) ${listing};; *) printf '%s' '${json}';; esac\n`;
  writeFileSync(ffprobe, script, { mode: 0o755 });
  return (await probe({ ffprobe }, 'a.aac')).seconds;
}

test('a bare stream plays as long as its packets, else as long as ffprobe guesses', async () => {
  assert.equal(await seconds("printf '0.5\\n0.25,\\n\\nN/A\\n2.0\\n'"), 2.75);
  assert.equal(await seconds('exit 1'), 7);
  assert.equal(await seconds("printf '0.5\\n'; exit 1"), 7);
  assert.equal(await seconds("printf 'N/A\\n'"), 7);
  // An AVI that was written into a pipe has a number of frames that was never corrected.
  assert.equal(await seconds("printf '0.5\\n0.25\\n'", 'avi', String(2 ** 30)), 0.75);
  assert.equal(await seconds("printf '0.5\\n0.25\\n'", 'avi'), 7);
});

test('what was recorded live plays as long as the times of its packets', async () => {
  for (const format of ['flac', 'matroska,webm']) {
    const stream = '{"index":0,"codec_type":"audio","codec_name":"flac","channels":2}';
    const json = `{"format":{"format_name":"${format}"},"streams":[${stream}]}`;
    const listing = "printf '0.0,0.5\\n0.5,0.25\\n'";
    const script = `#!/bin/sh\ncase "$*" in *packet=pts_time*) ${listing};; *) printf '%s' '${json}';; esac\n`;
    writeFileSync(ffprobe, script, { mode: 0o755 });
    assert.equal((await probe({ ffprobe }, 'a')).seconds, 0.75, format);
  }
});

test('the front cover is told by the kind, the tag or the name that its container gives it', async () => {
  for (const [name, value] of [
    ['comment', 'Cover (front)'],
    ['Cover Art (Front)', 'a.jpg'],
    ['filename', 'cover.jpg'],
    ['filename', 'cover_land.png'],
  ] as const) {
    const picture = { codec_type: 'video', codec_name: 'mjpeg', width: 9, height: 9, disposition: { attached_pic: 1 } };
    const sound = { index: 0, codec_type: 'audio', codec_name: 'wavpack', channels: 2 };
    const streams = [sound, { ...picture, index: 1 }, { ...picture, index: 2, tags: { [name]: value } }];
    const json = JSON.stringify({ format: { format_name: 'wv', duration: '1.0' }, streams });
    // It tells only the tags that are asked for.
    const script = `#!/bin/sh\ncase "$*" in *"${name}"*) printf '%s' '${json}';; *) exit 1;; esac\n`;
    writeFileSync(ffprobe, script, { mode: 0o755 });
    assert.equal((await probe({ ffprobe }, 'a.wv')).cover, 2, name);
  }
});

test('chapters follow each other within the film, each with a name on one line', () => {
  const of = (start_time: string, title?: string) => ({ start_time, ...(title !== undefined && { tags: { title } }) });
  const odd = [
    ...[of('4', ' <i>b\n\u0007c '), of('N/A', 'x'), of('-2', 'a'), of('4.0001', 'same'), of('9', 'end'), of('2')],
  ];
  const cues = [
    '00:00:00.000 --> 00:00:02.000\na\n',
    '00:00:02.000 --> 00:00:04.000\n2\n',
    '00:00:04.000 --> 00:00:09.000\n&lt;i&gt;b c\n',
  ];
  assert.equal(chapterTrack(odd, 9), ['WEBVTT\n', ...cues].join('\n'));
  assert.equal(chapterTrack([], 9), 'WEBVTT\n');
  // The length may be unknown, and a long name is cut between letters.
  const [, cue] = chapterTrack([of('3661.5', '🌊'.repeat(201))], 0).split('\n\n');
  assert.equal(cue, `01:01:01.500 --> 10:00:00.000\n${'🌊'.repeat(200)}\n`);
});
