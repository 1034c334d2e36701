import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge/desk.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Section } from './setting-row.tsx';
import styles from './settings.module.css';

export const AboutSection = () => {
  const { t } = useTranslation(['settings', 'common']);
  const info = useQuery('system.info', {});
  const [copied, setCopied] = useState(false);
  const facts =
    info.value === undefined
      ? []
      : ([
          [t('about.version'), info.value.version],
          [t('about.runtime'), info.value.runtime],
          [t('about.platform'), info.value.platform],
          [t('about.dataFolder'), info.value.dataFolder],
        ] as const);
  return (
    <Section title={t('sections.about')}>
      {info.error === undefined ? null : <ErrorNotice error={info.error} onRetry={info.reload} />}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className="selectable">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.after}>
        <Button onClick={() => void call('system.showDataFolder', {})}>{t('about.showDataFolder')}</Button>
        <Button
          onClick={() =>
            setCopied(
              copyText(
                facts
                  .slice(0, 3)
                  .map((fact) => fact.join(': '))
                  .join('\n'),
              ),
            )
          }
        >
          {copied ? t('common:actions.copied') : t('about.copy')}
        </Button>
      </div>
    </Section>
  );
};
