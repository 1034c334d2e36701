import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListsLine } from '#shared/contract/runs.ts';
import { go } from '../../../nav/router.ts';
import { CopyRowItem } from '../../../ui/copy-row-item.tsx';
import { ActionItem } from '../../../ui/menu-action.tsx';
import { OpenClientItem } from '../../clients/open-client-item.tsx';
import { reasonOf } from './item-columns.tsx';

/** The ways from a line, and what it says, behind the right click. */
export const ListsLineMenu = ({ line }: { readonly line: ListsLine }) => {
  const { t } = useTranslation(['runLists', 'runs', 'lists']);
  const { listId, clientId, clientName, fileName } = line;
  return (
    <>
      {listId === null ? null : (
        <ActionItem action={{ icon: IconFileText, label: t('lists:openList'), run: () => go('lists', { listId }) }} />
      )}
      {clientId === null ? null : <OpenClientItem clientId={clientId} />}
      <CopyRowItem cells={[clientName, fileName, reasonOf(line, t)]} />
    </>
  );
};
