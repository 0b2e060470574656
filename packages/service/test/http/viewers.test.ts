import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { openViewers } from '../../src/http/context.ts';
import { copySample } from '../support/sample.ts';

const BOUNDS = { roots: new Map(), formats: null };

describe('viewers', () => {
  const data = newFolder();
  before(async () => {
    await copySample(data);
  });

  test('users with the same groups share the same rights but have their own IDs', async () => {
    await using catalogue = openCatalogue({ directory: data });
    const model = (await catalogue.snapshot()).model;
    const viewers = openViewers();
    const ada = viewers.signedIn(model, { user: 2, groups: [1, 2] }, BOUNDS);
    const bob = viewers.signedIn(model, { user: 3, groups: [2, 1] }, BOUNDS);
    assert.deepEqual([ada.userId, bob.userId], [2, 3]);
    assert.equal(ada.key, bob.key);
    // Computed once.
    assert.equal(ada.canViewNode, bob.canViewNode);
    assert.equal(viewers.of(model, null, BOUNDS).userId, 1);
    assert.notEqual(viewers.of(model, null, BOUNDS).key, ada.key);
    assert.equal(viewers.of(model, 99, BOUNDS).userId, undefined);
  });

  test('cached viewers and viewers of running requests follow the rights of a new revision', async () => {
    await using catalogue = openCatalogue({ directory: data });
    await using writer = openCatalogueWriter({ directory: data });
    const viewers = openViewers();
    const staff = { user: 3, groups: [2] };
    // Another user with these groups comes first, so the viewer shares what was computed.
    viewers.signedIn((await catalogue.snapshot()).model, { ...staff, user: 2 }, BOUNDS);
    const before = viewers.signedIn((await catalogue.snapshot()).model, staff, BOUNDS);
    assert.equal(before.canViewNode(6), true);
    const node = (await catalogue.snapshot()).model.trees.get(6);
    assert.ok(node);
    await writer.change((changes) =>
      changes.put('node', { ...node, access: [{ group: 1, view: true, download: '*' }] }),
    );
    const now = before.at((await catalogue.snapshot()).model);
    assert.deepEqual([now.userId, now.canViewNode(6)], [3, false]);
    assert.equal(viewers.signedIn((await catalogue.snapshot()).model, staff, BOUNDS).canViewNode(6), false);
    assert.equal(before.at((await catalogue.snapshot()).model).at((await catalogue.snapshot()).model).userId, 3);
  });
});
