import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { Toolbar } from '../../ui/toolbar.tsx';

type Reading = ImportPreview['reading'];
/** `columns: null` detects the columns again. */
export type ReadingChange = Partial<Omit<Reading, 'columns'>> & { readonly columns?: Reading['columns'] | null };

interface ImportReadingOptionsProps {
  readonly reading: Reading;
  readonly onChange: (change: ReadingChange) => void;
}

const ENCODINGS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1251', label: 'Windows-1251' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
  { value: 'cp866', label: 'DOS (cp866)' },
  { value: 'koi8-r', label: 'KOI8-R' },
  { value: 'maccyrillic', label: 'Mac Cyrillic' },
] as const;

const DELIMITERS = [
  { value: ';', name: 'semicolon' },
  { value: ',', name: 'comma' },
  { value: '\t', name: 'tab' },
] as const;

/** Chooses how the file is read. Each change reads it again. */
export const ImportReadingOptions = ({ reading, onChange }: ImportReadingOptionsProps) => {
  const { t } = useTranslation('clients');
  const id = useId();
  return (
    <Toolbar
      label={t('importer.options')}
      end={<Button onClick={() => onChange({ columns: null })}>{t('importer.guess')}</Button>}
    >
      <Group gap={8} wrap="nowrap">
        <label htmlFor={`${id}-encoding`}>{t('importer.encoding')}</label>
        <NativeSelect
          id={`${id}-encoding`}
          data={[...ENCODINGS]}
          value={reading.encoding}
          onChange={(event) => {
            const encoding = ENCODINGS.find(({ value }) => value === event.currentTarget.value)?.value;
            // Other titles of the columns may mean other contents, so the columns are detected again.
            if (encoding !== undefined) onChange({ encoding, columns: null });
          }}
        />
      </Group>
      <Group gap={8} wrap="nowrap">
        <label htmlFor={`${id}-delimiter`}>{t('importer.delimiter')}</label>
        <NativeSelect
          id={`${id}-delimiter`}
          data={DELIMITERS.map(({ value, name }) => ({ value, label: t(`importer.delimiters.${name}`) }))}
          value={reading.delimiter}
          onChange={(event) => {
            const delimiter = DELIMITERS.find(({ value }) => value === event.currentTarget.value)?.value;
            // Another separator gives other columns, so they are detected again.
            if (delimiter !== undefined) onChange({ delimiter, columns: null });
          }}
        />
      </Group>
      <Checkbox
        label={t('importer.header')}
        checked={reading.hasHeader}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
      />
    </Toolbar>
  );
};
