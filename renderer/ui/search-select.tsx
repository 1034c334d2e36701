import { CloseButton, Popover, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '#shared/result.ts';
import { ErrorNotice } from './error-notice.tsx';
import { OptionList } from './option-list.tsx';
import type { SelectOption } from './select-option.ts';
import { useUnchosen } from './unchosen.tsx';
import { useChoosing } from './use-choosing.ts';
import { useSettledSearch } from './use-settled-search.ts';
import type { RowPage } from './use-windowed-rows.ts';
import { useWindowedRows } from './use-windowed-rows.ts';
import { ignoreWindowBlur } from './window-blur.ts';

interface SearchSelectProps<Option extends SelectOption> {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: Option | null;
  /** Called with `null` from the first typed letter on. */
  readonly onChange: (option: Option | null) => void;
  readonly fetchPage: (search: string, offset: number, limit: number) => Promise<Result<RowPage<Option>>>;
  /** Names what `fetchPage` depends on besides the search. Another key reads again. */
  readonly sourceKey: string;
  /** Shown in the list if nothing matches. */
  readonly nothing: string;
  readonly error: string | undefined;
  /** Returns a drawing in front of the name of an option. */
  readonly markOf?: ((code: string) => ReactNode) | undefined;
  /** The options have details below their names. */
  readonly tall?: boolean;
  /** Otherwise a press on an option would count as a click outside the popover, and close it. */
  readonly inPopover?: boolean;
}

/** The letters that were inserted into the name at the caret. If the text changed in another way, all of it. */
const insertedInto = (name: string, entered: string): string => {
  let from = 0;
  while (from < name.length && name[from] === entered[from]) from += 1;
  const rest = name.slice(from);
  const isInserted = entered.length > name.length && entered.endsWith(rest);
  return isInserted ? entered.slice(from, entered.length - rest.length) : entered;
};

/**
 * Chooses one of thousands by typing. The first letter clears the choice. A text that is left in the field blocks the
 * form, and Esc restores the previous choice.
 */
export const SearchSelect = <Option extends SelectOption>(props: SearchSelectProps<Option>) => {
  const { value } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** The text in the field while nothing is chosen, and the previous choice. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly before: Option | null }>();
  // Another option was chosen from outside. The previous one may still arrive as `value`, because the cleared choice
  // comes a moment later.
  if (typed !== undefined && value !== null && value.code !== typed.before?.code) setTyped(undefined);
  const text = typed?.text ?? '';
  const asked = useSettledSearch(text.trim());
  const isUnchosen = text.trim() !== '';
  useUnchosen(isUnchosen);

  const keyOf = (search: string) => (isOpen ? `${props.sourceKey} ${search}` : 'closed');
  const rows = useWindowedRows<Option>(
    async (offset, limit) =>
      isOpen ? props.fetchPage(asked, offset, limit) : { ok: true, value: { rows: [], total: 0 } },
    keyOf(asked),
  );
  const take = (option: Option) => {
    setTyped(undefined);
    setOpen(false);
    props.onChange(option);
    input.current?.focus();
  };
  const { cursor, onKey, forgetMoves } = useChoosing<Option>({
    rows,
    isOpen,
    text,
    onTake: take,
    typedKey: keyOf(text.trim()),
    onOpen: () => setOpen(true),
  });
  const close = () => {
    setOpen(false);
    forgetMoves();
    if (!isUnchosen) setTyped(undefined);
  };
  const type = (entered: string) => {
    // Letters typed into the name of the chosen option start a new search.
    const next = typed === undefined && value !== null ? insertedInto(value.name, entered) : entered;
    setTyped({ text: next, before: typed?.before ?? value });
    setOpen(true);
    if (value !== null) props.onChange(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (onKey(event) || event.key !== 'Escape' || (!isOpen && typed === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    setTyped(undefined);
    if (typed !== undefined && typed.before !== null) props.onChange(typed.before);
  };
  const clear = () => {
    setTyped(undefined);
    if (value !== null) props.onChange(null);
    input.current?.focus();
  };

  return (
    <Popover
      opened={isOpen}
      onClose={close}
      width="target"
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal={props.inPopover !== true}
    >
      <Popover.Target>
        <div onBlurCapture={ignoreWindowBlur}>
          <TextInput
            ref={input}
            label={props.label}
            description={props.description}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={props.placeholder}
            error={isUnchosen && !isOpen ? t('choosing.unchosen', { text: text.trim() }) : props.error}
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={isOpen && cursor >= 0 ? `${id}-${cursor}` : undefined}
            aria-autocomplete="list"
            // The Esc that ends typing must not close the surrounding dialog.
            data-mantine-stop-propagation={isOpen || isUnchosen}
            autoComplete="off"
            spellCheck={false}
            value={typed?.text ?? value?.name ?? ''}
            rightSection={
              value === null && !isUnchosen ? null : (
                <CloseButton
                  size="sm"
                  tabIndex={-1}
                  aria-label={`${t('choosing.clear')}: ${props.label}`}
                  onClick={clear}
                />
              )
            }
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              setOpen(true);
              // Typing then replaces the name of the chosen option.
              if (typed === undefined) event.currentTarget.select();
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={close}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown p={0} onMouseDown={(event) => event.preventDefault()}>
        <ErrorNotice error={rows.error} />
        <OptionList
          id={id}
          label={props.label}
          rows={rows}
          resetKey={keyOf(asked)}
          cursor={cursor}
          isChosen={(code) => code === value?.code}
          onToggle={(option) => take(option as Option)}
          single
          tall={props.tall ?? false}
          nothing={props.nothing}
          markOf={props.markOf}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
