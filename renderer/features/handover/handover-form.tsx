import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCopy, IconFileTypeHtml, IconFolderDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoverOptions, HandoverTemplates } from '#shared/contract/handover.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { actionToast, doneToast } from '../../ui/undo-toast.tsx';
import { GoodsChoice } from './goods-choice.tsx';
import styles from './handover.module.css';
import { MessagePreview } from './message-preview.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { usePack } from './use-pack.ts';

interface HandoverFormProps {
  readonly clientId: number;
  readonly options: HandoverOptions;
  readonly kept: HandoverTemplates;
}

/** About the time in which a word is typed. */
const PREVIEW_DELAY = 150;

const show = (handoverId: number) => callOrTell('handover.show', { handoverId });

/** Chooses goods and words on the left, and shows the result on the right. */
export const HandoverForm = ({ clientId, options, kept }: HandoverFormProps) => {
  const { t } = useTranslation('handover');
  const language = useLanguage();
  const state = usePack(clientId, options, kept, language);
  const { pack } = state;
  const [isRevealed, setRevealed] = useState(false);
  const [asked] = useDebouncedValue(pack, PREVIEW_DELAY);
  const preview = useQuery('handover.preview', { ...asked, reveal: isRevealed });
  const copy = useAction('handover.copy');
  const save = useAction('handover.save');
  const savePage = useAction('handover.savePage');

  const onCopy = async () => {
    state.keepTemplate();
    const result = await copy.run(pack);
    if (result.ok) doneToast(t('copied'));
  };
  const onSave = async () => {
    state.keepTemplate();
    const result = await save.run(pack);
    if (!result.ok || result.value === null) return;
    const { handoverId, folder } = result.value;
    actionToast(t('saved', { folder }), t('showFolder'), () => void show(handoverId));
  };
  const onSavePage = async () => {
    const result = await savePage.run(pack);
    if (!result.ok || result.value === null) return;
    const { handoverId, fileName } = result.value;
    actionToast(t('pageSaved', { file: fileName }), t('showFolder'), () => void show(handoverId));
  };
  const error = copy.error ?? save.error ?? savePage.error;
  const busy = copy.busy || save.busy || savePage.busy;
  return (
    <div className={styles.split}>
      <div className={styles.left}>
        <GoodsChoice options={options} state={state} />
        <TemplateEditor state={state} empty={preview.value?.empty ?? []} />
      </div>
      <div className={styles.right}>
        <MessagePreview
          preview={preview}
          pack={asked}
          isRevealed={isRevealed}
          onReveal={() => setRevealed((before) => !before)}
        />
        <div className={styles.foot}>
          <ErrorNotice error={error} />
          <Group gap={8} justify="flex-end">
            <Button
              leftSection={<IconCopy size={15} aria-hidden />}
              loading={copy.busy}
              disabled={busy && !copy.busy}
              onClick={() => void onCopy()}
            >
              {t('copy')}
            </Button>
            <Button
              leftSection={<IconFileTypeHtml size={15} aria-hidden />}
              title={t('savePageHelp')}
              loading={savePage.busy}
              disabled={busy && !savePage.busy}
              onClick={() => void onSavePage()}
            >
              {t('savePage')}
            </Button>
            <Button
              variant="filled"
              leftSection={<IconFolderDown size={15} aria-hidden />}
              loading={save.busy}
              disabled={busy && !save.busy}
              onClick={() => void onSave()}
            >
              {t('save')}
            </Button>
          </Group>
        </div>
      </div>
    </div>
  );
};
