import { Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '#shared/domain/country-name.ts';
import type { Ipv } from '#shared/domain/limits.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { CountryFlag, flagMark } from '../../parts/places/country-flag.tsx';
import { prepareCountries, searchCountries } from '../../parts/places/search-countries.ts';
import { Age } from '../../ui/age.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import type { SelectOption } from '../../ui/select-option.ts';
import { RefreshButton } from '../../ui/service-hint.tsx';
import { useUnchosen } from '../../ui/unchosen.tsx';
import { useChoosing } from '../../ui/use-choosing.ts';
import styles from './dedicated.module.css';
import { useCountries } from './use-countries.ts';

export interface ChosenCountry {
  readonly code: string;
  readonly title: string;
}

interface CountryPickerProps {
  readonly ipv: Ipv;
  readonly value: ChosenCountry | null;
  /** The wanted number. The field warns if fewer are available. */
  readonly wanted: number;
  /** Called with `null` from the first typed letter on. */
  readonly onChange: (country: ChosenCountry | null) => void;
  readonly error: string | undefined;
}

/**
 * Chooses a country of one kind, and shows how many proxies are left in each. Typing searches; arrows and Enter choose.
 */
export const CountryPicker = ({ ipv, value, wanted, onChange, error }: CountryPickerProps) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const language = useLanguage();
  const format = useFormat();
  const id = useId();
  /** The search that the list answers. It stays after a choice. */
  const [search, setSearch] = useState('');
  /** Present while the field contains that search, with the previous choice. */
  const [typing, setTyping] = useState<{ readonly before: ChosenCountry | null }>();
  const isUnchosen = typing !== undefined && search.trim() !== '';
  const [hasFocus, setFocus] = useState(false);
  useUnchosen(isUnchosen);
  const { countries, query, availabilityOf, need, refresh } = useCountries(ipv);

  useEffect(() => prepareCountries(countries.map(({ code }) => code)), [countries]);
  const shown = useMemo(() => {
    const ofService = countries.map(({ code, title }) => ({ code, name: title }));
    return searchCountries(ofService, search, language);
  }, [countries, search, language]);
  const optionAt = (index: number): SelectOption | undefined => {
    const country = shown[index];
    if (country === undefined) return undefined;
    const count = availabilityOf(country.code)?.count;
    return { ...country, ...(count === undefined ? {} : { count }) };
  };
  const choose = ({ code, name }: SelectOption) => {
    setTyping(undefined);
    onChange({ code, title: name });
  };
  const { cursor, onKey } = useChoosing<SelectOption>({
    rows: {
      rowCount: shown.length,
      getRow: optionAt,
      shownKey: query.value === undefined ? undefined : search,
      error: query.error,
    },
    typedKey: search,
    isOpen: true,
    onOpen: () => undefined,
    onTake: choose,
    text: typing === undefined ? '' : search,
  });

  const type = (text: string) => {
    setSearch(text);
    setTyping({ before: typing?.before ?? value });
    if (value !== null) onChange(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (onKey(event) || event.key !== 'Escape' || typing === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setTyping(undefined);
    setSearch('');
    if (typing.before !== null) onChange(typing.before);
  };

  const chosenName = value === null ? '' : countryName(value.code, value.title, language);
  const available = value === null ? undefined : availabilityOf(value.code);
  return (
    <div>
      <TextInput
        data-autofocus
        label={t('common:words.country')}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={cursor >= 0 ? `${id}-${cursor}` : undefined}
        data-mantine-stop-propagation={typing !== undefined}
        aria-autocomplete="list"
        placeholder={t('buy.countrySearch')}
        leftSection={<IconSearch size={15} aria-hidden />}
        spellCheck={false}
        value={typing === undefined ? chosenName : search}
        error={isUnchosen && !hasFocus ? t('common:choosing.unchosen', { text: search.trim() }) : error}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          setFocus(true);
          event.currentTarget.select();
        }}
        onBlur={() => setFocus(false)}
        mb={6}
      />
      <ErrorNotice error={query.error} onRetry={query.reload} />
      <div className={styles.countries}>
        <OptionList
          id={id}
          label={t('common:words.countries')}
          rows={{
            rowCount: shown.length,
            getRow: optionAt,
            version: 0,
            first: query.value === undefined && query.error === undefined,
            loading: query.loading,
            error: undefined,
            onRangeChange: (from, to) => need(shown.slice(from, to + 1).map(({ code }) => code)),
            reload: query.reload,
          }}
          resetKey={`${ipv} ${search}`}
          cursor={cursor}
          isChosen={(code) => code === value?.code}
          onToggle={choose}
          markOf={flagMark}
          single
          shown={6}
        />
      </div>
      <Group gap={6} wrap="nowrap" mt={4} mih={26} role="status">
        {value === null ? null : available === undefined ? (
          <span className="dim">{t('buy.availableUnknown')}</span>
        ) : (
          <>
            <span>
              <CountryFlag code={value.code} />
              <strong>{chosenName}</strong>. {t('buy.available', { number: format.number(available.count) })}
            </span>
            <Age at={available.asOf} />
            <RefreshButton label={t('buy.refreshAvailable')} onClick={() => refresh(value.code)} />
          </>
        )}
      </Group>
      {available === undefined || wanted <= available.count ? null : (
        <Notice tone="warn">{t('buy.tooMany', { number: format.number(available.count) })}</Notice>
      )}
    </div>
  );
};
