import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { Notice } from '../../ui/notice.tsx';
import { useDateOrder } from '../../ui/use-date-order.ts';
import styles from './import.module.css';
import type { ReadingChange } from './import-reading-options.tsx';

interface ImportNotesProps {
  readonly preview: ImportPreview;
  readonly onReading: (change: ReadingChange) => void;
}

/** Reports what is imported in spite of a doubt or left out, so that the user can check it. */
export const ImportNotes = ({ preview, onReading }: ImportNotesProps) => {
  const { t } = useTranslation('clients');
  const { counts, notes, reading, headerLine } = preview;
  const lines = notes.brokenLines.join(', ');
  return (
    <>
      {preview.asLastTime ? (
        <Notice tone="info" strip>
          {t('importer.notes.asLastTime')}
        </Notice>
      ) : null}
      {reading.above > 0 && headerLine !== null ? (
        <Notice
          tone="info"
          strip
          actions={
            <Button size="compact-sm" onClick={() => onReading({ above: 0 })}>
              {t('importer.notes.readAbove')}
            </Button>
          }
        >
          {t('importer.notes.above', { count: headerLine - 1, line: headerLine })}
        </Notice>
      ) : null}
      {notes.brokenPlaces === 0 ? null : (
        <Notice tone="warn" strip>
          {t('importer.notes.broken', { count: notes.brokenPlaces, lines })}
        </Notice>
      )}
      {notes.otherKeys === 0 ? null : (
        <Notice tone="warn" strip>
          {t('importer.notes.otherKeys', { count: notes.otherKeys, lines: notes.otherKeyLines.join(', ') })}
        </Notice>
      )}
      {notes.dateKeys === 0 ? null : (
        <Notice tone="warn" strip>
          {t('importer.notes.dateKeys', { count: notes.dateKeys })}
        </Notice>
      )}
      {preview.twoDays === null && reading.dayFirst === null && preview.provenOrder === null ? null : (
        <DateOrder
          example={preview.twoDays}
          dayFirst={reading.dayFirst}
          proven={preview.provenOrder}
          onReading={onReading}
        />
      )}
      {notes.doubtfulEnds === 0 ? null : (
        <Notice tone="warn" strip>
          {t('importer.notes.doubtfulEnds', { count: notes.doubtfulEnds, lines: notes.doubtfulLines.join(', ') })}
        </Notice>
      )}
      {counts.spacedKeys === 0 ? null : (
        <Notice tone="warn" strip>
          {t('importer.spacedKeys', { count: counts.spacedKeys })}
        </Notice>
      )}
      {reading.keyFromId || (notes.withoutKey > 0 && reading.columns.includes('clientKey')) ? (
        <Checkbox
          className={styles.option}
          label={t('importer.notes.keyFromId')}
          checked={reading.keyFromId}
          onChange={(event) => onReading({ keyFromId: event.currentTarget.checked })}
        />
      ) : null}
    </>
  );
};

interface DateOrderProps extends Pick<ImportNotesProps, 'onReading'> {
  /** A date that can be read in two ways; `null` once the user has chosen. */
  readonly example: string | null;
  readonly dayFirst: boolean | null;
  readonly proven: ImportPreview['provenOrder'];
}

const ANY_DATE = '03/04/2026';

/** Says in which order day and month were read, or asks for it. */
const DateOrder = ({ example, dayFirst, proven, onReading }: DateOrderProps) => {
  const { label, help, value, options } = useDateOrder({ chosen: dayFirst, proven, example: example ?? ANY_DATE });
  return (
    <Radio.Group
      className={styles.option}
      label={label}
      description={help}
      value={value}
      onChange={(chosen) => onReading({ dayFirst: chosen === 'true' })}
    >
      <Group gap={16} mt={6}>
        {options.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Group>
    </Radio.Group>
  );
};
