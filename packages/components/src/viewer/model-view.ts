import type { Asset, Client } from '@asset-browsing-service/client';
import { MODEL_EXTENSIONS } from './model-file.ts';
import type { ModelScene } from './model-scene.ts';
import { approachOrbit, FIRST_ORBIT, type Orbit, turnOrbit } from './orbit.ts';
import { readAtMost } from './read-at-most.ts';

/** Why a model is not turned: it is damaged, needs more memory than phones have, or could not be loaded. */
export type ModelProblem = 'damaged' | 'too-large' | 'unreachable';

/** A model that is turned in place of its picture. */
export interface ModelView {
  readonly state: 'loading' | 'shown' | ModelProblem;
  /** Draws on a canvas that appeared, or has another size. */
  drawOn(canvas: HTMLCanvasElement): void;
  keyed(event: KeyboardEvent): void;
  dragged(event: PointerEvent): void;
  wheeled(event: WheelEvent): void;
  close(): void;
}

/** Largest model that is loaded, in bytes: more would fill the memory of phones. */
export const MOST_MODEL_BYTES = 128e6;

/** Radians per pixel of a drag, and per press of an arrow key. */
const DRAG = 0.008;
const KEY = 0.2;

/** Factor of a press of `+`. */
const CLOSER = 1.25;

const TURNS: Readonly<Record<string, { readonly around: number; readonly above: number }>> = {
  ArrowLeft: { around: KEY, above: 0 },
  ArrowRight: { around: -KEY, above: 0 },
  ArrowUp: { around: 0, above: KEY },
  ArrowDown: { around: 0, above: -KEY },
};

/** Returns the extension of a model that can be turned; undefined for other assets. */
export function modelExtensionOf({ extension, name, type }: Asset): string | undefined {
  const own = (extension || name.split('.').at(-1) || '').toLowerCase();
  return type === 6 && MODEL_EXTENSIONS.includes(own) ? own : undefined;
}

/** True while a model is turned, or about to be, in place of its picture. */
export function isModelTurned(model: ModelView | undefined): model is ModelView {
  return model?.state === 'loading' || model?.state === 'shown';
}

/** Opens a model: loads its file, and what draws it. */
export function openModelView(client: Client, asset: Asset, changed: () => void): ModelView {
  const controller = new AbortController();
  const { signal } = controller;
  let state: ModelView['state'] = 'loading';
  let file: Promise<Blob | undefined> | undefined;
  let canvas: HTMLCanvasElement | undefined;
  let scene: ModelScene | undefined;
  let orbit: Orbit = FIRST_ORBIT;
  const pointers = new Map<number, { readonly x: number; readonly y: number }>();

  async function load(): Promise<Blob | undefined> {
    const query = { preview: asset.id, version: asset.version, type: '3D' } as const;
    return await readAtMost(await client.asset.preview(query, { signal }), MOST_MODEL_BYTES);
  }

  function become(next: ModelView['state']): void {
    if (signal.aborted) return;
    state = next;
    changed();
  }

  async function start(target: HTMLCanvasElement): Promise<void> {
    file ??= load();
    const parts = await Promise.all([file, import('./model-scene.ts')]).catch(() => undefined);
    if (!parts) return become('unreachable');
    const [content, { openModelScene }] = parts;
    if (!content) return become('too-large');
    try {
      const opened = await openModelScene(target, content, modelExtensionOf(asset) ?? '');
      if (signal.aborted || canvas !== target) return opened.close();
      scene = opened;
      draw();
      become('shown');
    } catch {
      become('damaged');
    }
  }

  function draw(): void {
    if (canvas) scene?.draw(orbit, canvas.clientWidth, canvas.clientHeight);
  }

  function move(next: Orbit): void {
    orbit = next;
    draw();
  }

  return {
    get state() {
      return state;
    },
    drawOn: (target) => {
      if (canvas === target) return draw();
      canvas = target;
      void start(target);
    },
    keyed: (event) => {
      const turn = TURNS[event.key];
      const factor = { '+': CLOSER, '=': CLOSER, '-': 1 / CLOSER }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || !(turn || factor || event.key === '0')) return;
      event.preventDefault();
      event.stopPropagation();
      move(turn ? turnOrbit(orbit, turn) : factor ? approachOrbit(orbit, factor) : FIRST_ORBIT);
    },
    dragged: (event) => {
      if (event.type === 'pointerdown') {
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event);
        return;
      }
      const before = pointers.get(event.pointerId);
      if (event.type !== 'pointermove') pointers.delete(event.pointerId);
      if (!before || event.type !== 'pointermove') return;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, event);
      const away = (from: { readonly x: number; readonly y: number }) =>
        other ? Math.max(1, Math.hypot(from.x - other.x, from.y - other.y)) : 1;
      if (other) move(approachOrbit(orbit, away(event) / away(before)));
      else move(turnOrbit(orbit, { around: (before.x - event.x) * DRAG, above: (event.y - before.y) * DRAG }));
    },
    wheeled: (event) => {
      event.preventDefault();
      move(approachOrbit(orbit, Math.exp(-event.deltaY * 0.0015)));
    },
    close: () => {
      controller.abort();
      scene?.close();
      scene = undefined;
    },
  };
}
