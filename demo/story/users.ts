import { words } from './words.ts';

/** IDs of the groups. */
export const GROUP = { everybody: 1, partners: 2, editors: 3 } as const;

/** Who may be given access. */
export const GROUPS = [
  { id: GROUP.everybody, name: words('Everybody', 'Alle') },
  { id: GROUP.partners, name: words('Partners', 'Partner') },
  { id: GROUP.editors, name: words('Editors', 'Redaktion') },
] as const;

/** IDs of the users. */
export const USER = { visitor: 1, leyla: 2, amara: 3, partner: 4, mira: 5 } as const;

/** Requests without a token act as the visitor. */
export const USERS = [
  { id: USER.visitor, name: 'Visitor', groups: [GROUP.everybody], service: true },
  { id: USER.leyla, name: 'Leyla Aydin', groups: [GROUP.everybody, GROUP.editors] },
  { id: USER.amara, name: 'Amara Diallo', groups: [GROUP.everybody, GROUP.editors, GROUP.partners] },
  { id: USER.partner, name: 'Hotel Seeblick', groups: [GROUP.everybody, GROUP.partners] },
  { id: USER.mira, name: 'Mira Lenhardt', groups: [GROUP.everybody, GROUP.editors] },
] as const;
