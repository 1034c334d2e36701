import i18next from 'i18next';
import { clientLabel } from '#shared/domain/client-label.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { doneToast } from '../../ui/undo-toast.tsx';
import type { NamedClient } from '../clients/client-label.ts';

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

/** The core makes a picture of the link, copies it, and wipes it from the clipboard later. */
export const copyQr = async (one: OneLink): Promise<void> => {
  if ((await callOrTell('vpn.copyQr', one)) !== undefined) doneToast(i18next.t('vpn:qrCopied'));
};

/**
 * Copies the link of a client's only running subscription, or of the only one with a link. Resolves to `false` if the user
 * has to choose, or nothing is known yet.
 */
export const copyOnlyLink = async (client: NamedClient): Promise<boolean> => {
  const clientId = client.id;
  const state = await callOrTell('vpn.state', { clientId });
  if (state === undefined) return true;
  const linked = state.subscriptions.filter(({ link }) => link !== 'none');
  const running = linked.filter(
    ({ status, expiresAt }) => status?.toUpperCase() !== 'EXPIRED' && (expiresAt ?? Number.MAX_VALUE) > Date.now(),
  );
  const only = running.length === 1 ? running[0] : linked.length === 1 ? linked[0] : undefined;
  if (only === undefined) return false;
  if ((await callOrTell('vpn.copyLink', { clientId, uuid: only.uuid })) !== undefined) {
    doneToast(i18next.t('vpn:linkCopied', { client: clientLabel(client) }));
  }
  return true;
};
