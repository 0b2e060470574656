import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { probe } from '../../src/ffmpeg/probe.ts';

const ffprobe = join(newFolder(), 'ffprobe');

/** How long a bare stream plays if ffprobe guesses 7 seconds and runs `listing` for its packets. */
async function seconds(listing: string): Promise<number> {
  const stream = '{"index":0,"codec_type":"audio","codec_name":"aac","channels":2}';
  const json = `{"format":{"format_name":"aac","duration":"7.0"},"streams":[${stream}]}`;
  const script = `#!/bin/sh\ncase "$*" in *packet=duration_time*) ${listing};; *) printf '%s' '${json}';; esac\n`;
  writeFileSync(ffprobe, script, { mode: 0o755 });
  return (await probe({ ffprobe }, 'a.aac')).seconds;
}

test('a bare stream plays as long as its packets, else as long as ffprobe guesses', async () => {
  assert.equal(await seconds("printf '0.5\\n0.25,\\n\\nN/A\\n2.0\\n'"), 2.75);
  assert.equal(await seconds('exit 1'), 7);
  assert.equal(await seconds("printf '0.5\\n'; exit 1"), 7);
  assert.equal(await seconds("printf 'N/A\\n'"), 7);
});
