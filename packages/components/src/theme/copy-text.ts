/** Copies a text. Resolves with false if the page may not: over plain HTTP, or in a frame without the permission. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
