import { IconFileOff } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormatId, HostVariant, ProxyList } from '#shared/contract/lists.ts';
import { call } from '../../bridge/desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useWindowedRows, type WindowedRows } from '../../ui/use-windowed-rows.ts';
import { VirtualLines } from '../../ui/virtual-lines.tsx';
import { linesOfVariant } from './use-proxy-list.ts';

export interface ListLinesView {
  readonly variant: HostVariant;
  readonly formatId: FormatId;
  readonly reveal: boolean;
}

interface ListLinesProps {
  readonly list: ProxyList;
  readonly view: ListLinesView;
}

const PAGE = 200;

/**
 * While a list grows, its rows are read again only when the end of the known rows is visible, and once when the list is
 * complete. Reading after every chunk would make the visible lines flicker.
 */
const useGrowingRows = (rows: WindowedRows<string>, lineCount: number, running: boolean) => {
  const { rowCount, first, reload, onRangeChange } = rows;
  const lastSeen = useRef(0);
  const latest = useRef({ rowCount, lineCount });
  latest.current = { rowCount, lineCount };

  useEffect(() => {
    const known = latest.current.rowCount;
    if (!first && lineCount > known && (!running || lastSeen.current >= known - 1)) reload();
  }, [first, lineCount, running, reload]);

  return useCallback(
    (from: number, to: number) => {
      lastSeen.current = to;
      onRangeChange(from, to);
      const now = latest.current;
      if (to >= now.rowCount && now.rowCount < now.lineCount) reload();
    },
    [onRangeChange, reload],
  );
};

/**
 * Shows any number of lines, which are read from the core as they scroll into view. Passwords are masked unless the
 * user asks.
 */
export const ListLines = ({ list, view }: ListLinesProps) => {
  const { t } = useTranslation('lists');
  const lineCount = linesOfVariant(list, view.variant);
  const question = JSON.stringify({ listId: list.id, ...view });
  const rows = useWindowedRows<string>(
    async (offset, limit) => {
      const result = await call('lists.lines', { listId: list.id, ...view, offset, limit });
      return result.ok ? { ok: true, value: { rows: result.value.lines, total: result.value.total } } : result;
    },
    question,
    { pageSize: PAGE },
  );
  const onRangeChange = useGrowingRows(rows, lineCount, list.state === 'running');
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
      onRangeChange={onRangeChange}
      resetKey={question}
    />
  );
};
