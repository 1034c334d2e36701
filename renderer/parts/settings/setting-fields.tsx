import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Settings } from '#shared/contract/settings.ts';
import { parseDecimalNumber, parseWholeNumber, readingsOf } from '#shared/domain/typed-number.ts';
import { problemText } from '../../i18n/describe-error.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { typedNumber } from '../../ui/typed-number-text.ts';
import { SettingRow } from './setting-row.tsx';
import { useSetting } from './use-setting.ts';

type KeysOf<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];

interface TextSettingProps {
  readonly name: KeysOf<string>;
  readonly label: string;
  readonly help: string;
  /** Drawn below the field from the typed text, before it is saved. */
  readonly preview?: (typed: string) => ReactNode;
  readonly placeholder?: string;
  /** The text may have several lines: the field shows at least this many of them, and Enter begins another one. */
  readonly lines?: number;
}

/** A text setting that is saved on leaving the field, and on Enter if it has one line. Esc discards the edit. */
export const TextSetting = ({ name, label, help, preview, placeholder, lines }: TextSettingProps) => {
  const { saved, save, error, clearError, justSaved } = useSetting(name);
  const [typed, setTyped] = useState<string>(saved ?? '');
  const change = (text: string) => {
    setTyped(text);
    clearError();
  };
  useEffect(() => setTyped(saved ?? ''), [saved]);
  const field = {
    value: typed,
    placeholder: placeholder ?? '',
    error,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(event.currentTarget.value),
    onBlur: () => void save(typed as Settings[typeof name]),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && lines === undefined) void save(typed as Settings[typeof name]);
      if (event.key === 'Escape') change(saved ?? '');
    },
  };
  return (
    <SettingRow label={label} help={help} saved={justSaved}>
      {(ids) => (
        <>
          {lines === undefined ? (
            <TextInput {...ids} {...field} spellCheck={false} />
          ) : (
            <Textarea {...ids} {...field} autosize minRows={lines} maxRows={8} />
          )}
          {preview?.(typed)}
        </>
      )}
    </SettingRow>
  );
};

interface NumberSettingProps {
  readonly name: KeysOf<number>;
  readonly label: string;
  readonly help: string;
  readonly step?: number;
  /** Only whole numbers are valid. */
  readonly whole?: boolean;
}

/** A setting with a number, which is saved on leaving the field and on Enter. Esc discards the edit. */
export const NumberSetting = ({ name, label, help, step, whole = false }: NumberSettingProps) => {
  const { t, i18n } = useTranslation('settings');
  const { saved, save, error, clearError, justSaved } = useSetting(name);
  const stored = saved === undefined ? '' : typedNumber(saved, i18n.language);
  const [typed, setTyped] = useState(stored);
  const [isUnreadable, setUnreadable] = useState(false);
  const change = (text: string) => {
    setTyped(text);
    setUnreadable(false);
    clearError();
  };
  useEffect(() => setTyped(stored), [stored]);
  const commit = () => {
    const number = whole ? parseWholeNumber(typed) : parseDecimalNumber(typed);
    setUnreadable(number === null);
    // JSON cannot carry an infinite number. The core refuses the largest safe integer as too large instead.
    if (number !== null) void save(Math.min(number, Number.MAX_SAFE_INTEGER));
  };
  const readings = whole ? null : readingsOf(typed);
  const noNumber =
    readings === null
      ? t(whole ? 'wholeNumber' : 'number')
      : problemText({ field: name, code: 'number-ambiguous', params: readings });
  return (
    <SettingRow label={label} help={help} saved={justSaved}>
      {(ids) => (
        <NumberField
          {...ids}
          styles={{ wrapper: { width: 140 } }}
          value={typed}
          decimal={!whole}
          step={step ?? 1}
          error={isUnreadable ? noNumber : error}
          onChange={change}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'Escape') change(stored);
          }}
        />
      )}
    </SettingRow>
  );
};

/** The settings with a few named values. */
type Chosen = 'language' | 'theme' | 'lineEnding' | 'scriptAccess';

interface ChoiceSettingProps<K extends Chosen> {
  readonly name: K;
  readonly label: string;
  readonly help?: string;
  readonly choices: readonly { readonly value: Settings[K]; readonly label: string }[];
}

/** A setting with a few named values, which is saved as soon as another one is chosen. */
export const ChoiceSetting = <K extends Chosen>(props: ChoiceSettingProps<K>) => {
  const { saved, save, justSaved } = useSetting(props.name);
  return (
    <SettingRow label={props.label} saved={justSaved} {...(props.help === undefined ? {} : { help: props.help })}>
      {(ids) => (
        <SegmentedControl
          {...ids}
          aria-label={props.label}
          data={[...props.choices]}
          value={String(saved ?? props.choices[0]?.value)}
          onChange={(value) => void save(value as Settings[K])}
        />
      )}
    </SettingRow>
  );
};
