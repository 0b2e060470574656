// Examples that run on the page that shows them. In the text they are one piece, as people copy them; the pages allow no
// scripts and styles inline, so those become files beside the page.

/** An example in the parts that a strict content security policy accepts. */
export interface ExampleParts {
  /** Elements, and scripts that other files hold. */
  readonly html: string;
  /** The script that stands inline; empty without one. */
  readonly script: string;
  /** The styles that stand inline; empty without any. */
  readonly style: string;
}

/** The address of the service in the text of examples. */
export const EXAMPLE_SERVICE = 'http://localhost:8080/';

/** Takes an example apart. `service` replaces the address of the service. */
export function partsOfExample(text: string, service: string): ExampleParts {
  const script: string[] = [];
  const style: string[] = [];
  const html = text
    .replaceAll(EXAMPLE_SERVICE, service)
    .replaceAll(/<script type="module">\n?([\s\S]*?)<\/script>\n?/g, (_, content: string) => {
      script.push(content);
      return '';
    })
    .replaceAll(/<style>\n?([\s\S]*?)<\/style>\n?/g, (_, content: string) => {
      style.push(content);
      return '';
    });
  return { html: html.trim(), script: script.join('\n'), style: style.join('\n') };
}
