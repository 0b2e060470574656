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
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import { isWithinModel, packGltf, plainObj, stlContent } from './model-file.ts';
import { eyeOf, type Orbit } from './orbit.ts';

/** A model on a canvas. */
export interface ModelScene {
  /** Draws the model as seen from `orbit`; `width` and `height` are those of the canvas, in CSS pixels. */
  draw(orbit: Orbit, width: number, height: number): void;
  /** Frees the memory of the graphics card. */
  close(): void;
}

/** Vertical field of view in degrees. */
const FIELD_OF_VIEW = 40;

/** Colour of models that have none. */
const CLAY = 0xa9adb8;

/** Opens a model. Rejects if the file is damaged or uses unsupported features, or if the browser cannot draw 3D. */
export async function openModelScene(canvas: HTMLCanvasElement, file: Blob, extension: string): Promise<ModelScene> {
  // Read first, because a browser has few 3D contexts, and the renderer takes one.
  const model = centred(await readModel(file, extension));
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  try {
    return drawnBy(renderer, model, isGltf(extension));
  } catch (error) {
    endRenderer(renderer);
    throw error;
  }
}

function drawnBy(renderer: WebGLRenderer, model: Object3D, hasMaterials: boolean): ModelScene {
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, hasMaterials ? 0.9 : 2.5);
  scene.add(model, light);
  const endSurroundings = hasMaterials ? surround(scene, renderer) : undefined;
  if (!hasMaterials) scene.add(new HemisphereLight(0xffffff, 0x4a4a4a, 2.2));
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);

  return {
    draw: (orbit, width, height) => {
      const { x, y, z } = eyeOf(orbit);
      camera.position.set(x, y, z);
      camera.lookAt(0, 0, 0);
      camera.aspect = width / Math.max(1, height);
      // On a narrow canvas, the field of view is wider, so that the model fits.
      const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / Math.min(1, camera.aspect);
      camera.fov = (Math.atan(tangent) * 360) / Math.PI;
      camera.updateProjectionMatrix();
      light.position.copy(camera.position);
      renderer.setPixelRatio(Math.min(2, devicePixelRatio));
      renderer.setSize(width, height, false);
      renderer.render(scene, camera);
    },
    close: () => {
      scene.traverse(release);
      endSurroundings?.();
      endRenderer(renderer);
    },
  };
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
