import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ffmpeg, media, withoutMedia } from '../playback/recordings.ts';
import { useSizes } from './told-and-drawn.ts';

suite('the size of a preview before it is drawn', () => {
  const { at, toldOf, sizeOf } = useSizes(media);

  const SINE = ['-f', 'lavfi', '-i', 'sine=440:d=1'];
  const COVER = ['-f', 'lavfi', '-i', 'color=red:s=300x200:d=0.1', '-map', '0:a', '-map', '1:v', '-frames:v', '1'];
  const films: [name: string, recipe: readonly string[], size: string][] = [
    ['bars.wav', SINE, '1024x576'],
    ['covered.mp3', [...SINE, ...COVER, '-c:v', 'png', '-disposition:v', 'attached_pic'], '300x200'],
    ['film.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=320x180:d=1', '-pix_fmt', 'yuv420p'], '320x180'],
  ];
  test('is that of the poster, of a cover or of a waveform', { skip: withoutMedia }, async () => {
    for (const [name, recipe, size] of films) {
      ffmpeg([...recipe, at(name)]);
      assert.deepEqual([await toldOf(at(name)), await sizeOf(at(name))], [size, size], name);
    }
  });
});
