import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImageRequest, type RequestingImage } from '../src/grid/while-wanted.ts';

/** An image that is still being loaded. As in browsers, one without an address has nothing to load. */
function loadingImage(src: string) {
  const attributes = new Map([['src', src]]);
  const image = {
    hasArrived: false,
    get complete() {
      return image.hasArrived || !attributes.has('src');
    },
    getAttribute: (name: string) => attributes.get(name) ?? null,
    hasAttribute: (name: string) => attributes.has(name),
    removeAttribute: (name: string) => void attributes.delete(name),
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
  };
  return image satisfies RequestingImage;
}

test('the request of an unwanted image is ended once, and sent again when the image is wanted', () => {
  const image = loadingImage('/1');
  const want = openImageRequest(image);
  want(true);
  assert.equal(image.getAttribute('src'), '/1');
  want(false);
  want(false);
  assert.equal(image.getAttribute('src'), null);
  want(true);
  assert.equal(image.getAttribute('src'), '/1');
});

test('an image that has arrived keeps its address', () => {
  const image = loadingImage('/1');
  image.hasArrived = true;
  openImageRequest(image)(false);
  assert.equal(image.getAttribute('src'), '/1');
});

test('an image that has another address meanwhile keeps it, and the old address does not come back', () => {
  const image = loadingImage('/1');
  const want = openImageRequest(image);
  want(false);
  image.setAttribute('src', '/2');
  want(true);
  assert.equal(image.getAttribute('src'), '/2');
  image.removeAttribute('src');
  want(true);
  assert.equal(image.getAttribute('src'), null);
});
