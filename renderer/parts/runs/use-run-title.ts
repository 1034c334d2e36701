import { useCallback } from 'react';
import type { Run } from '#shared/contract/runs.ts';
import { assertNever } from '#shared/result.ts';
import { useWords } from '../../i18n/words.ts';
import { bulkView, isPurchases } from '../products/index.ts';

type Named = Pick<Run, 'title' | 'subject'>;

/** The title of a run in the current language. A run without a subject keeps the title it was started with. */
export const useRunTitle = (): ((run: Named) => string) => {
  const words = useWords();
  return useCallback(
    ({ title, subject }: Named) => {
      const { t } = words;
      if (subject === null) return title;
      if (isPurchases(subject)) {
        const view = bulkView(subject.what);
        return view.countOf(subject) === 0
          ? t('runPurchases:nothingToBuy', { kind: t(`runPurchases:kinds.${subject.what}`) })
          : view.runTitle(subject, words);
      }
      switch (subject.what) {
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
        case 'handover':
          return t('runs:titles.handover', { count: subject.clients });
        case 'whitelist':
          return t(`runs:titles.whitelist.${subject.action}`, {
            count: subject.clients,
            addresses: t('runs:titles.addresses', { count: subject.ips }),
          });
        case 'refresh':
          return subject.clients === null
            ? t('runs:titles.refreshAll')
            : t('runs:titles.refresh', { count: subject.clients });
        default:
          return assertNever(subject);
      }
    },
    [words],
  );
};
