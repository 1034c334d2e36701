import i18next from 'i18next';
import { call } from '../../bridge/desk.ts';
import { doneToast, errorToast } from '../../ui/undo-toast.tsx';

interface OneLink {
  readonly clientId: number;
  readonly uuid: string;
}

/** Shows the link in the browser. */
export const openLink = async (one: OneLink): Promise<void> => {
  const result = await call('vpn.openLink', one);
  if (!result.ok) errorToast(result.error);
};

/** The core puts it on the clipboard, and wipes it from there. */
export const copyLink = async (one: OneLink): Promise<void> => {
  const result = await call('vpn.copyLink', one);
  if (result.ok) doneToast(i18next.t('secret.copied'));
  else errorToast(result.error);
};
