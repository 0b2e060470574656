/** What a picture says about itself, written into its file. */
export interface Caption {
  readonly title: string;
  readonly description: string;
  readonly creator: string;
  readonly copyright: string;
  readonly keywords: readonly string[];
  /** The same keywords as paths from the top of their tree. */
  readonly keywordPaths: readonly (readonly string[])[];
  /** ISO 8601 in UTC. */
  readonly captured: string;
  readonly city: string;
  readonly country: string;
  /** 1 to 5. */
  readonly rating: number;
  /** Degrees, north and east positive. */
  readonly latitude: number;
  readonly longitude: number;
  /** The camera and its settings, as EXIF spells them: fractions such as `1/250`, millimetres. */
  readonly camera: Readonly<
    Record<'make' | 'model' | 'lens' | 'exposureTime' | 'fNumber' | 'iso' | 'focalLength', string>
  >;
}
