import { Button, Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { VirtualLines } from '../../ui/virtual-lines.tsx';
import styles from './purchase-dialog.module.css';

/** All lines are loaded already. */
const nothing = () => {};

/** Indents JSON. Any other text stays as it came. */
const lineUp = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The unchanged answer of the service. It is read only on request, and secrets stay masked until a second request. */
export const RawAnswerView = ({ purchaseId }: { readonly purchaseId: number }) => {
  const { t } = useTranslation('ledger');
  const [shown, setShown] = useState<'hidden' | 'masked' | 'revealed'>('hidden');
  const answer = useQuery(
    'purchases.rawAnswer',
    shown === 'hidden' ? null : { purchaseId, reveal: shown === 'revealed' },
  );
  const { value, error } = answer;
  const lines = useMemo(() => lineUp(value?.text ?? '').split('\n'), [value?.text]);
  return (
    <>
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
          {value.text === '' ? (
            <p>{t('raw.empty')}</p>
          ) : (
            <div className={styles.raw}>
              <VirtualLines
                label={t('raw.title')}
                lineCount={lines.length}
                getLine={(index) => lines[index]}
                onRangeChange={nothing}
              />
            </div>
          )}
        </>
      )}
    </>
  );
};
