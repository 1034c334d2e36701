import { Button, Checkbox, Group, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { Notice } from '../../ui/notice.tsx';
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
      {preview.twoDays === null && reading.dayFirst === null ? null : (
        <DateOrder example={preview.twoDays} dayFirst={reading.dayFirst} onReading={onReading} />
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
}

const ANY_DATE = '03/04/2026';

/** Asks for the order of day and month. */
const DateOrder = ({ example, dayFirst, onReading }: DateOrderProps) => {
  const { t } = useTranslation('clients');
  return (
    <Radio.Group
      className={styles.option}
      label={t('importer.dateOrder', { text: example ?? ANY_DATE })}
      value={dayFirst === null ? '' : String(dayFirst)}
      onChange={(chosen) => onReading({ dayFirst: chosen === 'true' })}
    >
      <Group gap={16} mt={6}>
        <Radio value="true" label={t('importer.dayFirst')} />
        <Radio value="false" label={t('importer.monthFirst')} />
      </Group>
    </Radio.Group>
  );
};
