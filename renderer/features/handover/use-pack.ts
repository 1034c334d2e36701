import { useState } from 'react';
import type { HandoverOptions, HandoverTemplates } from '#shared/contract/handover.ts';
import { isLanguage, type Language } from '#shared/domain/language.ts';
import { readLocal, writeLocal } from '../../bridge/local-store.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

const STORAGE = 'handover.language';

/** The chosen goods and the typed words. The words are saved when the field is left, and apply to all later clients. */
export const usePack = (clientId: number, options: HandoverOptions, kept: HandoverTemplates, appLanguage: Language) => {
  const [language, setLanguage] = useState<Language>(readLocal(STORAGE, isLanguage) ?? appLanguage);
  const [last, setLast] = useState(kept);
  const [stored, setStored] = useState(kept);
  const [typed, setTyped] = useState({ ru: kept.ru.text, en: kept.en.text });
  /** The stored words at the time when the editing began. */
  const [seen, setSeen] = useState(typed);
  const [uuids, setUuids] = useState(options.subscriptions.flatMap((one) => (one.suggested ? [one.uuid] : [])));
  const [listIds, setListIds] = useState(options.lists.flatMap((one) => (one.suggested ? [one.id] : [])));
  const [dedicated, setDedicated] = useState(options.dedicated > 0);
  const template = typed[language];

  // The words were changed on another computer, or a lost text was taken over. What is being typed here stays.
  if (last !== kept) {
    setLast(kept);
    setStored(kept);
    const shown = (of: Language): string => (typed[of] === stored[of].text ? kept[of].text : typed[of]);
    const before = (of: Language): string => (typed[of] === stored[of].text ? kept[of].text : seen[of]);
    setTyped({ ru: shown('ru'), en: shown('en') });
    setSeen({ ru: before('ru'), en: before('en') });
  }

  const keep = async (text: string | null): Promise<void> => {
    const saved = await callOrTell('handover.saveTemplate', { language, text, seen: seen[language] });
    if (saved === undefined) return;
    setStored(saved);
    setSeen((before) => ({ ...before, [language]: saved[language].text }));
    if (text === null) setTyped((before) => ({ ...before, [language]: saved[language].text }));
  };

  return {
    templateId: stored[language].id,
    pack: { clientId, language, template, uuids, listIds, dedicated },
    setLanguage: (next: Language) => {
      writeLocal(STORAGE, next);
      setLanguage(next);
    },
    setTemplate: (text: string) => setTyped((before) => ({ ...before, [language]: text })),
    setUuids,
    setListIds,
    setDedicated,
    isOwn: !stored[language].isDefault || template !== stored[language].text,
    keepTemplate: () => {
      if (template !== stored[language].text) void keep(template);
    },
    resetTemplate: () => void keep(null),
    /** Restores the words from before a reset. */
    bringBack: (text: string) => {
      setTyped((before) => ({ ...before, [language]: text }));
      void keep(text);
    },
  };
};

export type PackState = ReturnType<typeof usePack>;
