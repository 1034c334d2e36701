import { useState } from 'react';
import type { HandoverOptions, HandoverTemplates } from '#shared/contract/handover.ts';
import type { Language } from '#shared/domain/language.ts';
import type { MessageKind } from '#shared/domain/message-kinds.ts';
import { sameUuid } from '#shared/domain/subscription-identity.ts';
import type { VpnApp } from '#shared/domain/vpn-apps.ts';
import {
  keepMessageApps,
  keepMessageLanguage,
  messageApps,
  messageLanguage,
} from '../../parts/handover/message-choice.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';

/** The goods that a message is about. */
interface Goods {
  readonly uuids: string[];
  readonly listIds: number[];
  readonly dedicated: boolean;
}

/** Returns the goods that a message is usually about. A reminder names the subscriptions it reminds of, and no lists. */
const goodsFor = (message: MessageKind, { subscriptions, lists, dedicated }: HandoverOptions): Goods => {
  const none = { listIds: [], dedicated: false };
  const uuidsOf = (wanted: (one: HandoverOptions['subscriptions'][number]) => boolean): string[] =>
    subscriptions.filter(wanted).map(({ uuid }) => uuid);
  const running = uuidsOf(({ suggested }) => suggested);
  switch (message) {
    case 'new-goods':
      return {
        uuids: running,
        listIds: lists.flatMap((one) => (one.suggested ? [one.id] : [])),
        dedicated: dedicated > 0,
      };
    case 'ending': {
      const ending = uuidsOf((one) => one.endsSoon);
      return { ...none, uuids: ending.length > 0 ? ending : running };
    }
    case 'ended':
      return { ...none, uuids: uuidsOf(({ suggested }) => !suggested) };
    case 'debt':
    case 'low-traffic':
      return { ...none, uuids: running };
  }
};

/** An unsaved change of one template, and the text from which the typing began. */
interface Draft {
  readonly typed: string;
  readonly seen: string;
}

interface PackOf {
  readonly clientId: number;
  readonly options: HandoverOptions;
  readonly kept: HandoverTemplates;
  readonly appLanguage: Language;
  /** The subscription that the message is about; empty for everything that the client has. */
  readonly only: string;
}

/**
 * The chosen occasion and goods and the typed words. The words are saved when the field is left, and apply to all later
 * clients.
 */
export const usePack = ({ clientId, options, kept, appLanguage, only }: PackOf) => {
  // A subscription that was just bought is new, whatever else is known of the client.
  const isNew = options.subscriptions.some(({ uuid }) => sameUuid(uuid, only));
  const [language, setLanguage] = useState<Language>(messageLanguage(appLanguage));
  const [message, setMessage] = useState<MessageKind>(isNew ? 'new-goods' : options.message);
  const [apps, setApps] = useState<readonly VpnApp[]>(messageApps());
  const [last, setLast] = useState(kept);
  const [stored, setStored] = useState(kept);
  /** The templates that were typed in since the screen was opened, by language and occasion. */
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  /** `undefined` until the user chooses goods: then they are no longer those of the occasion. */
  const [chosen, setChosen] = useState<Goods | undefined>(
    isNew ? { uuids: [only], listIds: [], dedicated: false } : undefined,
  );
  const goods = chosen ?? goodsFor(message, options);

  const present = stored[language][message];
  const draftKey = `${language} ${message}`;
  const { typed: template, seen } = drafts[draftKey] ?? { typed: present.text, seen: present.text };

  // The words were changed on another computer, or a lost text was taken over. The drafts stay.
  if (last !== kept) {
    setLast(kept);
    setStored(kept);
  }

  const setTyped = (text: string): void =>
    setDrafts(({ [draftKey]: _, ...others }) =>
      text === present.text ? others : { ...others, [draftKey]: { typed: text, seen } },
    );

  const keep = async (text: string | null): Promise<void> => {
    const saved = await callOrTell('handover.saveTemplate', { language, message, text, seen });
    if (saved === undefined) return;
    setStored(saved);
    const { text: now } = saved[language][message];
    setDrafts(({ [draftKey]: draft, ...others }) =>
      draft === undefined || text === null || draft.typed === now
        ? others
        : { ...others, [draftKey]: { typed: draft.typed, seen: now } },
    );
  };

  return {
    templateId: present.id,
    /** The occasion that the client's state suggests. */
    suggested: options.message,
    pack: { clientId, language, message, template, apps: [...apps], ...goods },
    setLanguage: (next: Language) => {
      keepMessageLanguage(next);
      setLanguage(next);
    },
    setMessage,
    setApps: (next: readonly VpnApp[]) => {
      keepMessageApps(next);
      setApps(next);
    },
    setTemplate: setTyped,
    setGoods: (part: Partial<Goods>) => setChosen({ ...goods, ...part }),
    isOwn: !present.isDefault || template !== present.text,
    keepTemplate: () => {
      if (template !== present.text) void keep(template);
    },
    resetTemplate: () => void keep(null),
    /** Restores the words from before a reset. */
    bringBack: (text: string) => {
      setTyped(text);
      void keep(text);
    },
  };
};

export type PackState = ReturnType<typeof usePack>;
