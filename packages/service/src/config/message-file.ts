import { readFileSync } from 'node:fs';
import { parseJson } from '../../../core/src/domain/json-text.ts';
import type { MessageTexts } from '../../../core/src/domain/messages.ts';
import { isObject } from '../../../core/src/domain/values.ts';

/** Reads a message file: a JSON object language -> key -> text. Throws an error that begins with the path if it is invalid. */
export function readMessages(path: string): MessageTexts {
  const value = parse(path);
  const isTexts = (each: unknown) => isObject(each) && Object.values(each).every((text) => typeof text === 'string');
  if (!isObject(value) || !Object.values(value).every(isTexts)) {
    throw new Error(`${path}: a message file is an object of languages, each an object of texts by key`);
  }
  const wrong = Object.keys(value).find((language) => !isLanguageTag(language));
  if (wrong !== undefined) throw new Error(`${path}: "${wrong.slice(0, 100)}" is not a language tag like en or de-CH`);
  return value as MessageTexts;
}

function parse(path: string): unknown {
  try {
    return parseJson(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path}: this message file can't be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}
