import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import styles from './purchases.module.css';

/** The service's answer as it came, read only when asked for; secrets stay masked until asked for again. */
export const RawAnswer = ({ purchaseId }: { readonly purchaseId: number }) => {
  const { t } = useTranslation('ledger');
  const [shown, setShown] = useState<'hidden' | 'masked' | 'revealed'>('hidden');
  const answer = useQuery(
    'purchases.rawAnswer',
    shown === 'hidden' ? null : { purchaseId, reveal: shown === 'revealed' },
  );
  const { value, error } = answer;
  return (
    <>
      <h3 className={styles.subheading}>{t('raw.title')}</h3>
      <Group gap={8} mt={8}>
        <Button size="compact-sm" onClick={() => setShown(shown === 'hidden' ? 'masked' : 'hidden')}>
          {t(shown === 'hidden' ? 'raw.show' : 'raw.hide')}
        </Button>
        {shown === 'hidden' ? null : (
          <Button size="compact-sm" onClick={() => setShown(shown === 'masked' ? 'revealed' : 'masked')}>
            {t(shown === 'masked' ? 'raw.reveal' : 'raw.mask')}
          </Button>
        )}
      </Group>
      <ErrorNotice error={error} />
      {value === undefined ? null : (
        <>
          <p className="para dim">
            {value.status === null ? t('raw.noStatus') : t('raw.status', { status: value.status })}
            {value.complete ? '' : ` · ${t('raw.incomplete')}`}
          </p>
          <p className={`${styles.support} selectable`}>{value.text === '' ? t('raw.empty') : value.text}</p>
        </>
      )}
    </>
  );
};
