import type { AssetDetails } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { choose, type Pictured } from '../catalogue/given-pictures.ts';

/** The picture of an asset as attributes of an `<img>`, from whose widths browsers choose. */
export interface WebPicture {
  readonly src: string;
  readonly srcset: string;
  /** As wide as the window, but not wider than a column of text. */
  readonly sizes: string;
  /** Pixels of `src`. */
  readonly width: number;
  readonly height: number;
}

/** Maximum width in pixels at which a page shows the picture, unless it sets `sizes` itself. */
const COLUMN = 800;

/** What the service adds to an address to sign it. A page that keeps the address must sign it anew, because signatures end. */
const SIGNATURE = /&user=\d+(?:&groups=[\d,]*)?&expires=\d+&key=[^&\s]*&signature=[\w-]*/g;

/** Returns the picture that a page can keep; undefined if the service gives none in several widths. */
export function webPicture({ client }: Pick<Catalogue, 'client'>, { picture }: Pictured): WebPicture | undefined {
  if (!picture?.srcset) return undefined;
  const { width, height } = picture;
  const { src, srcset } = choose(picture, 0, client.base);
  const widest = Math.min(width, COLUMN);
  return {
    ...{ src: src.replace(SIGNATURE, ''), srcset: srcset.replaceAll(SIGNATURE, '') },
    ...{ sizes: `(max-width: ${widest}px) 100vw, ${widest}px`, width, height },
  };
}

/** The line to name with a picture: what its rights say of the credit, else its creators, else its copyright; empty without any. */
export function creditOf({ rights }: Pick<AssetDetails, 'rights'>): string {
  return rights?.credit || rights?.creator?.join(', ') || rights?.copyright || '';
}

/** The picture as HTML, with its alternative text and the line below it. */
export function pictureHtml(picture: WebPicture, alt: string, credit: string): string {
  const attributes = Object.entries({ ...picture, alt }).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const image = `<img${attributes.join('')}>`;
  return credit ? `<figure>${image}<figcaption>${escaped(credit)}</figcaption></figure>` : image;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
