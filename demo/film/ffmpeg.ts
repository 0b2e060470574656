import { spawn } from 'node:child_process';

/** What is encoded: raw pictures (red, green, blue) of one size, and how many of them make a second. */
export interface FrameFeed {
  readonly width: number;
  readonly height: number;
  readonly perSecond: number;
  readonly frames: AsyncIterable<Uint8Array>;
}

/** Encodes the frames as MP4 with H.264 into `target`. Throws where this ffmpeg can't. */
export async function encodeMp4(ffmpeg: string, feed: FrameFeed, target: string, signal: AbortSignal): Promise<void> {
  const { width, height, perSecond } = feed;
  const size = `${width}x${height}`;
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-r', String(perSecond), '-i', 'pipe:0'];
  const output = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-crf',
    '23',
    '-pix_fmt',
    'yuv420p',
    '-threads',
    '1',
    '-fflags',
    '+bitexact',
    '-flags',
    '+bitexact',
    '-movflags',
    '+faststart',
  ];
  const child = spawn(ffmpeg, ['-v', 'error', '-y', ...input, ...output, target], {
    stdio: ['pipe', 'ignore', 'ignore'],
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', reject);
  child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with status ${code}`))));
  child.stdin.on('error', () => undefined);
  const feeding = (async () => {
    for await (const frame of feed.frames) {
      if (!child.stdin.write(frame))
        await Promise.race([promise, new Promise((drained) => child.stdin.once('drain', drained))]);
      if (child.exitCode !== null) return;
    }
    child.stdin.end();
  })();
  await Promise.all([promise, feeding]);
}
