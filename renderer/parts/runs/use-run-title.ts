import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '#shared/contract/runs.ts';
import { assertNever } from '#shared/result.ts';
import { useFormat } from '../../i18n/use-format.ts';

type Named = Pick<Run, 'title' | 'subject'>;

/** The title of a run in the current language. A run without a subject keeps the title it was started with. */
export const useRunTitle = (): ((run: Named) => string) => {
  const { t } = useTranslation(['runs', 'purchases', 'premium']);
  const format = useFormat();
  return useCallback(
    ({ title, subject }: Named) => {
      if (subject === null) return title;
      switch (subject.what) {
        case 'vpn-renew':
          return t('runs:titles.vpnRenew', {
            count: subject.subscriptions,
            months: t('purchases:months', { count: subject.months }),
          });
        case 'dedicated-prolong':
          return t('runs:titles.prolong', {
            count: subject.proxies,
            days: t('purchases:days', { count: subject.days }),
          });
        case 'traffic':
          return t('runs:titles.traffic', {
            count: subject.clients,
            gb: format.gb(subject.gb),
            pool: t(`premium:poolsInline.${subject.poolType}`),
          });
        case 'generate':
          return t('runs:titles.generate', {
            count: subject.clients,
            lines: t('runs:titles.lines', { count: subject.linesEach }),
          });
        case 'export':
          return t('runs:titles.export', { count: subject.lists });
        case 'clients':
          return t(`runs:titles.clients.${subject.action}`, { count: subject.clients });
        case 'proxies':
          return t(`runs:titles.proxies.${subject.action}`, { count: subject.proxies });
        case 'sales':
          return t('runs:titles.sales', { count: subject.purchases });
        case 'import':
          return t('runs:titles.import', { file: subject.fileName });
        case 'check':
          return subject.list === null
            ? t('runs:titles.checkProxies', { count: subject.proxies })
            : t('runs:titles.checkList', { count: subject.proxies, list: subject.list });
        case 'refresh':
          return subject.clients === null
            ? t('runs:titles.refreshAll')
            : t('runs:titles.refresh', { count: subject.clients });
        default:
          return assertNever(subject);
      }
    },
    [t, format],
  );
};
