import { Input, Pill, PillsInput, Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError, Result } from '#shared/result.ts';
import { describeError } from '../i18n/describe-error.ts';
import { OptionList } from './option-list.tsx';
import type { SelectOption } from './select-option.ts';
import { useUnchosen } from './unchosen.tsx';
import { useChoosing } from './use-choosing.ts';
import { useSettledSearch } from './use-settled-search.ts';
import type { RowPage } from './use-windowed-rows.ts';
import { useWindowedRows } from './use-windowed-rows.ts';
import styles from './virtual-multi-select.module.css';
import { ignoreWindowBlur } from './window-blur.ts';

interface VirtualMultiSelectProps {
  readonly label: string;
  readonly description?: string;
  /** The chosen codes. */
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly fetchPage: (search: string, offset: number, limit: number) => Promise<Result<RowPage<SelectOption>>>;
  /** Names what `fetchPage` depends on besides the search (pool, countries). Another key reads again. */
  readonly sourceKey: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Shown if nothing is chosen; "Any" by default. */
  readonly placeholder?: string;
  readonly required?: boolean;
  /** The name of a chosen code whose page was not read. The default is the code itself. */
  readonly nameOf?: (code: string) => string;
  /** Returns a drawing in front of the name of an option and of a chosen one. */
  readonly markOf?: ((code: string) => ReactNode) | undefined;
  /** The language of the names, if `fetchPage` translates them. */
  readonly namesIn?: string;
}

/** The number of chosen names that are shown. The rest is only counted. */
export const PILLS_SHOWN = 6;

/**
 * Chooses several of thousands by searching. Down opens the list, arrows move, Enter adds or removes, and Backspace
 * removes the last choice. A text for which nothing was chosen stays in the field and blocks the form.
 */
export const VirtualMultiSelect = (props: VirtualMultiSelectProps) => {
  const { value, onChange, disabled = false } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  /** The words of the last choice. They are finished, and only keep the list as it is. */
  const [done, setDone] = useState('');
  const asked = useSettledSearch(search);
  const isUnchosen = search.trim() !== '' && search !== done && !disabled;
  useUnchosen(isUnchosen);
  /** The names of codes in the pages that were read, by language. */
  const names = useRef(new Map<string, string>());

  const keyOf = (code: string) => `${props.namesIn ?? ''} ${code}`;
  const source = opened ? `${props.sourceKey} ${asked}` : 'closed';
  const rows = useWindowedRows<SelectOption>(async (offset, limit) => {
    if (!opened) return { ok: true, value: { rows: [], total: 0 } };
    const result = await props.fetchPage(asked, offset, limit);
    if (result.ok) for (const option of result.value.rows) names.current.set(keyOf(option.code), option.name);
    return result;
  }, source);

  const toggle = (option: SelectOption) => {
    const chosen = value.includes(option.code);
    onChange(chosen ? value.filter((code) => code !== option.code) : [...value, option.code]);
    setDone(search);
    input.current?.focus();
    // Typing then replaces these words.
    input.current?.select();
  };

  const { cursor, onKey, forgetMoves } = useChoosing<SelectOption>({
    rows,
    isOpen: opened,
    text: search,
    onTake: toggle,
    typedKey: opened ? `${props.sourceKey} ${search}` : 'closed',
    onOpen: () => setOpened(true),
  });

  const empty = () => {
    setSearch('');
    setDone('');
  };
  const close = () => {
    setOpened(false);
    forgetMoves();
    if (!isUnchosen) empty();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (onKey(event)) return;
    if (event.key === 'Backspace' && search === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    } else if (event.key === 'Escape' && (opened || search !== '')) {
      event.preventDefault();
      event.stopPropagation();
      close();
      empty();
    }
  };

  const nameOf = (code: string) => names.current.get(keyOf(code)) ?? props.nameOf?.(code) ?? code;
  return (
    <Popover
      opened={opened && !disabled}
      onClose={close}
      width="target"
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <div>
          <PillsInput
            label={props.label}
            description={props.description}
            error={isUnchosen && !opened ? t('choosing.unchosen', { text: search.trim() }) : props.error}
            disabled={disabled}
            required={props.required ?? false}
            withAsterisk={false}
            onClick={() => setOpened(true)}
            rightSection={
              value.length === 0 && !isUnchosen ? null : (
                <Input.ClearButton
                  aria-label={`${t('multiSelect.clear')}: ${props.label}`}
                  onClick={(event) => {
                    event.stopPropagation();
                    onChange([]);
                    empty();
                  }}
                />
              )
            }
          >
            <Pill.Group>
              <ChosenPills
                value={value}
                onChange={onChange}
                nameOf={nameOf}
                markOf={props.markOf}
                disabled={disabled}
              />
              <PillsInput.Field
                onBlurCapture={ignoreWindowBlur}
                ref={input}
                role="combobox"
                aria-label={props.label}
                aria-expanded={opened}
                aria-controls={`${id}-list`}
                aria-activedescendant={opened && cursor >= 0 ? `${id}-${cursor}` : undefined}
                aria-autocomplete="list"
                aria-invalid={props.error !== undefined || (isUnchosen && !opened)}
                data-mantine-stop-propagation={opened || search !== ''}
                placeholder={value.length === 0 ? (props.placeholder ?? t('multiSelect.any')) : ''}
                value={search}
                spellCheck={false}
                onChange={(event) => {
                  setSearch(event.currentTarget.value);
                  setDone('');
                  setOpened(true);
                }}
                onBlur={(event) => {
                  if (!event.relatedTarget?.closest(`[data-list="${id}"]`)) close();
                }}
                onKeyDown={onKeyDown}
              />
            </Pill.Group>
          </PillsInput>
        </div>
      </Popover.Target>
      <Popover.Dropdown p={0} data-list={id} onMouseDown={(event) => event.preventDefault()}>
        {rows.error === undefined ? null : <MultiSelectError error={rows.error} />}
        <OptionList
          id={id}
          label={props.label}
          rows={rows}
          resetKey={source}
          cursor={cursor}
          isChosen={(code) => value.includes(code)}
          onToggle={toggle}
          markOf={props.markOf}
        />
        <Foot isSearch={asked !== ''} count={rows.rowCount} chosen={value.length} />
      </Popover.Dropdown>
    </Popover>
  );
};

interface ChosenPillsProps {
  readonly value: readonly string[];
  readonly onChange: (codes: readonly string[]) => void;
  readonly nameOf: (code: string) => string;
  readonly markOf: ((code: string) => ReactNode) | undefined;
  readonly disabled: boolean;
}

const ChosenPills = ({ value, onChange, nameOf, markOf, disabled }: ChosenPillsProps) => {
  const { t } = useTranslation();
  const hidden = value.length - PILLS_SHOWN;
  return (
    <>
      {value.slice(0, PILLS_SHOWN).map((code) => (
        <Pill
          key={code}
          withRemoveButton={!disabled}
          onRemove={() => onChange(value.filter((other) => other !== code))}
          removeButtonProps={{ 'aria-label': t('multiSelect.removeOne', { name: nameOf(code) }) }}
        >
          {markOf?.(code)}
          {nameOf(code)}
        </Pill>
      ))}
      {hidden > 0 ? <Pill>{`+${hidden}`}</Pill> : null}
    </>
  );
};

interface FootProps {
  readonly isSearch: boolean;
  /** The number of places in the list. */
  readonly count: number;
  readonly chosen: number;
}

const Foot = ({ isSearch, count, chosen }: FootProps) => {
  const { t } = useTranslation();
  return (
    <div className={styles.foot}>
      <span>{isSearch ? t('multiSelect.found', { count }) : t('multiSelect.available', { count })}</span>
      {chosen === 0 ? null : <span>{t('multiSelect.chosen', { count: chosen })}</span>}
    </div>
  );
};

const MultiSelectError = ({ error }: { readonly error: AppError }) => (
  <p role="alert" className={styles.error}>
    {describeError(error)}
  </p>
);
