/** Where a bucket is, and with which key requests to it are signed. */
export interface S3Settings {
  /** Such as `s3://bucket/prefix`. */
  readonly url: string;
  /** Address of the server; null is that of AWS for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** True if requests name the bucket in the path, false if in the host. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Belongs to a temporary key. */
  readonly sessionToken?: string | undefined;
  /** Certificate of the server's authority, in PEM; default: those that Node trusts. */
  readonly ca?: string | undefined;
  /** Names that messages give to the settings. */
  readonly names: Readonly<Record<'url' | 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey' | 'ca', string>>;
}

/** A bucket and the part of it that belongs to us. */
export interface S3Place {
  readonly bucket: string;
  /** Beginning of all our keys: empty, or text that ends with a slash. */
  readonly prefix: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  /** Address of the bucket, which ends with a slash. */
  readonly root: string;
}

/** Reads the place from settings that are valid. */
export function s3Place({ url, endpoint, region, pathStyle }: S3Settings): S3Place {
  const [bucket = '', ...folders] = url.replace(/^s3:\/\//, '').split('/');
  const parts = folders.filter((part) => part !== '');
  const server = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const base = server.pathname.replace(/\/+$/, '');
  if (!pathStyle) server.host = `${bucket}.${server.host}`;
  return {
    bucket,
    prefix: parts.map((part) => `${part}/`).join(''),
    origin: server.origin,
    root: `${server.origin}${base}/${pathStyle ? `${bucket}/` : ''}`,
  };
}
