import { Button, Checkbox, Group, NativeSelect } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/clients.ts';
import { Toolbar } from '../../ui/toolbar.tsx';

type Reading = ImportPreview['reading'];
/** `columns: null` detects the columns again. */
export type ReadingChange = Partial<Omit<Reading, 'columns'>> & { readonly columns?: Reading['columns'] | null };

interface ImportReadingOptionsProps {
  readonly preview: ImportPreview;
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

/** Chooses how the table is read. Each change reads it again. */
export const ImportReadingOptions = ({ preview, onChange }: ImportReadingOptionsProps) => {
  const { t } = useTranslation('clients');
  const { reading, source, sheets } = preview;
  return (
    <Toolbar
      label={t('importer.options')}
      end={<Button onClick={() => onChange({ columns: null })}>{t('importer.guess')}</Button>}
    >
      {source === 'text' ? (
        <Choice
          label={t('importer.encoding')}
          data={[...ENCODINGS]}
          value={reading.encoding}
          onChoose={(chosen) => {
            const encoding = ENCODINGS.find(({ value }) => value === chosen)?.value;
            // Other titles of the columns may mean other contents, so the columns are detected again.
            if (encoding !== undefined) onChange({ encoding, columns: null });
          }}
        />
      ) : null}
      {source === 'sheet' ? null : (
        <Choice
          label={t('importer.delimiter')}
          data={DELIMITERS.map(({ value, name }) => ({ value, label: t(`importer.delimiters.${name}`) }))}
          value={reading.delimiter}
          onChoose={(chosen) => {
            const delimiter = DELIMITERS.find(({ value }) => value === chosen)?.value;
            // Another separator gives other columns, so they are detected again.
            if (delimiter !== undefined) onChange({ delimiter, columns: null });
          }}
        />
      )}
      {sheets.length > 1 ? (
        <Choice
          label={t('importer.sheet')}
          data={sheets.map(({ index, name }) => ({ value: String(index), label: name }))}
          value={String(reading.sheet)}
          onChoose={(chosen) => onChange({ sheet: Number(chosen), columns: null })}
        />
      ) : null}
      <Checkbox
        label={t('importer.header')}
        checked={reading.hasHeader}
        onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
      />
    </Toolbar>
  );
};

interface ChoiceProps {
  readonly label: ReactNode;
  readonly data: { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
}

const Choice = ({ label, data, value, onChoose }: ChoiceProps) => {
  const id = useId();
  return (
    <Group gap={8} wrap="nowrap">
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        data={data}
        value={value}
        maw={240}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </Group>
  );
};
