import type { HelpPage } from '#shared/contract/system.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/** Opens the manual or the change log in a window of its own. */
export const showHelp = (page: HelpPage): void => void callOrTell('system.showHelp', { page });
