/** Draws 3D models. Loaded on demand, because it is large. */
import {
  Box3,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  LoadingManager,
  type Material,
  Mesh,
  MeshStandardMaterial,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  type Texture,
  TextureLoader,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { isWithinModel, packGltf, plainObj, stlContent } from './model-file.ts';

/** Vertical field of view in degrees. */
const FIELD_OF_VIEW = 40;

/** Colour of models that have none. */
const CLAY = 0xa9adb8;

/** Where the eye is first: from the front, slightly from the side and from above, in radii of the model. */
const FIRST = new Vector3().setFromSphericalCoords(2.6, Math.PI / 2 - 0.35, 0.6);

/** Distances of the eye in radii of the model. */
const NEAREST = 0.4;
const FARTHEST = 10;

/** A model on a canvas, turned by pointers. */
export class ModelScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
  readonly #light: DirectionalLight;
  readonly #controls: OrbitControls;
  readonly #endSurroundings: (() => void) | undefined;

  constructor(renderer: WebGLRenderer, model: Object3D, hasMaterials: boolean, changed: () => void) {
    this.#renderer = renderer;
    this.#light = new DirectionalLight(0xffffff, hasMaterials ? 0.9 : 2.5);
    this.#scene.add(model, this.#light);
    this.#endSurroundings = hasMaterials ? surround(this.#scene, renderer) : undefined;
    if (!hasMaterials) this.#scene.add(new HemisphereLight(0xffffff, 0x4a4a4a, 2.2));
    this.#camera.position.copy(FIRST);
    this.#controls = new OrbitControls(this.#camera, renderer.domElement);
    Object.assign(this.#controls, { enablePan: false, minDistance: NEAREST, maxDistance: FARTHEST });
    this.#controls.update();
    this.#controls.addEventListener('change', changed);
  }

  /** How large the model is; 1 at first. */
  get scale(): number {
    return FIRST.length() / this.#controls.getDistance();
  }

  /** True if it cannot become smaller. */
  get isSmallest(): boolean {
    return this.#controls.getDistance() >= FARTHEST - 1e-6;
  }

  /** Turns the model, by angles in radians. */
  turn({ around, above }: { readonly around: number; readonly above: number }): void {
    this.#controls.rotateLeft(-around);
    this.#controls.rotateUp(above);
  }

  /** Enlarges the model by a factor above 1, and makes it smaller by one below 1. */
  zoomBy(factor: number): void {
    this.#camera.position.divideScalar(factor);
    this.#controls.update();
  }

  /** Shows the model as at first. */
  reset(): void {
    this.#controls.reset();
  }

  /** Draws the model; `width` and `height` are those of the canvas, in CSS pixels. */
  draw(width: number, height: number): void {
    const camera = this.#camera;
    camera.aspect = width / Math.max(1, height);
    // On a narrow canvas, the field of view is wider, so that the model fits.
    const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / Math.min(1, camera.aspect);
    camera.fov = (Math.atan(tangent) * 360) / Math.PI;
    camera.updateProjectionMatrix();
    this.#light.position.copy(camera.position);
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.#renderer.setSize(width, height, false);
    this.#renderer.render(this.#scene, camera);
  }

  /** Frees the memory of the graphics card. */
  close(): void {
    this.#controls.dispose();
    this.#scene.traverse(release);
    this.#endSurroundings?.();
    endRenderer(this.#renderer);
  }
}

/**
 * Opens a model. Calls `changed` when it was turned. Rejects if the file is damaged or uses unsupported features, or if the browser
 * cannot draw 3D.
 */
export async function openModelScene(
  canvas: HTMLCanvasElement,
  file: Blob,
  extension: string,
  changed: () => void,
): Promise<ModelScene> {
  // Read first, because a browser has few 3D contexts, and the renderer takes one.
  const model = centred(await readModel(file, extension));
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  try {
    return new ModelScene(renderer, model, isGltf(extension), changed);
  } catch (error) {
    endRenderer(renderer);
    throw error;
  }
}

/**
 * Gives a scene a room, which metals need to mirror. Only for models with materials of their own: without a graphics card it takes
 * seconds, and clay mirrors nothing. Returns a function that frees its memory.
 */
function surround(scene: Scene, renderer: WebGLRenderer): () => void {
  const generator = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const surroundings = generator.fromScene(room, 0.04);
  scene.environment = surroundings.texture;
  scene.environmentIntensity = 0.55;
  return () => {
    for (const each of [room, surroundings, generator]) each.dispose();
  };
}

function endRenderer(renderer: WebGLRenderer): void {
  renderer.dispose();
  renderer.forceContextLoss();
}

function isGltf(extension: string): boolean {
  return extension === 'glb' || extension === 'gltf';
}

async function readModel(file: Blob, extension: string): Promise<Object3D> {
  if (extension === 'stl') return new Mesh(new STLLoader().parse(await stlContent(file)), clay());
  if (extension === 'obj') {
    const model = new OBJLoader().parse(plainObj(await file.text()));
    model.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.material = clay();
      if (!part.geometry.hasAttribute('normal')) part.geometry.computeVertexNormals();
    });
    return model;
  }
  const manager = new LoadingManager();
  manager.setURLModifier((address) => {
    if (isWithinModel(address)) return address;
    throw new Error('the model consists of several files');
  });
  const loader = new GLTFLoader(manager).register((parser) => {
    // The default loader fetches textures, but a strict policy of the page forbids that for embedded ones.
    parser.textureLoader = new TextureLoader(manager);
    return { name: 'pictures-as-elements' };
  });
  const content = extension === 'gltf' ? packGltf(await file.text()) : await file.arrayBuffer();
  return (await loader.parseAsync(content, '')).scene;
}

function clay(): MeshStandardMaterial {
  return new MeshStandardMaterial({ color: CLAY, roughness: 0.65, metalness: 0, side: DoubleSide });
}

/** Scales a model to a radius of 1 around the origin. */
function centred(model: Object3D): Object3D {
  const { center, radius } = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
  if (!(radius > 0)) throw new Error('the model is empty');
  const group = new Group();
  model.position.sub(center);
  group.add(model);
  group.scale.copy(new Vector3().setScalar(1 / radius));
  return group;
}

function release(part: Object3D): void {
  if (!(part instanceof Mesh)) return;
  part.geometry.dispose();
  for (const material of [part.material].flat() as Material[]) {
    for (const value of Object.values(material)) if (isTexture(value)) value.dispose();
    material.dispose();
  }
}

function isTexture(value: unknown): value is Texture {
  return typeof value === 'object' && value !== null && 'isTexture' in value;
}
