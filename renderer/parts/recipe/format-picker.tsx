import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FormatId } from '#shared/contract/lists.ts';
import { FORMAT_IDS } from '#shared/domain/limits.ts';
import { FORMAT_LAYOUTS } from '../lists/format-layouts.ts';
import styles from './recipe-fields.module.css';

interface FormatPickerProps {
  readonly value: FormatId;
  readonly onChange: (formatId: FormatId) => void;
}

/** The three layouts, each shown as it will look. */
export const FormatPicker = ({ value, onChange }: FormatPickerProps) => {
  const { t } = useTranslation('generator');
  return (
    <Radio.Group
      label={t('format.label')}
      value={String(value)}
      onChange={(text) => onChange(FORMAT_IDS.find((formatId) => String(formatId) === text) ?? 1)}
    >
      <Stack gap={0} mt={4}>
        {FORMAT_IDS.map((formatId) => (
          <Radio
            key={formatId}
            className={styles.format}
            value={String(formatId)}
            label={
              <>
                <span className={styles.formatNumber}>{formatId}</span>
                <code>{FORMAT_LAYOUTS[formatId]}</code>
              </>
            }
            description={formatId === 3 ? t('format.bare') : undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
};
