import { Button, Menu } from '@mantine/core';
import { IconGift, IconLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PurchasesDetail, Run } from '#shared/contract/runs.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { bulkView } from '../../../parts/products/index.ts';
import { startHandover } from '../../../parts/runs/run-actions.ts';
import { callOrTell } from '../../../ui/call-or-tell.ts';
import { doneToast } from '../../../ui/undo-toast.tsx';

interface BoughtActionsProps {
  readonly run: Run;
  readonly detail: PurchasesDetail;
}

/** Gives the goods of a run to their clients: as one file of links, or one client after the other. */
export const BoughtActions = ({ run: { id: runId }, detail: { counts, params } }: BoughtActionsProps) => {
  const { t } = useTranslation(['runPurchases', 'handover']);
  const language = useLanguage();
  const { takes, bringsLinks } = bulkView(params.kind);
  if (counts.done === 0 || takes !== 'clients') return null;
  const save = async (format: 'text' | 'csv') => {
    const saved = await callOrTell('runs.saveLinks', { runId, format, language });
    if (saved === undefined || saved === null) return;
    const { rows: count, fileName: file, leftOut } = saved;
    doneToast(
      leftOut === 0
        ? t('runPurchases:links.saved', { count, file })
        : `${t('runPurchases:links.saved', { count, file })} ${t('runPurchases:links.leftOut', { count: leftOut })}`,
    );
  };
  return (
    <>
      <Button
        size="md"
        leftSection={<IconGift size={15} aria-hidden />}
        onClick={() => void startHandover({ kind: 'handover-of-run', runId })}
      >
        {t('runPurchases:handOver')}
      </Button>
      {bringsLinks ? (
        <Menu position="top-start">
          <Menu.Target>
            <Button size="md" leftSection={<IconLink size={15} aria-hidden />}>
              {t('runPurchases:links.save')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save('text')}>{t('runPurchases:links.text')}</Menu.Item>
            <Menu.Item onClick={() => void save('csv')}>{t('runPurchases:links.csv')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </>
  );
};
