/**
 * PostgreSQL stores every character but NUL. In columns of type `text` the rare control character SUB introduces an
 * escape, so that both can be stored: SUB 0 stands for NUL, SUB 1 for SUB.
 */
const SUB = '\x1a';

/** Returns the text as the database stores it. */
export function escapeNul(text: string): string {
  if (!text.includes('\0') && !text.includes(SUB)) return text;
  return text.replaceAll(SUB, `${SUB}1`).replaceAll('\0', `${SUB}0`);
}

/** Returns the text that `escapeNul` was given. */
export function unescapeNul(stored: string): string {
  if (!stored.includes(SUB)) return stored;
  return stored.replaceAll(`${SUB}0`, '\0').replaceAll(`${SUB}1`, SUB);
}
