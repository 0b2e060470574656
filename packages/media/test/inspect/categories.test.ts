import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_CATEGORIES } from '../../../core/src/domain/file-properties.ts';
import { categoryOfExtension, categoryOfMediaType, extensionOf } from '../../src/inspect/categories.ts';

test('a record has the category of its extension', () => {
  const expected: Record<keyof typeof FILE_CATEGORIES, string> = {
    ...{ image: 'jpg JPG png tif svg psd psb ai eps heic nef cr3 dng arw raf webp avif tga exr' },
    ...{ document: 'pdf docx xlsx pptx doc odt rtf epub indd idml key', video: 'mp4 mov mxf mkv webm avi m2ts ts' },
    ...{ audio: 'mp3 wav flac m4a ogg aiff', text: 'txt md csv html xml json srt vtt ass smi sub sbv lrc' },
    ...{ '3d': 'glb gltf obj stl ply fbx 3mf dae usdz step stp', unknown: 'zip exe xyzzy __proto__ constructor' },
  };
  for (const [name, extensions] of Object.entries(expected)) {
    for (const extension of ['', ...extensions.split(' ')].slice(1))
      assert.equal(categoryOfExtension(extension), FILE_CATEGORIES[name as keyof typeof FILE_CATEGORIES], extension);
  }
  assert.equal(categoryOfExtension(''), FILE_CATEGORIES.unknown);
});

test('a media type has the category that people expect', () => {
  const expected: readonly (readonly [string, keyof typeof FILE_CATEGORIES])[] = [
    ['image/svg+xml', 'image'],
    ['application/eps', 'image'],
    ['application/postscript', 'document'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'document'],
    ['application/x-indesign', 'document'],
    ['application/mxf', 'video'],
    ['image/mj2', 'video'],
    ['application/json', 'text'],
    ['text/x-ssa', 'text'],
    ['model/gltf-binary', '3d'],
    ['application/x-ft-fbx', '3d'],
    ['application/zip', 'unknown'],
    ['font/woff2', 'unknown'],
  ];
  for (const [mediaType, name] of expected)
    assert.equal(categoryOfMediaType(mediaType), FILE_CATEGORIES[name], mediaType);
});

test('the extension is the part of a name after the last dot', () => {
  const expected: Record<string, string> = {
    ...{ 'a.JPG': 'jpg', 'a.tar.gz': 'gz', 'folder.d/a': '', 'folder.d\\a.b/c.JPG': 'jpg', 'folder/.hidden': '' },
    ...{ '.hidden': '', 'a.': '', 'a..jpg': 'jpg', '..jpg': '', 'a.b c': '', a: '', '': '' },
  };
  for (const [name, extension] of Object.entries(expected)) assert.equal(extensionOf(name), extension, name);
  // Takes no longer than others.
  for (const letter of ['a', '.', 'a.', '/']) assert.equal(extensionOf(`${letter.repeat(200_000)} `), '', letter);
});
