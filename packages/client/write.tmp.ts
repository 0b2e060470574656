import { writeFileSync } from 'node:fs';
import { interfaceModule } from './scripts/interface.ts';

writeFileSync(new URL('./src/interface.ts', import.meta.url), interfaceModule());
