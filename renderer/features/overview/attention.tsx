import { Group } from '@mantine/core';
import { IconMoodHappy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OverviewNeeds, RenewalForecast } from '#shared/contract/overview.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { needLines } from './need-lines.ts';
import { NeedRow } from './need-row.tsx';
import styles from './overview.module.css';
import { OverviewSection } from './section.tsx';

interface AttentionProps {
  readonly needs: OverviewNeeds;
  /** `undefined` while it is being read. */
  readonly forecast: RenewalForecast | undefined;
}

/** Lists what should not wait until tomorrow, worst first. Each line leads to exactly what it counts. */
export const Attention = ({ needs, forecast }: AttentionProps) => {
  const { t } = useTranslation('overview');
  const lines = needLines(needs, forecast);
  return (
    <OverviewSection title={t('needs.title')}>
      {lines.length === 0 ? (
        <AllClear belowGb={needs.lowTrafficGb} />
      ) : (
        <ul>
          {lines.map((line) => (
            <NeedRow
              key={JSON.stringify([
                line.kind,
                'window' in line ? line.window : '',
                'poolType' in line ? line.poolType : '',
              ])}
              line={line}
              belowGb={needs.lowTrafficGb}
            />
          ))}
        </ul>
      )}
    </OverviewSection>
  );
};

const AllClear = ({ belowGb }: { readonly belowGb: number }) => {
  const { t } = useTranslation('overview');
  const format = useFormat();
  return (
    <Group gap={12} wrap="nowrap" py={8}>
      <IconMoodHappy size={28} stroke={1.5} aria-hidden className={styles.clearIcon} />
      <div>
        <p style={{ fontWeight: 600 }}>{t('needs.clear')}</p>
        <p className={styles.none}>{t('needs.clearText', { gb: format.gb(belowGb) })}</p>
      </div>
    </Group>
  );
};
