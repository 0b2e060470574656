/** The same words in both languages of the demo. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

/** Words in English and German. */
export const words = (en: string, de: string): Words => ({ en, de });
