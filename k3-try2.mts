import sharp from 'sharp'; import { writeFileSync } from 'node:fs';
const j = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#468' } }).jpeg().toBuffer();
console.log(j.subarray(0,24).toString('hex')); j.set([1,0,120,0,120],13); writeFileSync('/tmp/w/k3s/u.jpg', j);
