import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { ActionItem } from '../../ui/menu-action.tsx';

/** The way from a row to the client it is about. */
export const OpenClientItem = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation(['lists', 'common']);
  return (
    <ActionItem
      action={{ icon: IconUser, label: t('common:words.openClient'), run: () => go('clients', { clientId }) }}
    />
  );
};
