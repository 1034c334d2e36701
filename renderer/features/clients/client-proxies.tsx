import { useTranslation } from 'react-i18next';
import type { ClientRow } from '#shared/contract/clients.ts';
import { go } from '../../nav/router.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** The dedicated proxies that are assigned to a client. */
export const ClientProxies = ({ client }: { readonly client: ClientRow }) => {
  const { t } = useTranslation('clients');
  return (
    <section className="part">
      <TextLink onGo={() => go('dedicated', { filter: { clientId: client.id } })}>{t('tabs.proxies')}</TextLink>
    </section>
  );
};
