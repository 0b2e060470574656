/** Shows where the terms of a search are in the text of a file. */
import type { FileText } from './file-text.ts';
import type { TextTerm } from './full-text.ts';
import { type Match, matchesIn, soughtIn } from './text-matches.ts';

/** A part of a text, with the places of terms in it as UTF-16 units. */
export interface Snippet {
  readonly text: string;
  readonly marks: readonly (readonly [start: number, end: number])[];
  /** From 0; null in a text without pages. */
  readonly page: number | null;
}

const MAX_SNIPPETS = 3;
/** Longest snippet in UTF-16 units. */
const MAX_LENGTH = 200;
/** Matches that are close together are shown together, with some text around them. */
const MAX_SPAN = 140;
/** So many matches are enough to choose from, and of one term, which is everywhere the same, these. */
const MAX_MATCHES = 300;
const MAX_OF_ONE = 30;
/** How far the end of a snippet moves to a blank. */
const MAX_TO_BLANK = 24;

/**
 * Returns up to three snippets of a text, in its order: where most different terms are together, then the first. Terms
 * that are excluded, or are not sought in the text, are not marked.
 */
export function snippetsOf({ pages, hasPages }: FileText, terms: readonly TextTerm[]): readonly Snippet[] {
  const sought = soughtIn(terms);
  const most = sought.length === 1 ? MAX_OF_ONE : MAX_MATCHES;
  const groups = together(matchesIn(pages, sought).take(most));
  const best = groups
    .map((matches, place) => ({ matches, place, terms: new Set(matches.map(({ term }) => term)).size }))
    .sort((a, b) => b.terms - a.terms || a.place - b.place)
    .slice(0, MAX_SNIPPETS)
    .sort((a, b) => a.place - b.place);
  return best.flatMap(({ matches }) => {
    const page = (matches[0] as Match).page;
    const snippet = cutOut(pages[page] as string, matches);
    return snippet.marks.length === 0 ? [] : [{ ...snippet, page: hasPages ? page : null }];
  });
}

/** Groups matches of one page that a snippet can show together. */
function together(matches: Iterable<Match>): readonly (readonly Match[])[] {
  const groups: Match[][] = [];
  for (const match of matches) {
    const first = groups.at(-1)?.[0];
    const isNear = first?.page === match.page && match.end - first.start <= MAX_SPAN;
    if (isNear) groups.at(-1)?.push(match);
    else groups.push([match]);
  }
  return groups;
}

/** Cuts the matches out of the text, with as much around them as has room, at blanks if some are near. */
export function cutOut(text: string, matches: readonly Omit<Match, 'term'>[]): Pick<Snippet, 'text' | 'marks'> {
  const first = Math.min(...matches.map(({ start }) => start));
  const last = Math.max(...matches.map(({ end }) => end));
  const around = Math.max(0, MAX_LENGTH - (last - first));
  const from = startNear(text, Math.max(0, first - Math.floor(around / 2)), first);
  const to = endNear(text, Math.min(text.length, from + MAX_LENGTH), Math.min(last, from + MAX_LENGTH));
  const cut = text.slice(from, Math.max(from, to));
  const start = from + cut.length - cut.trimStart().length;
  const shown = cut.trim();
  const marks: [number, number][] = [];
  for (const match of matches.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const mark: [number, number] = [match.start - start, Math.min(match.end - start, shown.length)];
    const before = marks.at(-1);
    if (mark[0] >= mark[1]) continue;
    if (before && mark[0] < before[1]) before[1] = Math.max(before[1], mark[1]);
    else marks.push(mark);
  }
  return { text: shown, marks };
}

/** Returns where to begin: after a blank if one is near, and never within a character. At most `most`. */
function startNear(text: string, at: number, most: number): number {
  if (at === 0) return 0;
  for (let i = at; i <= Math.min(most, at + MAX_TO_BLANK); i++) if (/\s/.test(text[i - 1] ?? '')) return i;
  let start = at;
  while (start < most && isWithinCharacter(text, start)) start += 1;
  return start;
}

/** Returns where to end: before a blank if one is near, but after `least`, and never within a character. */
function endNear(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length;
  for (let i = at; i >= Math.max(least, at - MAX_TO_BLANK); i--) if (/\s/.test(text[i] ?? '')) return i;
  let end = at;
  while (end > 0 && isWithinCharacter(text, end)) end -= 1;
  return end;
}

/** What belongs to the character before it: marks, joiners, skin tones, tags, parts of a Hangul syllable. */
const CONTINUES =
  /^(?:\u200C|\u200D|[\p{M}\p{Emoji_Modifier}\uFF9E\uFF9F\u{E0020}-\u{E007F}\u1160-\u11FF\uD7B0-\uD7FB])/u;
/** Signs that join the letters of Indic scripts before and after them. */
const JOINS = /[\u200D\u094D\u09CD\u0ACD\u0B4D\u0C4D\u0D4D]/;
const FLAG_HALF = /^\p{RI}/u;

/** Returns true if cutting here would part a surrogate pair or a sequence that is one character for readers. */
function isWithinCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const unit = text.charCodeAt(at);
  const isPair =
    unit >= 0xdc00 && unit < 0xe000 && text.charCodeAt(at - 1) >= 0xd800 && text.charCodeAt(at - 1) < 0xdc00;
  if (isPair) return true;
  const rest = text.slice(at, at + 2);
  if (CONTINUES.test(rest) || JOINS.test(text[at - 1] ?? '') || (rest[0] === '\n' && text[at - 1] === '\r'))
    return true;
  if (!FLAG_HALF.test(rest)) return false;
  // Flags are pairs: within one if an odd number of halves is before.
  let halves = 0;
  while (at - 2 * halves >= 2 && FLAG_HALF.test(text.slice(at - 2 * halves - 2, at - 2 * halves))) halves += 1;
  return halves % 2 === 1;
}
