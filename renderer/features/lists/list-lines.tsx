import { IconFileOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FormatId, HostVariant, ProxyList } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { VirtualLines } from '../../ui/virtual-lines.tsx';
import { linesOfVariant } from './use-list.ts';

export interface ListView {
  readonly variant: HostVariant;
  readonly formatId: FormatId;
  readonly reveal: boolean;
}

interface ListLinesProps {
  readonly list: ProxyList;
  readonly view: ListView;
}

const PAGE = 200;

/** The lines in any number, read from the core as they come into view; passwords masked unless asked for. */
export const ListLines = ({ list, view }: ListLinesProps) => {
  const { t } = useTranslation('lists');
  const lineCount = linesOfVariant(list, view.variant);
  // While the list grows the same question gets longer answers, so its length is not part of the key but of the state.
  const question = JSON.stringify({ listId: list.id, ...view });
  const rows = useWindowedRows<string>(
    async (offset, limit) => {
      const result = await call('lists.lines', { listId: list.id, ...view, offset, limit });
      return result.ok ? { ok: true, value: { rows: result.value.lines, total: result.value.total } } : result;
    },
    `${question} ${list.state === 'running' ? Math.min(lineCount, PAGE) : lineCount}`,
    { pageSize: PAGE },
  );
  if (rows.error !== undefined) return <ErrorNotice error={rows.error} onRetry={rows.reload} />;
  if (lineCount === 0 && list.state !== 'running') {
    return (
      <EmptyState
        icon={IconFileOff}
        title={t('noLines')}
        text={list.lineCount > 0 ? t('noVariant') : t('noLinesText')}
      />
    );
  }
  return (
    <VirtualLines
      label={t('preview')}
      lineCount={Math.max(rows.rowCount, lineCount)}
      getLine={rows.getRow}
      onRangeChange={rows.onRangeChange}
      resetKey={question}
    />
  );
};
