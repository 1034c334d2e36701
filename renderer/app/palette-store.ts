import { createSpotlight } from '@mantine/spotlight';

/** The palette has a store of its own, so that the selected entry can be set when answers arrive. */
export const [paletteStore, palette] = createSpotlight();
