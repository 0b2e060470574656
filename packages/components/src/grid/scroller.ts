import { html, nothing, type TemplateResult } from 'lit';
import type { DirectiveResult } from 'lit/directive.js';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LINES } from '../list/lines.ts';
import { place, styled } from '../theme/styled.ts';
import type { Interaction } from './interaction.ts';
import type { Groups } from './later-groups.ts';
import type { GridView } from './layout.ts';
import { SCRUBBER_WIDTH } from './measures.ts';
import type { Selector } from './selector.ts';
import type { Source } from './source.ts';
import { tileId } from './tile.ts';
import type { Tiles } from './tiles.ts';
import type { Viewport } from './viewport.ts';

/** Tells the styles of an element how wide the strip beside the list is: `<div ${scrubberWidth}>`. */
export const scrubberWidth: DirectiveResult = styled({ '--_scrubber': `${SCRUBBER_WIDTH}px` });

/** What a list is drawn from. */
export interface ScrollerState {
  readonly catalogue: Catalogue;
  readonly source: Source;
  readonly viewport: Viewport;
  readonly selector: Selector;
  readonly interaction: Interaction;
  readonly tiles: Tiles;
  readonly groups: Groups | undefined;
  /** What draws lines of the list view; undefined until it has loaded. */
  readonly lines: typeof LINES | undefined;
  readonly look: {
    readonly view: GridView;
    readonly captions: boolean;
    readonly captionField: string;
    readonly columns: readonly string[];
    readonly selectable: 'none' | 'one' | 'many';
  };
}

/** Draws a list, and loads the assets on the screen. Until its first page has arrived, the tiles are grey. */
export function scroller(state: ScrollerState): TemplateResult {
  const { catalogue, source, viewport, selector, interaction, look, lines } = state;
  const { list, isOpening } = source;
  const { pointer, keyPressed, focused } = interaction;
  if (!isOpening) showVisible(state);
  const classes = [
    'scroller',
    ...(list ? [] : ['loading']),
    ...(list && isOpening ? ['stale'] : []),
    ...(selector.ids.size > 0 ? ['has-selection'] : []),
    ...(interaction.clickSelects ? ['selects'] : []),
    ...(lines?.isNarrow(viewport.width) ? ['narrow'] : []),
    ...(look.captions && look.view !== 'list' ? ['captions'] : []),
  ];
  return html`<div
    class=${classes.join(' ')}
    ${scrubberWidth}
    ${styled({ '--_columns': lines?.tracksOf(lines.columnsOf(look.columns, viewport.width)) ?? '' })}
    role="listbox"
    tabindex="0"
    aria-label=${catalogue.say('grid.label')}
    aria-multiselectable=${look.selectable === 'many'}
    aria-busy=${isOpening}
    aria-activedescendant=${list ? tileId(interaction.active) : nothing}
    @scroll=${({ currentTarget }: Event) => viewport.scrolled((currentTarget as Element).scrollTop)}
    @keydown=${keyPressed}
    @focus=${focused}
    @click=${pointer.clicked}
    @dblclick=${pointer.clickedTwice}
    @pointerdown=${pointer.pressed}
    @pointermove=${pointer.moved}
    @pointerup=${pointer.released}
    @pointercancel=${pointer.released}
    @touchmove=${pointer.touchMoved}
    @contextmenu=${pointer.menuAsked}
  ><div
    class="box"
    aria-hidden=${list ? nothing : 'true'}
    ${place(0, 0, viewport.width, viewport.boxHeight)}
  >${drawnTiles(state)}</div></div>`;
}

function drawnTiles(state: ScrollerState) {
  const { catalogue, source, viewport, selector, interaction, tiles, groups, look, lines } = state;
  const { list } = source;
  const { view, captions, captionField, selectable } = look;
  return tiles.draw({
    options: {
      ...{ catalogue, view, captions, captionField, total: list?.total ?? 0 },
      ...{ lines, columns: lines?.columnsOf(look.columns, viewport.width) ?? [] },
      ...{ hasCheck: selectable !== 'none', clickSelects: interaction.clickSelects, isUrgent: source.isUrgent },
    },
    viewport,
    groups,
    assetAt: (position) => list?.at(position),
    selected: selector.ids,
    active: list ? interaction.active : undefined,
    band: interaction.band,
  });
}

/** Loads the assets on the screen and near it, unless the list moves too fast. */
function showVisible({ source, viewport }: ScrollerState): void {
  const visible = viewport.isFast ? [] : viewport.visible();
  const [first, last] = [visible[0], visible.at(-1)];
  if (first && last) source.show(first.position, last.position + 1);
}
