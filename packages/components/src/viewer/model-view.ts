import type { Asset, Client } from '@asset-browsing-service/client';
import { readAtMost } from '../download/read-at-most.ts';
import { extensionOf } from './extension-of.ts';
import { MODEL_EXTENSIONS } from './model-file.ts';
import type { ModelScene } from './model-scene.ts';

/** Why a model cannot be turned: it is damaged, larger than `MAX_MODEL_BYTES`, or could not be loaded. */
export type ModelProblem = 'damaged' | 'too-large' | 'unreachable';

/** The direction in which the front of a model turns. */
export type ModelTurn = 'left' | 'right' | 'up' | 'down';

/** Largest model that is loaded, in bytes: more would fill the memory of phones. */
export const MAX_MODEL_BYTES = 128e6;

/** Radians per step of a key or a button. */
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

/** Returns the extension of a model that can be turned, which takes the file itself; undefined for other assets. */
export function modelExtensionOf(asset: Asset): string | undefined {
  const own = extensionOf(asset);
  return asset.type === 6 && asset.downloadable !== false && MODEL_EXTENSIONS.includes(own) ? own : undefined;
}

/** A model that is turned in place of its picture. */
export class ModelView {
  state: 'loading' | 'shown' | ModelProblem = 'loading';
  readonly #client: Client;
  readonly #asset: Asset;
  readonly #changed: () => void;
  readonly #controller = new AbortController();
  #file: Promise<Blob | undefined> | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #scene: ModelScene | undefined;

  /** Loads the file and the code that draws it as soon as there is a canvas. */
  constructor(client: Client, asset: Asset, changed: () => void) {
    this.#client = client;
    this.#asset = asset;
    this.#changed = changed;
  }

  /** True while the model is shown, or being loaded to be shown. */
  get isTurned(): boolean {
    return this.state === 'loading' || this.state === 'shown';
  }

  /** How large the model is; 1 at first. */
  get scale(): number {
    return this.#scene?.scale ?? 1;
  }

  /** True if it cannot become smaller. */
  get isSmallest(): boolean {
    return this.#scene?.isSmallest ?? false;
  }

  /** Draws on a canvas that is new or has another size. */
  drawOn(target: HTMLCanvasElement): void {
    if (this.#canvas === target) this.#scene?.draw(target.clientWidth, target.clientHeight);
    else {
      this.#canvas = target;
      void this.#start(target);
    }
  }

  /** Turns the model by one step. */
  turn(to: ModelTurn): void {
    this.#scene?.turn(TURNS[to]);
  }

  /** Enlarges the model by a factor above 1, and makes it smaller by one below 1. */
  readonly zoomBy = (factor: number): void => this.#scene?.zoomBy(factor);

  /** Shows the model as at first. */
  readonly reset = (): void => this.#scene?.reset();

  readonly keyed = (event: KeyboardEvent): void => {
    const to = KEYS[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.turn(to);
  };

  close(): void {
    this.#controller.abort();
    this.#scene?.close();
    this.#scene = undefined;
  }

  #become(next: ModelView['state']): void {
    if (this.#controller.signal.aborted) return;
    this.state = next;
    this.#changed();
  }

  async #load(): Promise<Blob | undefined> {
    const query = { preview: this.#asset.id, version: this.#asset.version, type: '3D' } as const;
    const { signal } = this.#controller;
    return await readAtMost(await this.#client.asset.preview(query, { signal }), MAX_MODEL_BYTES);
  }

  async #start(target: HTMLCanvasElement): Promise<void> {
    this.#file ??= this.#load();
    const parts = await Promise.all([this.#file, import('./model-scene.ts')]).catch(() => undefined);
    if (!parts) return this.#become('unreachable');
    const [content, { openModelScene }] = parts;
    if (!content) return this.#become('too-large');
    try {
      // The update shows the new scale and draws the model.
      const opened = await openModelScene(target, content, modelExtensionOf(this.#asset) ?? '', this.#changed);
      if (this.#controller.signal.aborted || this.#canvas !== target) return opened.close();
      this.#scene?.close();
      this.#scene = opened;
      this.#become('shown');
    } catch {
      this.#become('damaged');
    }
  }
}
