import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { zipOf } from '../../../core/test/support/zip.ts';
import { findOfficeTools } from '../../src/pictures/office/sandbox.ts';
import type { Rendered } from '../../src/pictures/renderer.ts';
import { SharpRenderer } from '../../src/pictures/renderer-sharp.ts';
import { middle, patiently, planFor, type SourceFile, sourceAt, useRenderer } from './pictures.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const ODT = 'application/vnd.oasis.opendocument.text';
const tools = findOfficeTools();

suite('an Office file', { skip: 'lack' in tools ? tools.lack : false }, () => {
  const { renderer, at } = useRenderer(2);
  const firstPage = async (source: SourceFile) =>
    await renderer.render(planFor(), await renderer.toPdf(source, patiently()), patiently());

  async function file(name: string, content: string | Buffer, mediaType: string): Promise<SourceFile> {
    await writeFile(at(name), content);
    return sourceAt(at(name), { mediaType, category: 2 });
  }

  test('shows its embedded pictures, and none of other files or the network', async () => {
    const red = await sharp({ create: { width: 400, height: 400, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await writeFile(at('secret.png'), red);
    const calls: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url);
      response.end(red);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const pageWith = async (name: string, address: string, parts = {}) =>
      await isRed(await firstPage(await file(name, odt(address, parts), ODT)));
    const shown = await Promise.all([
      pageWith('own.odt', 'Pictures/own.png', { 'Pictures/own.png': red }),
      pageWith('file.odt', pathToFileURL(at('secret.png')).href),
      pageWith('web.odt', `http://127.0.0.1:${port}/secret.png`),
    ]);
    assert.deepEqual(shown, [true, false, false]);
    assert.deepEqual(calls, []);
    server.close();
  });

  test('that unpacks to gigabytes is abandoned within the time and memory limits of a picture', async () => {
    await using small = new SharpRenderer({ processes: 1, seconds: 3, megabytes: 512, queue: 10 });
    const bomb = docx('<w:r><w:t>bomb</w:t></w:r>'.repeat(10_000_000));
    const source = await file('bomb.docx', bomb, WORD);
    await assert.rejects(small.toPdf(source, patiently()), { name: /CannotMake|WorkerDied|WorkerTimeout/ });
  });
});

function docx(content: string): Buffer {
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${WORD}.main+xml"/></Types>`,
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${content}</w:p></w:body></w:document>`,
  });
}

/** A letter with one large picture. */
function odt(address: string, parts: Readonly<Record<string, Buffer>>): Buffer {
  const names = ['content.xml', ...Object.keys(parts)];
  const entry = (name: string) =>
    `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${name.endsWith('png') ? 'image/png' : 'text/xml'}"/>`;
  return zipOf({
    mimetype: ODT,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${ODT}"/>${names.map(entry).join('')}</manifest:manifest>`,
    'content.xml': `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body><office:text><text:p><draw:frame text:anchor-type="as-char" svg:width="15cm" svg:height="20cm"><draw:image xlink:href="${address}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
    ...parts,
  });
}

async function isRed({ bytes }: Rendered): Promise<boolean> {
  const [red = 0, green = 255] = await middle(bytes);
  return red > 200 && green < 100;
}
