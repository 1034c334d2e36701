import { Box, Button, Group } from '@mantine/core';
import { IconFileText, IconFolder, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportRecord } from '#shared/contract/lists.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice, type Tone } from '../../ui/notice.tsx';

interface ExportDetailProps {
  readonly record: ExportRecord;
  readonly onClose: () => void;
  readonly onOpenList: (listId: number) => void;
}

type Status = 'same' | 'changed' | 'missing';
const TONES: Readonly<Record<Status, Tone>> = { same: 'ok', changed: 'warn', missing: 'bad' };

/** Shows one file: its path, its content, and whether it still exists. */
export const ExportDetail = ({ record, onClose, onOpenList }: ExportDetailProps) => {
  const { t } = useTranslation(['lists', 'common']);
  const format = useFormat();
  const verify = useAction('lists.verifyExport');
  const show = useAction('lists.showExport');
  const [status, setStatus] = useState<Status>();
  const { listId } = record;
  const facts: readonly (readonly [string, string])[] = [
    [t('path'), record.path],
    [t('columns.title'), listId === null ? `${record.listTitle} (${t('listGone')})` : record.listTitle],
    [t('params.formatId'), record.layout ?? String(record.formatId)],
    [t('columns.host'), t(`variant.${record.variant}`)],
    [t('common:words.lines'), format.number(record.lineCount)],
    [t('columns.size'), format.bytes(record.bytes)],
    [t('columns.sha'), record.sha256],
    [t('params.created'), format.dateTime(record.createdAt)],
  ];
  const check = async () => {
    const result = await verify.run({ exportId: record.id });
    setStatus(result.ok ? result.value.status : undefined);
  };
  return (
    <>
      <CardHead title={record.fileName} closeLabel={t('common:actions.close')} onClose={onClose} />
      <Box component="dl" className="facts selectable" px={16} py={8}>
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Box>
      <Group gap={8} py={8} px={16}>
        <Button
          leftSection={<IconFolder size={15} aria-hidden />}
          onClick={() => void show.run({ exportId: record.id })}
        >
          {t('showInFolder')}
        </Button>
        <Button
          leftSection={<IconShieldCheck size={15} aria-hidden />}
          loading={verify.busy}
          onClick={() => void check()}
        >
          {t('verify')}
        </Button>
        {listId === null ? null : (
          <Button leftSection={<IconFileText size={15} aria-hidden />} onClick={() => onOpenList(listId)}>
            {t('openList')}
          </Button>
        )}
      </Group>
      <ErrorNotice error={show.error} />
      <ErrorNotice error={verify.error} />
      {status === undefined ? null : (
        <Notice tone={TONES[status]} live="status">
          {t(`verified.${status}`)}
        </Notice>
      )}
    </>
  );
};
