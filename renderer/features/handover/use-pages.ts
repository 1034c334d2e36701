import { useState } from 'react';
import type { SavedPages } from '#shared/contract/handover.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { messageApps, messageLanguage } from '../../parts/handover/message-choice.ts';

/** Saves a page for each client of a queue who waits, in the language and with the apps of the last message. */
export const usePages = (queueId: number, onEnd: () => void) => {
  const language = useLanguage();
  const action = useAction('handover.savePages');
  const [result, setResult] = useState<SavedPages>();
  return {
    result,
    busy: action.busy,
    error: action.error,
    save: async (): Promise<void> => {
      setResult(undefined);
      const answer = await action.run({ queueId, language: messageLanguage(language), apps: [...messageApps()] });
      if (!answer.ok || answer.value === null) return;
      setResult(answer.value);
      onEnd();
    },
    stop: () => void call('handover.stopPages', { queueId }),
  };
};

export type Pages = ReturnType<typeof usePages>;
