/**
 * The message of the page if its own scripts do not arrive, and the label of its button. They are not among the texts of the
 * elements because those would not arrive either.
 */
const TEXTS: Readonly<Record<string, readonly [text: string, button: string]>> = {
  en: ['The page could not be loaded. Check the connection.', 'Load again'],
  de: ['Die Seite konnte nicht geladen werden. Prüfen Sie die Verbindung.', 'Neu laden'],
  fr: ['La page n’a pas pu être chargée. Vérifiez la connexion.', 'Recharger'],
  es: ['No se ha podido cargar la página. Compruebe la conexión.', 'Volver a cargar'],
  it: ['Impossibile caricare la pagina. Controllare la connessione.', 'Ricarica'],
};

/** Shows why the page is empty, in the first of these languages that has a message, with a button that reloads the page. */
export function showStartFailure(locales: readonly string[]): void {
  const languages = [...locales.map((tag) => tag.slice(0, 2).toLowerCase()), 'en'];
  const language = languages.find((each) => TEXTS[each]) ?? 'en';
  const [text, label] = TEXTS[language] ?? [];
  const main = document.createElement('main');
  const heading = main.appendChild(document.createElement('h1'));
  const button = main.appendChild(document.createElement('button'));
  document.documentElement.lang = language;
  heading.textContent = text ?? '';
  button.textContent = label ?? '';
  button.addEventListener('click', () => location.reload());
  document.body.replaceChildren(main);
}
