import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPointFilled } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedComputer } from '#shared/contract/shared-desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { describeError, fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { SavedMark } from '../../parts/settings/setting-row.tsx';
import { useSavedMark } from '../../parts/settings/use-saved-mark.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { RightsDialog } from './rights-dialog.tsx';
import styles from './shared-desk.module.css';

interface ComputersListProps {
  readonly computers: readonly SharedComputer[];
  /** This computer can still read and write the shared desk. */
  readonly isMember: boolean;
}

/** Lists the computers of the shared desk, this one first. Its name can be changed here. */
export const ComputersList = ({ computers, isMember }: ComputersListProps) => {
  const { t } = useTranslation('sharedDesk');
  const remove = useAction('sharedDesk.removeComputer');
  const [unwanted, setUnwanted] = useState<SharedComputer>();
  const [limited, setLimited] = useState<SharedComputer>();
  const isLimited = computers.some(({ isThis, rights }) => isThis && rights !== null);
  const close = () => {
    remove.clearError();
    setUnwanted(undefined);
  };
  const onRemove = async () => {
    if (unwanted === undefined) return;
    const result = await remove.run({ computerId: unwanted.id });
    if (result.ok) close();
  };
  const inOrder = [...computers].sort((one, other) => Number(other.isThis) - Number(one.isThis));
  return (
    <>
      <h3>{t('computers.title')}</h3>
      <ul className={styles.computers} aria-label={t('computers.title')}>
        {inOrder.map((computer) => (
          <li key={computer.id} className={styles.computer}>
            {computer.isThis && isMember ? (
              <OwnName name={computer.name} />
            ) : (
              <span className="clip selectable" title={computer.name}>
                {computer.name}
              </span>
            )}
            <Seen computer={computer} />
            {computer.isThis || !isMember ? null : (
              <Group gap={4} wrap="nowrap">
                {isLimited ? null : (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('rights.openOf', { name: computer.name })}
                    onClick={() => setLimited(computer)}
                  >
                    {t('rights.open')}
                  </Button>
                )}
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  aria-label={t('computers.removeOf', { name: computer.name })}
                  onClick={() => setUnwanted(computer)}
                >
                  {t('computers.remove')}
                </Button>
              </Group>
            )}
            <RightsText computer={computer} />
          </li>
        ))}
      </ul>
      <RightsDialog computer={limited} onClose={() => setLimited(undefined)} />
      <ConfirmDialog
        opened={unwanted !== undefined}
        title={t('remove.title', { name: unwanted?.name ?? '' })}
        confirmLabel={t('remove.confirm')}
        danger
        busy={remove.busy}
        onConfirm={() => void onRemove()}
        onCancel={close}
      >
        <Stack gap={14}>
          <p>{t('remove.text')}</p>
          <p>{t('remove.keeps')}</p>
          <p>{t('remove.password')}</p>
          <ErrorNotice error={remove.error} />
        </Stack>
      </ConfirmDialog>
    </>
  );
};

/** Says how a computer is limited, and who has set that. */
const RightsText = ({ computer: { rights } }: { readonly computer: SharedComputer }) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  if (rights === null) return null;
  const { buys, dayCapKopecks, hidesSales, setBy, setAt } = rights;
  const limits = [
    ...(buys === 'none' ? [t('rights.none')] : []),
    ...(buys === 'capped' ? [t('rights.capped', { sum: format.roubles(dayCapKopecks) })] : []),
    ...(hidesSales ? [t('rights.hidden')] : []),
  ];
  return (
    <p className={`${styles.rights} note`} title={format.exact(setAt)}>
      {t('rights.said', { limits: format.list(limits), by: setBy })}
    </p>
  );
};

const Seen = ({ computer: { isThis, isHere, seenAt } }: { readonly computer: SharedComputer }) => {
  const { t } = useTranslation('sharedDesk');
  const format = useFormat();
  const now = useNow();
  if (isThis) return <span className="dim">{t('computers.this')}</span>;
  if (isHere) {
    return (
      <span className={styles.here}>
        <IconPointFilled size={14} aria-hidden />
        {t('computers.here')}
      </span>
    );
  }
  return (
    <span className="dim" title={seenAt === null ? undefined : format.exact(seenAt)}>
      {seenAt === null ? t('computers.never') : t('computers.seen', { moment: format.moment(seenAt, now) })}
    </span>
  );
};

/** Saves on Enter and when the field is left. Esc discards the edit. */
const OwnName = ({ name }: { readonly name: string }) => {
  const { t } = useTranslation('sharedDesk');
  const rename = useAction('sharedDesk.rename');
  const [typed, setTyped] = useState(name);
  const mark = useSavedMark();
  useEffect(() => setTyped(name), [name]);
  const change = (text: string) => {
    rename.clearError();
    setTyped(text);
  };
  const commit = async () => {
    if (typed === name || rename.busy) return;
    const result = await rename.run({ computer: typed });
    mark.show(result.ok);
  };
  const { error } = rename;
  return (
    <Group gap={12} wrap="nowrap" align="flex-start">
      <TextInput
        flex={1}
        maw={520}
        aria-label={t('computers.thisName')}
        value={typed}
        error={error === undefined ? undefined : (fieldProblem(error, 'computer') ?? describeError(error))}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit();
          if (event.key === 'Escape') change(name);
        }}
      />
      <SavedMark saved={mark.shown} />
    </Group>
  );
};
