/** Reads what an e-mail says: who wrote what to whom, without attachments. */
import PostalMime, { type Address } from 'postal-mime';
import type { GrowingText } from './growing-text.ts';
import { readHtml } from './html-text.ts';

/** Parts within each other, after which a mail is refused. */
const MAX_LEVELS = 20;

/** Reads the message and those that it forwards. */
export async function readMail(bytes: Buffer, text: GrowingText): Promise<void> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: MAX_LEVELS });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])].map(named);
  text.add(`${[mail.subject ?? '', ...people, mail.date ?? ''].join('\n')}\n\n`);
  // Both say the same.
  if (mail.text) text.add(mail.text);
  else if (mail.html) await readHtml([Buffer.from(`\ufeff${mail.html}`)], text);
}

function named(person: Address | undefined): string {
  return [person?.name, person?.address, ...(person?.group ?? []).map(named)].filter(Boolean).join(' ');
}
