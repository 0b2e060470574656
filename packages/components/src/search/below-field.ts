import { LaterPart, type Updatable } from '../catalogue/later-part.ts';

/** What draws, loads and finds the options below a search field, and draws the help. */
type Parts = Pick<typeof import('./option-list.ts'), 'optionList'> &
  Pick<typeof import('./suggestions.ts'), 'loadSuggestions'> &
  Pick<typeof import('./find-suggested.ts'), 'findSuggested'> &
  Pick<typeof import('./syntax-help.ts'), 'syntaxHelp'>;

/** What is below a search field. Its scripts load when the person comes to the field, which searches without them, too. */
export class BelowField extends LaterPart {
  /** Undefined until they have loaded. */
  parts: Parts | undefined;

  /** `host` is updated when they have loaded. */
  constructor(host: Updatable) {
    super(host, async () => {
      const [{ optionList }, { loadSuggestions }, { findSuggested }, { syntaxHelp }] = await Promise.all([
        import('./option-list.ts'),
        import('./suggestions.ts'),
        import('./find-suggested.ts'),
        import('./syntax-help.ts'),
      ]);
      this.parts = { optionList, loadSuggestions, findSuggested, syntaxHelp };
    });
  }
}
