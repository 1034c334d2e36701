import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosen } from '../nav/chosen-store.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import styles from './palette.module.css';
import {
  type PaletteAction,
  usePaletteActions,
  useSavedFilterActions,
  useScreenActions,
  useSettingsActions,
} from './palette-actions.ts';
import { useDeskActions } from './palette-desk-actions.ts';
import { palette, paletteStore } from './palette-store.ts';
import { type FoundGroup, matches, useFound } from './use-found.ts';

/** Ctrl+K: screens, actions, clients, lists and proxies in one list. */
export const Palette = () => {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  /** The text for which the user pressed Enter before anything was found. */
  const awaited = useRef<string | null>(null);
  return (
    <Spotlight.Root
      store={paletteStore}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      size={560}
      // The field is there and has the focus before the next key, so that no letter typed right after Ctrl+K is lost.
      transitionProps={{ duration: 0 }}
      scrollable
      maxHeight={420}
    >
      <Spotlight.Search
        autoFocus
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={16} aria-hidden />}
        onKeyDown={(event) => {
          awaited.current = event.key === 'Enter' && selectedEntry() === null ? query : null;
        }}
      />
      <Entries query={query} awaited={awaited} />
    </Spotlight.Root>
  );
};

const entries = (): HTMLElement | null => document.getElementById(paletteStore.getState().listId);
const selectedEntry = (): HTMLElement | null => entries()?.querySelector<HTMLElement>('[data-selected]') ?? null;

interface EntriesProps {
  readonly query: string;
  readonly awaited: RefObject<string | null>;
}

/** This is a component of its own, so that a closed palette searches for nothing. */
const Entries = ({ query, awaited }: EntriesProps) => {
  const { t } = useTranslation(['common', 'savedFilters']);
  const found = useFound(query);
  // Actions on the open card or the selection come first. Actions that are impossible right now are left out.
  const chosen = useChosen((state) => state.sources)
    .map((source) => source())
    .toReversed()
    .map(({ title, actions }) => ({
      title,
      actions: actions.filter(
        ({ label, words = '', noService, blocked }) =>
          noService !== true &&
          blocked === undefined &&
          // The entries for a client who is named stand for those of the open card as well.
          !(found.isCardQuery && words !== '') &&
          matches(`${label} ${words} ${title}`, query),
      ),
    }));
  const screens = useScreenActions().filter(({ label }) => matches(label, query));
  const actions = [...usePaletteActions(), ...useDeskActions(), ...useSettingsActions(query !== '')].filter(
    ({ label }) => matches(label, query),
  );
  const savedFilters = useSavedFilterActions(query !== '').filter(({ label }) => matches(label, query));
  // An action of the open card or the selection needs no name.
  const nobodys = chosen.some((one) => one.actions.length > 0) ? [] : found.nobodysActions;
  const empty = [
    ...chosen.map((one) => one.actions),
    screens,
    actions,
    found.cardActions.actions,
    found.clients.actions,
    found.lists.actions,
    found.proxies.actions,
    savedFilters,
    nobodys,
  ].every(({ length }) => length === 0);

  // Typing selects the first entry. An entry that is found later is selected only if nothing else is.
  useEffect(() => {
    if (query === '') return;
    const list = entries();
    if (list !== null && selectedEntry() === null) {
      list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
      paletteStore.updateState((state) => ({ ...state, selected: 0 }));
    }
    // The user pressed Enter early. The palette acts on it once everything that matches the text is there.
    if (awaited.current === null || found.isLoading) return;
    const isOfThisText = awaited.current === query;
    awaited.current = null;
    if (isOfThisText) selectedEntry()?.click();
  });

  return (
    <Spotlight.ActionsList>
      {chosen.map(({ title, actions: ofChosen }) => (
        <Group key={title} label={title} actions={ofChosen} />
      ))}
      <Group label={t('palette.screens')} actions={screens} />
      <Group label={t('palette.actions')} actions={actions} />
      {/* These groups are last because they arrive later, and must not move the selected entry under the user's
          Enter. */}
      <Group label={t('palette.cardActions')} {...found.cardActions} />
      <Group label={t('nav.clients')} {...found.clients} />
      <Group label={t('palette.lists')} {...found.lists} />
      <Group label={t('palette.proxies')} {...found.proxies} />
      <Group label={t('savedFilters:title')} actions={savedFilters} />
      <Group label={t('palette.cardActions')} actions={nobodys} />
      {empty ? <Spotlight.Empty>{t('multiSelect.nothing')}</Spotlight.Empty> : null}
    </Spotlight.ActionsList>
  );
};

interface GroupProps {
  readonly label: string;
  readonly actions: readonly PaletteAction[];
  readonly part?: FoundGroup['part'];
}

const Group = ({ label, actions, part = null }: GroupProps) => {
  const { t } = useTranslation();
  const title = part === null ? label : t('palette.part', { kind: label, ...part });
  return actions.length === 0 ? null : (
    <Spotlight.ActionsGroup label={title} className={styles.group ?? ''}>
      {actions.map(({ label: text, id = text, description, icon: IconOf, keys, run }) => (
        <Spotlight.Action
          key={id}
          className={styles.action ?? ''}
          classNames={{ actionLabel: styles.words ?? '', actionDescription: styles.words ?? '' }}
          label={text}
          {...(description === undefined ? {} : { description })}
          leftSection={<IconOf size={16} stroke={1.6} aria-hidden />}
          rightSection={keys === undefined ? null : <KeyHint keys={keys} />}
          onClick={() => {
            palette.close();
            run();
          }}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
};
