import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBrandTelegram, IconCopy, IconFileTypeHtml, IconFolderDown, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverOptions, HandoverTemplates } from '#shared/contract/handover.ts';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { HandoverTurn } from '#shared/contract/runs.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { ClientInitials } from '../../parts/clients/client-initials.tsx';
import { SendButton } from '../../parts/telegram/send-button.tsx';
import { chatLabel, type TelegramChat, useClientChat } from '../../parts/telegram/use-client-chat.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { footRef } from '../../ui/foot-space.ts';
import { OUTCOME_STYLES } from '../../ui/outcome-styles.ts';
import { StatusChip } from '../../ui/status-chip.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { actionToast, doneToast } from '../../ui/undo-toast.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { GoodsChoice } from './goods-choice.tsx';
import styles from './handover.module.css';
import { MessagePreview } from './message-preview.tsx';
import { SendFileMenu } from './send-file-menu.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { usePack } from './use-pack.ts';

interface HandoverFormProps {
  readonly clientId: number;
  readonly options: HandoverOptions;
  readonly kept: HandoverTemplates;
  /** Set for a client of a queue. */
  readonly queue?: {
    readonly turn: HandoverTurn;
    /** The label of the client. */
    readonly client: string;
    /** The subscription that the message is about; empty for everything that the client has. */
    readonly uuid: string;
    /** The address of the client's chat; `null` if there is none. */
    readonly chat: string | null;
    /** The goods were handed over already. */
    readonly isDone: boolean;
  };
}

/** About the time in which a word is typed. */
const PREVIEW_DELAY = 150;

const show = (handoverId: number) => callOrTell('handover.show', { handoverId });

/** Chooses goods and words on the left, and shows the result on the right. */
export const HandoverForm = ({ clientId, options, kept, queue }: HandoverFormProps) => {
  const { t } = useTranslation(['handover', 'purchases', 'telegram']);
  const language = useLanguage();
  const state = usePack({ clientId, options, kept, appLanguage: language, only: queue?.uuid ?? '' });
  const { pack } = state;
  const sent = queue === undefined ? pack : { ...pack, turn: queue.turn };
  const copyButton = useFirstFocus<HTMLButtonElement>();
  const [isRevealed, setRevealed] = useState(false);
  const [asked] = useDebouncedValue(pack, PREVIEW_DELAY);
  const preview = useQuery('handover.preview', { ...asked, reveal: isRevealed });
  const copy = useAction('handover.copy');
  const save = useAction('handover.save');
  const savePage = useAction('handover.savePage');
  const send = useAction('handover.send');
  const sendFile = useAction('handover.sendFile');
  const telegram = useClientChat(clientId);

  const onCopy = async (opensChat = false) => {
    state.keepTemplate();
    const result = await copy.run(sent);
    if (!result.ok) return;
    doneToast(t('handover:copied'));
    if (opensChat) openChat();
  };
  const openChat = () => void callOrTell('clients.openChat', { clientId });
  const onSend = async (chat: TelegramChat) => {
    state.keepTemplate();
    const result = await send.run({ ...sent, chatSince: chat.since });
    if (result.ok) doneToast(t('telegram:send.sent', { name: chatLabel(chat) }));
  };
  const onSendFile = async (chat: TelegramChat, file: ProcedureInput<'handover.sendFile'>['file']) => {
    const result = await sendFile.run({ ...sent, chatSince: chat.since, file });
    if (result.ok) doneToast(t('telegram:send.fileSent', { file: result.value.fileName, name: chatLabel(chat) }));
  };
  const onSave = async () => {
    state.keepTemplate();
    const result = await save.run(sent);
    if (!result.ok || result.value === null) return;
    const { handoverId, folder } = result.value;
    actionToast(t('handover:saved', { folder }), t('handover:showFolder'), () => void show(handoverId));
  };
  const onSavePage = async () => {
    const result = await savePage.run(sent);
    if (!result.ok || result.value === null) return;
    const { handoverId, fileName } = result.value;
    actionToast(t('handover:pageSaved', { file: fileName }), t('handover:showFolder'), () => void show(handoverId));
  };
  const error = copy.error ?? save.error ?? savePage.error ?? send.error ?? sendFile.error ?? telegram.error;
  const busy = copy.busy || save.busy || savePage.busy || send.busy || sendFile.busy;
  const files = (
    <Group gap={8} wrap="nowrap">
      <Button
        leftSection={<IconFileTypeHtml size={15} aria-hidden />}
        title={t('handover:savePageHelp')}
        loading={savePage.busy}
        disabled={busy && !savePage.busy}
        onClick={() => void onSavePage()}
      >
        {t('handover:savePage')}
      </Button>
      <Button
        variant={queue === undefined ? 'filled' : 'default'}
        leftSection={<IconFolderDown size={15} aria-hidden />}
        loading={save.busy}
        disabled={busy && !save.busy}
        onClick={() => void onSave()}
      >
        {t('handover:save')}
      </Button>
    </Group>
  );
  return (
    <div className={styles.split}>
      <div className={styles.left}>
        {queue === undefined ? null : (
          <h2 className={styles.turn}>
            <ClientInitials name={queue.client} />
            <TextLink c="inherit" onGo={() => go('clients', { clientId })}>
              <bdi>{queue.client}</bdi>
            </TextLink>
            {queue.isDone ? <StatusChip {...OUTCOME_STYLES.done} label={t('handover:queue.done')} /> : null}
          </h2>
        )}
        <GoodsChoice clientId={clientId} options={options} state={state} />
        <TemplateEditor state={state} empty={preview.value?.empty ?? []} />
      </div>
      <div className={styles.right}>
        <MessagePreview
          preview={preview}
          pack={asked}
          isRevealed={isRevealed}
          onReveal={() => setRevealed((before) => !before)}
        />
        <div ref={footRef} className={styles.foot}>
          <ErrorNotice error={error} />
          {/* Where one line is too short, the group with the filled button stands below the other one. */}
          <Group gap={8} justify="flex-end">
            {queue === undefined ? null : files}
            <Group gap={8} justify="flex-end">
              {telegram.state?.hasBot === true && telegram.state.chat === null ? (
                <Button
                  variant="subtle"
                  leftSection={<IconBrandTelegram size={15} aria-hidden />}
                  title={t('telegram:client.inviteHelp')}
                  loading={telegram.isBusy}
                  onClick={() => void telegram.invite()}
                >
                  {t('telegram:client.invite')}
                </Button>
              ) : null}
              <SendButton
                chat={telegram.open}
                busy={send.busy}
                disabled={busy && !send.busy}
                onSend={(chat) => void onSend(chat)}
              />
              <SendFileMenu
                chat={telegram.open}
                pack={pack}
                lists={options.lists}
                busy={sendFile.busy}
                disabled={busy && !sendFile.busy}
                onSend={(chat, file) => void onSendFile(chat, file)}
              />
              <Button
                leftSection={<IconCopy size={15} aria-hidden />}
                loading={copy.busy}
                disabled={busy && !copy.busy}
                onClick={() => void onCopy()}
                {...(queue === undefined || queue.chat !== null ? {} : { ref: copyButton, variant: 'filled' })}
              >
                {t('handover:copy')}
              </Button>
              {queue === undefined || queue.chat === null ? null : (
                <>
                  <Button title={queue.chat} onClick={openChat}>
                    {t('purchases:handOver.openChat')}
                  </Button>
                  <Button
                    ref={copyButton}
                    variant="filled"
                    leftSection={<IconMessage size={15} aria-hidden />}
                    title={queue.chat}
                    disabled={busy}
                    onClick={() => void onCopy(true)}
                  >
                    {t('purchases:handOver.copyAndOpen')}
                  </Button>
                </>
              )}
            </Group>
            {queue === undefined ? files : null}
          </Group>
        </div>
      </div>
    </div>
  );
};
