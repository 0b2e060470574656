import type { BundleNode } from '../bundle.ts';
import type { PaletteName } from '../drawing/palettes.ts';
import { createRandom } from '../drawing/random.ts';
import { FIELD } from '../story/fields.ts';
import { KEYWORD } from '../story/keywords.ts';
import { COLLEAGUES, CREATORS } from '../story/people.ts';
import { PLACES } from '../story/places.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import type { Days } from './days.ts';
import { type Entry, pixels, type Scope, sample, slug } from './entry.ts';
import { makeCaption } from './facts.ts';
import { keywordPaths } from './keyword-paths.ts';
import { uploadAge } from './views.ts';

const LIGHTS: readonly PaletteName[] = ['golden', 'noon', 'rose', 'mist', 'autumn', 'spring'];

/** The team, one portrait each. */
export function makePortraits(nodes: readonly BundleNode[], scope: Scope, days: Days): Entry[] {
  const creator = CREATORS[4];
  if (creator === undefined) throw new Error('nobody to credit');
  return sample(COLLEAGUES, scope).map((colleague) => {
    const index = COLLEAGUES.indexOf(colleague);
    const key = `portrait-${index}`;
    const { name: person, job, look } = colleague;
    const ago = uploadAge(createRandom(key).next());
    const title = words(`${person}, ${job.en}`, `${person}, ${job.de}`);
    const description = words(`${person} works as ${job.en} at Velmara.`, `${person} arbeitet bei Velmara: ${job.de}.`);
    const keywords = [KEYWORD.people, KEYWORD.illustration, creator.node];
    const caption = makeCaption(
      key,
      { title, description },
      PLACES.ardenau,
      creator,
      { hour: 11 },
      keywordPaths(nodes, keywords),
      ago,
      days,
    );
    const name = `portrait_${slug(person)}.jpg`;
    const path = `pictures/portraits/${name}`;
    return {
      key,
      path,
      name,
      type: 'portrait',
      ago,
      uploadedBy: USER.leyla,
      nodes: [27, ...(index % 4 === 0 ? [71] : []), ...keywords],
      infofields: {
        [FIELD.title]: title,
        [FIELD.description]: description,
        [FIELD.alternative]: words(`Portrait of ${person}`, `Porträt von ${person}`),
        [FIELD.creator]: [creator.node],
        [FIELD.copyright]: caption.copyright,
        [FIELD.licence]: 2,
        [FIELD.cleared]: index % 3 !== 0,
        [FIELD.topics]: [KEYWORD.people],
      },
      picture: {
        scene: 'portrait',
        variant: look,
        palette: LIGHTS[index % LIGHTS.length] ?? 'golden',
        seed: `${key}/${person}`,
        width: pixels(880, scope),
        height: pixels(1100, scope),
        path,
        treatment: 'plain',
        caption,
      },
      ...(index === 1 ? { validForDays: 90 } : {}),
    } satisfies Entry;
  });
}
