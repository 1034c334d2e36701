import type { ProxyList } from '../contract/lists.ts';

/**
 * Returns whether more lines will come: the list is being generated, or is arriving from another computer. Nothing may
 * treat such a list as complete.
 */
export const isGrowing = ({ state }: Pick<ProxyList, 'state'>): boolean => state === 'running' || state === 'arriving';
