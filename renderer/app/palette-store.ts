import { createSpotlight } from '@mantine/spotlight';

/** The palette's own store, so that what is chosen in it can be set when answers come in. */
export const [paletteStore, palette] = createSpotlight();
