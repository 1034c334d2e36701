import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { ActionItem } from '../../ui/menu-action.tsx';

/** A menu item that opens the client of a row. */
export const OpenClientItem = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation(['lists', 'common']);
  return (
    <ActionItem
      action={{ icon: IconUser, label: t('common:words.openClient'), run: () => go('clients', { clientId }) }}
    />
  );
};
