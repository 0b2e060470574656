import { rowsOf, words } from './words.ts';

/** IDs of the information fields. */
export const FIELD = {
  ...{ title: 100, description: 101, alternative: 102, creator: 103, copyright: 104, captured: 105, place: 106 },
  ...{ season: 107, licence: 108, cleared: 109, rating: 110, usage: 111, article: 112, price: 113 },
  ...{ colour: 114, topics: 115, latitude: 116, longitude: 117, about: 200, keeper: 201 },
  ...{ openSince: 202, altitude: 203, publicTransport: 204, condition: 205, seeAlso: 206, remark: 300 },
} as const;

/**
 * One field per line: ID, the objects it applies to, its type and the options of the type (for references: root,
 * whether the root can be selected, maximum number of selections); name; items; description. English comes before
 * German.
 */
const TABLE = `
100 asset text localized | Title | Titel |  | One line that says what is seen. | Eine Zeile, die sagt, was zu sehen ist.
101 asset text localized multiline | Description | Beschreibung
102 asset text localized | Alternative text | Alternativtext |  | For people who can’t see the picture. | Für Menschen, die das Bild nicht sehen können.
103 asset node_reference 3500 false 1 | Creator | Urheber
104 asset text | Copyright | Copyright
105 asset date | Date taken | Aufnahmedatum
106 asset node_reference 3000 false 1 | Place | Ort
107 asset dropdown | Season | Jahreszeit | Spring/Frühling, Summer/Sommer, Autumn/Herbst, Winter/Winter
108 asset dropdown | Permitted use | Verwendung | Free use with credit/Frei mit Namensnennung, Editorial use only/Nur redaktionell, On request/Auf Anfrage, Internal/Intern | What others may do with it. | Was andere damit tun dürfen.
109 asset checkbox | Cleared for print | Für den Druck freigegeben
110 asset number | Editors’ rating | Bewertung der Redaktion |  | 1 to 5, in halves. | 1 bis 5, in halben Schritten.
111 asset text localized multiline | Terms of use | Nutzungshinweis
112 asset text | Article number | Artikelnummer
113 asset number | Price (EUR) | Preis (EUR)
114 asset dropdown | Colour | Farbe | ochre/Ocker, fir green/Tannengrün, glacier blue/Gletscherblau, rust red/Rostrot, snow white/Schneeweiß, night blue/Nachtblau, evening rose/Abendrosa, slate grey/Schiefergrau
115 asset node_reference 3100 true -1 | Topics | Themen
116 asset number | Latitude | Geografische Breite
117 asset number | Longitude | Geografische Länge
200 node text localized multiline | About | Über
201 node text | Looked after by | Betreut von
202 node date | Since | Seit
203 node number | Metres above sea level | Meter über dem Meer
204 node checkbox | Reached by bus | Mit dem Bus erreichbar
205 node dropdown | Open | Geöffnet | All year/Ganzjährig, May to October/Mai bis Oktober, Closed for repairs/Wegen Arbeiten geschlossen
206 node node_reference 3000 false 3 | See also | Siehe auch
300 asset+node text localized | Remark | Bemerkung
`;

/** All information fields. They cover every type, for assets, for nodes and for both. */
export const FIELDS = rowsOf(TABLE).map(([how = '', en, de, items, about, aboutGerman]) => {
  const [id, on = '', type = '', ...more] = how.split(' ');
  const [root, shown, most] = more.map((word) =>
    word === 'true' || word === 'false' ? word === 'true' : Number(word),
  );
  return {
    id: Number(id),
    name: words(en, de),
    type,
    on: on.split('+'),
    ...(about === undefined ? {} : { description: words(about, aboutGerman) }),
    ...(type === 'text' ? { localized: more.includes('localized') } : {}),
    ...(more.includes('multiline') ? { multiline: true } : {}),
    ...(type === 'node_reference' ? { root_node: root, show_root: shown, max_selections: most } : {}),
    ...(type === 'dropdown'
      ? { values: (items ?? '').split(', ').map((item, index) => ({ id: index + 1, name: words(...item.split('/')) })) }
      : {}),
  };
});
