/** A picture in memory: four bytes a pixel (red, green, blue, alpha), from the top left. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}
