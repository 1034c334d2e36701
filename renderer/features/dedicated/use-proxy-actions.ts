import {
  IconArchive,
  IconArchiveOff,
  IconArrowsExchange,
  IconCalendarPlus,
  IconCalendarTime,
  IconPlugConnected,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PortType } from '#shared/domain/limits.ts';
import { useNoService } from '../../bridge/service-gap.ts';
import type { MenuAction } from '../../nav/chosen-store.ts';
import { openDraft } from '../../parts/runs/draft-store.ts';
import { openStanding } from '../../parts/standing/draft-store.ts';
import { setProxiesArchived } from './proxy-calls.ts';

/** The actions that need a dialog or a report of the screen. */
export interface ProxyDoers {
  readonly onProlong: (proxyIds: readonly number[]) => void;
  readonly onSwitch: (proxyIds: readonly number[], portType: PortType) => void;
}

export interface ProxyChoice extends ProxyDoers {
  /** The frozen selection, which does not change with the list behind it. */
  readonly proxyIds: readonly number[];
  readonly archived: boolean;
  /** Called when the proxies have left this view. */
  readonly onGone: () => void;
}

interface ProxyActions {
  readonly prolong: MenuAction;
  readonly standing: MenuAction;
  readonly check: MenuAction;
  readonly switches: readonly MenuAction[];
  readonly archive: MenuAction;
}

/** The actions on one or more proxies, except copying and saving. */
export const useProxyActions = ({ proxyIds, archived, onProlong, onSwitch, onGone }: ProxyChoice): ProxyActions => {
  const { t } = useTranslation(['dedicated', 'common', 'standing', 'checks']);
  const noService = useNoService();
  const icon = IconArrowsExchange;
  return {
    prolong: { icon: IconCalendarPlus, label: t('actions.prolong'), noService, run: () => onProlong(proxyIds) },
    standing: {
      icon: IconCalendarTime,
      label: t('standing:addFor'),
      run: () => openStanding({ kind: 'dedicated-prolong', targets: { of: 'proxies', proxyIds: [...proxyIds] } }),
    },
    check: {
      icon: IconPlugConnected,
      label: t('checks:check'),
      run: () => openDraft('check-proxies', proxyIds, 'dedicated'),
    },
    switches: [
      { icon, label: t('actions.toHttp'), noService, run: () => onSwitch(proxyIds, 'http') },
      { icon, label: t('actions.toSocks'), noService, run: () => onSwitch(proxyIds, 'socks') },
    ],
    archive: {
      icon: archived ? IconArchiveOff : IconArchive,
      label: archived ? t('common:words.restore') : t('common:words.archive'),
      run: () =>
        void setProxiesArchived(proxyIds, !archived).then((done) => {
          if (done) onGone();
        }),
    },
  };
};
