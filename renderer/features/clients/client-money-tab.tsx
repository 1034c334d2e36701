import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { go } from '../../nav/router.ts';
import { ClientMoneyFacts } from '../sales/client-money.tsx';

/** Shows debt and payments of the client, or how to begin to keep them. */
export const ClientMoneyTab = ({ clientId }: { readonly clientId: number }) => {
  const { t } = useTranslation('clients');
  if (useSalesInUse()) return <ClientMoneyFacts clientId={clientId} />;
  return (
    <section className="part">
      <p className="dim">{t('money.none')}</p>
      <Button size="compact-sm" mt={8} onClick={() => go('purchases', { filter: { view: 'prices' } })}>
        {t('money.prices')}
      </Button>
    </section>
  );
};
