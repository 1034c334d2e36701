import { IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { go } from '../../nav/router.ts';
import { DeedItem } from '../../ui/deed.tsx';

/** The way from a row to the client it is about. */
export const OpenClientItem = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('lists');
  return <DeedItem deed={{ icon: IconUser, label: t('openClient'), run: () => go('clients', { clientId }) }} />;
};
