import type { ProxyList } from '../contract/lists.ts';

/** More lines will come: it is being generated, or on its way from another computer. Nothing is done with it as if it were whole. */
export const isGrowing = ({ state }: Pick<ProxyList, 'state'>): boolean => state === 'running' || state === 'arriving';
