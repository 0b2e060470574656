import { html } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type PictureSource, pictureAddress } from '../catalogue/pictures.ts';

/** Draws a picture in an `<img>` of its own: one that is used again shows its former picture until the new one has come. */
export function ownPicture(source: PictureSource, className = ''): unknown {
  const key = typeof source === 'string' ? source : source.key;
  return keyed(key, html`<img class=${className} alt="" draggable="false" src=${pictureAddress(source)} />`);
}
