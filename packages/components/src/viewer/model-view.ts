import type { Asset, Client } from '@asset-browsing-service/client';
import { readAtMost } from '../download/read-at-most.ts';
import { extensionOf } from './extension-of.ts';
import { MODEL_EXTENSIONS } from './model-file.ts';
import type { ModelScene } from './model-scene.ts';
import { approachOrbit, FIRST_ORBIT, MAX_DISTANCE, type Orbit, turnOrbit } from './orbit.ts';

/** Why a model cannot be turned: it is damaged, larger than `MAX_MODEL_BYTES`, or could not be loaded. */
export type ModelProblem = 'damaged' | 'too-large' | 'unreachable';

/** The direction in which the front of a model turns. */
export type ModelTurn = 'left' | 'right' | 'up' | 'down';

/** A model that is turned in place of its picture. */
export interface ModelView {
  readonly state: 'loading' | 'shown' | ModelProblem;
  /** How large the model is; 1 at first. */
  readonly scale: number;
  /** True if it cannot become smaller. */
  readonly isSmallest: boolean;
  /** Draws on a canvas that is new or has another size. */
  drawOn(canvas: HTMLCanvasElement): void;
  /** Turns the model by one step. */
  turn(to: ModelTurn): void;
  /** Enlarges the model by a factor above 1, and makes it smaller by one below 1. */
  zoomBy(factor: number): void;
  /** Shows the model as at first. */
  reset(): void;
  keyed(event: KeyboardEvent): void;
  dragged(event: PointerEvent): void;
  wheeled(event: WheelEvent): void;
  close(): void;
}

/** Largest model that is loaded, in bytes: more would fill the memory of phones. */
export const MAX_MODEL_BYTES = 128e6;

/** Radians per pixel of a drag, and per step of a key or a button. */
const DRAG = 0.008;
const STEP = 0.2;

const TURNS: Readonly<Record<ModelTurn, { readonly around: number; readonly above: number }>> = {
  left: { around: STEP, above: 0 },
  right: { around: -STEP, above: 0 },
  up: { around: 0, above: -STEP },
  down: { around: 0, above: STEP },
};

const KEYS: Readonly<Record<string, ModelTurn>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Returns the extension of a model that can be turned; undefined for other assets. */
export function modelExtensionOf(asset: Asset): string | undefined {
  const own = extensionOf(asset);
  return asset.type === 6 && MODEL_EXTENSIONS.includes(own) ? own : undefined;
}

/** True while a model is turned in place of its picture, or being loaded to be turned. */
export function isModelTurned(model: ModelView | undefined): model is ModelView {
  return model?.state === 'loading' || model?.state === 'shown';
}

/** Opens a model. Loads its file and the code that draws it as soon as there is a canvas. */
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
    return await readAtMost(await client.asset.preview(query, { signal }), MAX_MODEL_BYTES);
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
      scene?.close();
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

  function turnBy(angles: { readonly around: number; readonly above: number }): void {
    orbit = turnOrbit(orbit, angles);
    draw();
  }

  function approach(factor: number): void {
    orbit = approachOrbit(orbit, factor);
    // The update shows the new scale and draws the model.
    changed();
  }

  return {
    get state() {
      return state;
    },
    get scale() {
      return FIRST_ORBIT.distance / orbit.distance;
    },
    get isSmallest() {
      return orbit.distance >= MAX_DISTANCE;
    },
    drawOn: (target) => {
      if (canvas === target) return draw();
      canvas = target;
      void start(target);
    },
    turn: (to) => turnBy(TURNS[to]),
    zoomBy: approach,
    reset: () => {
      orbit = FIRST_ORBIT;
      changed();
    },
    keyed: (event) => {
      const to = KEYS[event.key];
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      turnBy(TURNS[to]);
    },
    dragged: (event) => {
      if (event.type === 'pointerdown') {
        (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
        // A first finger touches, so any others were lifted without the canvas noticing.
        if (event.isPrimary) pointers.clear();
        pointers.set(event.pointerId, event);
        return;
      }
      const before = pointers.get(event.pointerId);
      if (event.type !== 'pointermove') pointers.delete(event.pointerId);
      if (!before || event.type !== 'pointermove') return;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, event);
      const distanceOf = (from: { readonly x: number; readonly y: number }) =>
        other ? Math.max(1, Math.hypot(from.x - other.x, from.y - other.y)) : 1;
      if (other) approach(distanceOf(event) / distanceOf(before));
      else turnBy({ around: (before.x - event.x) * DRAG, above: (event.y - before.y) * DRAG });
    },
    wheeled: (event) => {
      event.preventDefault();
      approach(Math.exp(-event.deltaY * 0.0015));
    },
    close: () => {
      controller.abort();
      scene?.close();
      scene = undefined;
    },
  };
}
