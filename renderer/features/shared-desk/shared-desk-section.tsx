import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../nav/command-store.ts';
import { SettingsSection } from '../../parts/settings/setting-row.tsx';
import { useSharedDesk } from '../../parts/shared-desk/shared-desk-store.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { JoinDialog } from './join-dialog.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { ReconnectDialog } from './reconnect-dialog.tsx';
import styles from './shared-desk.module.css';
import { SharedFacts } from './shared-facts.tsx';

type DialogName = 'make' | 'join' | 'invite' | 'reconnect' | 'leave';

const OUT: ReadonlySet<string> = new Set(['key-unknown', 'copy-of-before']);

const SETTLED_MS = 150;

/** Shows whether several computers share the open desk, and offers all actions on it. */
export const SharedDeskSection = () => {
  const { t } = useTranslation('sharedDesk');
  const state = useSharedDesk();
  // Dialogs are mounted outside the parts that depend on the state, because it changes while they are open.
  const [dialog, setDialog] = useState<DialogName>();
  const close = () => setDialog(undefined);
  // This computer was removed, or runs an old copy. A new connection would not help.
  const isOut = state?.status !== 'none' && OUT.has(state?.problem?.details?.code ?? '');
  const hasKey = !isOut;
  const store = useRef<HTMLDivElement>(null);
  useCommand('make-shared-desk', () => setDialog('make'));
  useCommand('join-shared-desk', () => setDialog('join'));
  useCommand('invite-computer', () => setDialog('invite'));
  // Sections above may still be loading and push this one down, so it scrolls into view again once they are there.
  useCommand('show-shared-desk', () => {
    store.current?.focus();
    window.setTimeout(() => store.current?.scrollIntoView({ block: 'start' }), SETTLED_MS);
  });
  return (
    <SettingsSection name="shared-desk">
      <div ref={store} tabIndex={-1} className={styles.place}>
        {state === undefined ? null : state.status === 'none' ? (
          <>
            <p className="prose">{t('none.text')}</p>
            <p className="prose para">{t('none.how')}</p>
            <Group gap={8}>
              <Button onClick={() => setDialog('make')}>{t('none.make')}</Button>
              <Button onClick={() => setDialog('join')}>{t('none.join')}</Button>
            </Group>
          </>
        ) : (
          <>
            <SharedFacts state={state} onReconnect={() => setDialog('reconnect')} />
            <Group gap={8}>
              {/* Without access to the desk there would be nothing to show. */}
              {state.status === 'stopped' ? null : (
                <Button onClick={() => setDialog('invite')}>{t('invite.button')}</Button>
              )}
              {hasKey ? <Button onClick={() => setDialog('reconnect')}>{t('reconnect.button')}</Button> : null}
              {/* For a removed computer this is the next step. */}
              <Button {...(hasKey ? { variant: 'subtle', color: 'red' } : {})} onClick={() => setDialog('leave')}>
                {t('leave.button')}
              </Button>
            </Group>
          </>
        )}
      </div>
      <MakeDialog opened={dialog === 'make'} onClose={close} />
      <JoinDialog opened={dialog === 'join'} onClose={close} />
      <InviteDialog opened={dialog === 'invite'} onClose={close} />
      <ReconnectDialog opened={dialog === 'reconnect'} onClose={close} />
      <LeaveDialog opened={dialog === 'leave'} onClose={close} />
    </SettingsSection>
  );
};
