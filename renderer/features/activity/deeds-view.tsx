import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deed } from '#shared/contract/undo.ts';
import { call } from '../../bridge/desk.ts';
import { useDeskEvent } from '../../bridge/use-desk-event.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { DataGrid } from '../../ui/data-grid.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GridNote } from '../../ui/grid-note.tsx';
import { ActionItem } from '../../ui/menu-action.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { takeBackInCore } from '../../ui/undo-toast.tsx';
import { useWindowedRows } from '../../ui/use-windowed-rows.ts';
import { deedColumns } from './deed-columns.tsx';

const takeBack = ({ id }: Deed): void => void takeBackInCore(id);

/**
 * Lists the changes to clients, lists and proxies of the last day, which can be undone. `views` is the screen's own
 * switch, above the list.
 */
export const DeedsView = ({ views }: { readonly views: ReactNode }) => {
  const { t } = useTranslation(['undo', 'common']);
  const format = useFormat();
  const columns = useMemo(() => deedColumns({ t, format, takeBack }), [t, format]);
  const rows = useWindowedRows<Deed>((offset, limit) => call('undo.list', { offset, limit }), 'deeds');
  useDeskEvent('undo.changed', rows.reload);
  return (
    <>
      <Toolbar label={t('common:words.whatToShow')}>{views}</Toolbar>
      <GridNote>{t('about')}</GridNote>
      <div className="fill">
        <DataGrid
          rows={rows}
          label={t('title')}
          columns={columns}
          getRowId={(deed) => String(deed.id)}
          storageKey="deeds"
          menu={(deed) => (
            <ActionItem
              action={{ icon: IconArrowBackUp, label: t('common:actions.undo'), run: () => takeBack(deed) }}
              disabled={deed.state !== 'done'}
            />
          )}
          empty={<EmptyState icon={IconArrowBackUp} title={t('empty.title')} text={t('empty.text')} />}
        />
      </div>
    </>
  );
};
