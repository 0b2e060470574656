import type {
  Accessor,
  Material as GltfMaterial,
  Texture as GltfTexture,
  Primitive,
  TextureInfo,
} from '@gltf-transform/core';
import type { PBRSpecularGlossiness, Transform, Transmission } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { CLAY, type Material, type Texture, type Wrapping } from './scene.ts';

/** Maximum number of textures, since each takes up to 16 MB. Further ones are not shown. */
const MAX_TEXTURES = 24;
const CLAMP = 33071;
const MIRROR = 33648;

/** The materials of one file; each texture is decoded once. */
export interface Materials {
  /** Returns the material of a primitive and the texture coordinates of its vertices. */
  of(primitive: Primitive): Promise<{ material: Material; uvs?: Float32Array }>;
}

/** Opens the materials. `textureSide` is the longest side of a texture in pixels; larger ones are scaled down. */
export function openMaterials(textureSide: number): Materials {
  const decoded = new Map<GltfTexture, Promise<Pick<Texture, 'width' | 'height' | 'pixels'> | undefined>>();

  async function textureOf(texture: GltfTexture, info: TextureInfo | null): Promise<Texture | undefined> {
    let pixels = decoded.get(texture);
    if (pixels === undefined) {
      if (decoded.size >= MAX_TEXTURES) return undefined;
      pixels = decodeTexture(texture.getImage(), textureSide);
      decoded.set(texture, pixels);
    }
    const image = await pixels;
    return image && { ...image, wrapU: wrapping(info?.getWrapS()), wrapV: wrapping(info?.getWrapT()) };
  }

  return {
    async of(primitive) {
      const material = primitive.getMaterial();
      if (material === null) {
        const isColoured = primitive.getAttribute('COLOR_0') !== null;
        return { material: isColoured ? { ...CLAY, colour: [1, 1, 1, 1] } : CLAY };
      }
      const { image, info, colour, gloss } = lookOf(material);
      const uvs = image && uvsOf(primitive, info);
      const texture = image && uvs && (await textureOf(image, info));
      const mode = material.getAlphaMode();
      return {
        material: {
          colour,
          ...(texture ? { texture } : {}),
          cutoff: mode === 'MASK' ? material.getAlphaCutoff() : 0,
          isSheer: mode === 'BLEND' || (mode === 'OPAQUE' && colour[3] < 1),
          isUnlit: material.getExtension('KHR_materials_unlit') !== null,
          gloss,
        },
        ...(texture && uvs ? { uvs } : {}),
      };
    },
  };
}

interface Look {
  readonly image: GltfTexture | null;
  readonly info: TextureInfo | null;
  readonly colour: [number, number, number, number];
  readonly gloss: number;
}

function lookOf(material: GltfMaterial): Look {
  const older = material.getExtension<PBRSpecularGlossiness>('KHR_materials_pbrSpecularGlossiness');
  if (older) {
    return {
      image: older.getDiffuseTexture(),
      info: older.getDiffuseTextureInfo(),
      colour: older.getDiffuseFactor(),
      gloss: older.getGlossinessFactor() * 0.5,
    };
  }
  const [red, green, blue, alpha] = material.getBaseColorFactor();
  // Glass is recognized by its transmission. About a seventh of its opacity remains, so that it stays visible.
  const glass = material.getExtension<Transmission>('KHR_materials_transmission')?.getTransmissionFactor() ?? 0;
  const isOpaque = material.getAlphaMode() === 'OPAQUE';
  return {
    image: material.getBaseColorTexture(),
    info: material.getBaseColorTextureInfo(),
    colour: [red, green, blue, (isOpaque ? 1 : alpha) * (1 - 0.85 * Math.min(1, Math.max(0, glass)))],
    gloss: 0.5 * (1 - material.getRoughnessFactor()),
  };
}

function uvsOf(primitive: Primitive, info: TextureInfo | null): Float32Array | undefined {
  const transform = info?.getExtension<Transform>('KHR_texture_transform') ?? null;
  const set = transform?.getTexCoord() ?? info?.getTexCoord() ?? 0;
  const uvs = floats(primitive.getAttribute(`TEXCOORD_${set}`), 2);
  if (uvs === undefined || transform === null) return uvs;
  const [offsetU, offsetV] = transform.getOffset();
  const [scaleU, scaleV] = transform.getScale();
  const [cos, sin] = [Math.cos(transform.getRotation()), Math.sin(transform.getRotation())];
  for (let at = 0; at + 1 < uvs.length; at += 2) {
    const u = (uvs[at] ?? 0) * scaleU;
    const v = (uvs[at + 1] ?? 0) * scaleV;
    uvs[at] = cos * u + sin * v + offsetU;
    uvs[at + 1] = cos * v - sin * u + offsetV;
  }
  return uvs;
}

function wrapping(mode: number | undefined): Wrapping {
  if (mode === CLAMP) return 'clamp';
  return mode === MIRROR ? 'mirror' : 'repeat';
}

const MAX_BYTES = 64 * 2 ** 20;
const MAX_PIXELS = 100_000_000;

/**
 * Decodes an embedded picture, scaled down so that no side is longer than `side` pixels; undefined if it can't be
 * decoded.
 */
async function decodeTexture(
  image: Uint8Array | null,
  side: number,
): Promise<Pick<Texture, 'width' | 'height' | 'pixels'> | undefined> {
  if (image === null || image.length === 0 || image.length > MAX_BYTES) return undefined;
  try {
    const { data, info } = await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 4 ? { width: info.width, height: info.height, pixels: data } : undefined;
  } catch {
    return undefined; // the model is still worth drawing without the texture
  }
}

/** Copies an accessor's values as floats, `size` per element; missing ones are 1. */
export function floats(accessor: Accessor | null, size: number): Float32Array | undefined {
  if (accessor === null) return undefined;
  const values = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let index = 0; index < accessor.getCount(); index += 1) {
    accessor.getElement(index, element);
    for (let part = 0; part < size; part += 1) values[index * size + part] = element[part] ?? 1;
  }
  return values;
}
