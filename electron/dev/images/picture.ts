/** A picture in memory: four bytes per pixel (red, green, blue, alpha), starting at the top left. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}
