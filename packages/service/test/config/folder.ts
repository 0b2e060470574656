import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { loadConfig, type SettingOptions } from '../../src/config/load.ts';
import { ConfigError, type Problem } from '../../src/config/problems.ts';
import type { Config } from '../../src/config/settings.ts';
import { SIGNING_SECRET } from './samples.ts';

/** Sources of settings. `file` is the text of abs.config.json, or a value to write there as JSON. */
export interface Said {
  readonly file?: unknown;
  readonly environment?: Readonly<Record<string, string>>;
  readonly options?: SettingOptions;
  readonly checksFiles?: boolean;
}

/** A working directory of its own, with `key.pem`, `empty.pem`, `sign.key`, `logo.svg` and `texts.json` in it. */
export interface Folder extends AsyncDisposable {
  readonly path: string;
  load(said?: Said): Promise<Config>;
  /** The problems of these settings; empty if they are accepted. */
  problems(said: Said): Promise<readonly Problem[]>;
}

export async function openFolder(): Promise<Folder> {
  const path = newFolder();
  await writeFile(join(path, 'key.pem'), 'KEY\n');
  await writeFile(join(path, 'empty.pem'), '\n');
  await writeFile(join(path, 'hook.secret'), `whsec_${SIGNING_SECRET.toString('base64')}\n`);
  await writeFile(join(path, 'sign.key'), Buffer.concat([SIGNING_SECRET, Buffer.from('\r\n')]));
  await writeFile(join(path, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(path, 'texts.json'), '{"de": {"page.name": "Bilder"}}');

  async function load({ file, environment = {}, options = {}, checksFiles = false }: Said = {}): Promise<Config> {
    const target = join(path, 'abs.config.json');
    await rm(target, { force: true });
    if (file !== undefined) await writeFile(target, typeof file === 'string' ? file : JSON.stringify(file));
    return loadConfig({ environment, options, directory: path, checksFiles });
  }

  return {
    path,
    load,
    async problems(said) {
      try {
        await load(said);
        return [];
      } catch (error) {
        if (error instanceof ConfigError) return error.problems;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

/** A value under a key path, as the file has it: `nest('a.b', 1)` is `{ a: { b: 1 } }`. */
export function nest(key: string, value: unknown): unknown {
  return key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value);
}

/** The value at a key path of a configuration. */
export function at(config: object, key: string): unknown {
  return key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}
