import i18next from 'i18next';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast } from '../../ui/undo-toast.tsx';

interface OneLink {
  readonly clientId: number;
  readonly uuid: string;
}

/** Shows the link in the browser. */
export const openLink = (one: OneLink) => callOrTell('vpn.openLink', one);

/** The core puts it on the clipboard, and wipes it from there. */
export const copyLink = async (one: OneLink): Promise<void> => {
  if ((await callOrTell('vpn.copyLink', one)) !== undefined) doneToast(i18next.t('secret.copied'));
};
