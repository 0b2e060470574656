import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram, type MissingTool } from '../../../core/src/platform/find-program.ts';

const PATIENCE_MILLISECONDS = 10_000;

const TESSERACT_NAME = 'tesseract';

const NO_TESSERACT: MissingTool = {
  tool: TESSERACT_NAME,
  consequence: 'Text in pictures and on scanned pages is not recognised, although text.ocr asks for it.',
};

/** What is reported as missing when text shall be recognised. */
export function missingForOcr(): readonly MissingTool[] {
  return findProgram(TESSERACT_NAME) === undefined ? [NO_TESSERACT] : [];
}

/** The installed program that recognises text. */
export interface Tesseract {
  /** Absolute path. */
  readonly path: string;
  readonly version: string;
  /** Languages whose data are installed, as the program names them. */
  readonly languages: readonly string[];
}

/** Finds tesseract on the PATH; undefined if it is not there or does not start. */
export async function findTesseract(): Promise<Tesseract | undefined> {
  const path = findProgram(TESSERACT_NAME);
  if (path === undefined) return undefined;
  try {
    const ask = async (option: string) => {
      const { stdout, stderr } = await promisify(execFile)(path, [option], { timeout: PATIENCE_MILLISECONDS });
      return stdout || stderr;
    };
    const version = /tesseract v?(\S+)/.exec(await ask('--version'))?.[1] ?? '';
    const lines = (await ask('--list-langs')).split('\n').slice(1);
    return { path, version, languages: lines.map((line) => line.trim()).filter((line) => /^[\w/]+$/.test(line)) };
  } catch {
    return undefined;
  }
}

/** Names of languages that the program derives from those of Unicode, where it doesn't use their three letters. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'ara',
  az: 'aze',
  be: 'bel',
  bg: 'bul',
  bn: 'ben',
  bs: 'bos',
  ca: 'cat',
  cs: 'ces',
  cy: 'cym',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  eo: 'epo',
  es: 'spa',
  et: 'est',
  eu: 'eus',
  fa: 'fas',
  fi: 'fin',
  fr: 'fra',
  ga: 'gle',
  gl: 'glg',
  he: 'heb',
  hi: 'hin',
  hr: 'hrv',
  hu: 'hun',
  hy: 'hye',
  id: 'ind',
  is: 'isl',
  it: 'ita',
  ja: 'jpn',
  ka: 'kat',
  kk: 'kaz',
  ko: 'kor',
  la: 'lat',
  lb: 'ltz',
  lt: 'lit',
  lv: 'lav',
  mk: 'mkd',
  ms: 'msa',
  mt: 'mlt',
  nb: 'nor',
  nl: 'nld',
  nn: 'nor',
  no: 'nor',
  oc: 'oci',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sk: 'slk',
  sl: 'slv',
  sq: 'sqi',
  sr: 'srp',
  sv: 'swe',
  ta: 'tam',
  te: 'tel',
  th: 'tha',
  tr: 'tur',
  uk: 'ukr',
  ur: 'urd',
  uz: 'uzb',
  vi: 'vie',
  yi: 'yid',
  zh: 'chi_sim',
};

/** Returns the names of the languages that are wanted and installed, and of those that are not. Without any, English is taken. */
export function usableLanguages(
  tags: readonly string[],
  { languages: installed }: Pick<Tesseract, 'languages'>,
): { readonly languages: readonly string[]; readonly missing: readonly string[] } {
  const wanted = [...new Set(tags.map(tesseractLanguage))];
  // A program that doesn't list them may have them.
  if (installed.length === 0) return { languages: wanted, missing: [] };
  const missing = wanted.filter((language) => !installed.includes(language));
  const found = wanted.filter((language) => installed.includes(language));
  return { languages: found.length > 0 || !installed.includes('eng') ? found : ['eng'], missing };
}

/** Returns the program's name of a language, by its tag. */
export function tesseractLanguage(tag: string): string {
  if (/^zh-(?:hant|tw|hk|mo)\b/i.test(tag)) return 'chi_tra';
  const [language = ''] = tag.toLowerCase().split(/[-_]/);
  return NAMES[language] ?? language;
}
