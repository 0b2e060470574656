import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPaths } from '../../src/inspect/warnings.ts';

const file = { path: '/srv/data of abs/originals/7f/cc/7fcc', name: 'Plan $& A.pdf' };

test('a warning has the file name of the user, and no path of this machine', () => {
  const cases = [
    ['Not supported: /srv/data of abs/originals/7f/cc/7fcc.', 'Not supported: Plan $& A.pdf.'],
    ['Error: /tmp/abs-metadata-x1/77.pdf is odd', 'Error: … is odd'],
    ["no such file 'C:\\data\\originals\\7f'", "no such file '…'"],
    ['found application/x-a, audio/vnd.dolby.dd-raw and 3/4', 'found application/x-a, audio/vnd.dolby.dd-raw and 3/4'],
    ['The content (image/jpeg) is not what .pdf promises.', 'The content (image/jpeg) is not what .pdf promises.'],
    ['a </svg> is lacking', 'a </svg> is lacking'],
  ];
  for (const [text = '', expected] of cases) assert.equal(withoutPaths(text, file), expected);
});
