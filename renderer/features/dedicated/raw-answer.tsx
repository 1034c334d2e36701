import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuery } from '../../bridge/use-query.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { VirtualLines } from '../../ui/virtual-lines.tsx';
import styles from './dedicated.module.css';

/** All lines are there already. */
const nothing = () => {};

/** Lines up JSON; anything else stays as it came. */
const lineUp = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The answer to the purchase, as it came: what is left when something in it could not be read. */
export const RawAnswer = ({ proxyId }: { readonly proxyId: number }) => {
  const { t } = useTranslation('dedicated');
  const [opened, setOpened] = useState(false);
  const [reveal, setReveal] = useState(false);
  const query = useQuery('dedicated.rawAnswer', opened ? { proxyId, reveal } : null);
  const text = query.value?.text;
  const lines = useMemo(() => (text === undefined ? [] : lineUp(text).split('\n')), [text]);
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{t('detail.raw')}</h3>
      <p className="dim">{t('detail.rawText')}</p>
      <Button
        mt={8}
        onClick={() => {
          if (opened) setReveal(!reveal);
          setOpened(true);
        }}
      >
        {opened ? (reveal ? t('detail.rawHide') : t('detail.rawShow')) : t('detail.rawOpen')}
      </Button>
      <ErrorNotice error={query.error} />
      {query.value === undefined ? null : (
        <div className={styles.raw}>
          <VirtualLines
            label={t('detail.raw')}
            lineCount={lines.length}
            getLine={(index) => lines[index]}
            onRangeChange={nothing}
          />
        </div>
      )}
    </section>
  );
};
