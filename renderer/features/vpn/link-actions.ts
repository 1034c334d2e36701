import i18next from 'i18next';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast } from '../../ui/undo-toast.tsx';

interface OneLink {
  readonly clientId: number;
  readonly uuid: string;
}

/** Opens the link in the browser. */
export const openLink = (one: OneLink) => callOrTell('vpn.openLink', one);

/** The core copies the link to the clipboard, and wipes it from there later. */
export const copyLink = async (one: OneLink): Promise<void> => {
  if ((await callOrTell('vpn.copyLink', one)) !== undefined) doneToast(i18next.t('secret.copied'));
};
