import { useTranslation } from 'react-i18next';
import { useSalesInUse } from '../../bridge/sales-store.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { ClientFilterField } from '../../parts/clients/client-filter-field.tsx';
import { Answer } from '../../ui/answer.tsx';
import { ScreenBody } from '../../ui/screen.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { AddProxiesPrice } from './add-proxies-price.tsx';
import { FillPrices, PriceEarlier } from './fill-prices.tsx';
import { PriceTable } from './price-table.tsx';
import styles from './sales.module.css';

interface PricesViewProps {
  readonly clientId: number | undefined;
  readonly onClient: (clientId: number | undefined) => void;
}

/** The general price list, or the different prices of one client. */
export const PricesView = ({ clientId, onClient }: PricesViewProps) => {
  const { t } = useTranslation(['sales', 'common']);
  const inUse = useSalesInUse();
  const whose = clientId ?? null;
  const prices = useQuery('sales.prices', { clientId: whose }, ['sales.changed']);
  return (
    <>
      <Toolbar label={t('sales:prices.whose')}>
        <ClientFilterField
          label={t('common:words.client')}
          anyLabel={t('sales:prices.everybody')}
          clientId={clientId}
          onChange={onClient}
        />
      </Toolbar>
      <ScreenBody width={1540}>
        <div className={styles.prices}>
          <div>
            <p className={styles.intro}>{t(whose === null ? 'sales:prices.intro' : 'sales:prices.introClient')}</p>
            {whose === null ? <FillPrices /> : null}
            <Answer query={prices} height={320}>
              {({ rows }) => <PriceTable rows={rows} clientId={whose} />}
            </Answer>
          </div>
          <div>
            <AddProxiesPrice key={String(whose)} clientId={whose} />
            {whose === null && inUse ? <PriceEarlier /> : null}
          </div>
        </div>
      </ScreenBody>
    </>
  );
};
