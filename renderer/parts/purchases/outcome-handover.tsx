import { Button, Group, Skeleton, Textarea } from '@mantine/core';
import { IconArrowRight, IconCopy, IconMessage, IconQrcode } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput, ProcedureOutput } from '#shared/contract/index.ts';
import type { Purchase } from '#shared/contract/purchases.ts';
import { chatAddressOf } from '#shared/domain/chat-address.ts';
import { clientLabel } from '#shared/domain/client-label.ts';
import { sameUuid } from '#shared/domain/subscription-identity.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useWords } from '../../i18n/words.ts';
import { openCard } from '../../nav/card-actions.ts';
import { go } from '../../nav/router.ts';
import { callOrTell } from '../../ui/call-or-tell.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useFirstFocus } from '../../ui/use-first-focus.ts';
import { messageApps, messageLanguage } from '../handover/message-choice.ts';
import { kindView } from '../products/index.ts';
import { SendButton } from '../telegram/send-button.tsx';
import { chatLabel, type TelegramChat, useClientChat } from '../telegram/use-client-chat.ts';
import { copyLink, copyQr } from '../vpn/link-actions.ts';
import { QrCodeImage } from '../vpn/qr-code-image.tsx';
import styles from './outcome-handover.module.css';

export interface OutcomeHandoverProps {
  /** A purchase whose answer confirmed exactly the order. */
  readonly purchase: Purchase;
  readonly clientId: number;
  /** The client after this one, as the list was before the purchase. */
  readonly next: Promise<number | undefined>;
  readonly onClose: () => void;
}

/** The message for goods that were just bought. */
const OCCASION = 'new-goods';

const CODE_HEIGHT = 148;

type Pack = ProcedureInput<'handover.copy'>;
type VpnSubscription = ProcedureOutput<'vpn.state'>['subscriptions'][number];

/** Returns the subscription of the purchase if it has a link. */
const linkOf = ({ subscriptions }: ProcedureOutput<'vpn.state'>, uuid: string | null): VpnSubscription | undefined =>
  uuid === null ? undefined : subscriptions.find((one) => sameUuid(one.uuid, uuid) && one.link !== 'none');

/** Gives the goods of a purchase to their client: link, code, message and chat, and leads to the next client. */
export const OutcomeHandover = ({ purchase, clientId, next, onClose }: OutcomeHandoverProps) => {
  const { t } = useTranslation(['purchases', 'handover', 'telegram']);
  const appLanguage = useLanguage();
  const language = messageLanguage(appLanguage);
  const words = useWords();
  const { handover } = kindView(purchase.order);
  const uuid = purchase.goods === null ? null : handover.uuid(purchase.goods);
  const action = handover.action?.({ id: purchase.id, clientId }, words);
  const vpn = useQuery('vpn.state', uuid === null ? null : { clientId }, ['vpn.changed']);
  const isLoading = uuid !== null && vpn.value === undefined && vpn.error === undefined;
  const link = vpn.value === undefined ? undefined : linkOf(vpn.value, uuid);
  const client = useQuery('clients.get', { clientId }).value;
  const chat = client === undefined ? null : chatAddressOf(client);
  const templates = useQuery('handover.templates', {}).value;
  const packFor = (template: string, given: VpnSubscription | undefined): Pack => ({
    clientId,
    language,
    message: OCCASION,
    template,
    apps: [...messageApps()],
    uuids: given === undefined ? [] : [given.uuid],
    // A message about VPN or traffic leaves the lists and the proxies out.
    listIds: [],
    dedicated: handover.dedicated,
  });
  const preview = useQuery(
    'handover.preview',
    templates === undefined || isLoading
      ? null
      : { ...packFor(templates[language][OCCASION].text, link), reveal: false },
  );
  const first = useFirstFocus<HTMLButtonElement>();

  /**
   * Asks for the template and the link again, because the buttons can be pressed before either is there, and a message
   * without its link must not reach the client. Returns `undefined` after a failure, which the user has seen.
   */
  const askForPack = async (): Promise<Pack | undefined> => {
    const found = await callOrTell('handover.templates', {});
    if (found === undefined) return undefined;
    const template = found[language][OCCASION].text;
    if (uuid === null) return packFor(template, undefined);
    const state = await callOrTell('vpn.state', { clientId });
    return state === undefined ? undefined : packFor(template, linkOf(state, uuid));
  };
  const copyMessage = async (): Promise<boolean> => {
    const pack = await askForPack();
    if (pack === undefined || (await callOrTell('handover.copy', pack)) === undefined) return false;
    doneToast(t('handover:copied'));
    return true;
  };
  const send = useAction('handover.send');
  const telegram = useClientChat(clientId);
  const onSend = async (to: TelegramChat) => {
    const pack = await askForPack();
    if (pack === undefined) return;
    const result = await send.run({ ...pack, chatSince: to.since });
    if (result.ok) doneToast(t('telegram:send.sent', { name: chatLabel(to) }));
  };
  const openChat = () => void callOrTell('clients.openChat', { clientId });
  const leave = (to: () => void) => () => {
    onClose();
    to();
  };
  return (
    <section className={styles.handover} aria-label={t('handOver.title')}>
      <ErrorNotice error={vpn.error ?? preview.error ?? send.error ?? telegram.error} />
      <div className={styles.goods}>
        {uuid === null ? null : (
          <div className={styles.link}>
            {isLoading ? <Skeleton height={CODE_HEIGHT} /> : null}
            {link !== undefined ? (
              <>
                <QrCodeImage clientId={clientId} uuid={link.uuid} height={CODE_HEIGHT} />
                <Button
                  leftSection={<IconCopy size={15} aria-hidden />}
                  onClick={() => void copyLink({ clientId, uuid: link.uuid })}
                >
                  {t('handOver.copyLink')}
                </Button>
                <Button
                  leftSection={<IconQrcode size={15} aria-hidden />}
                  onClick={() => void copyQr({ clientId, uuid: link.uuid })}
                >
                  {t('handOver.copyQr')}
                </Button>
              </>
            ) : null}
            {isLoading || link !== undefined ? null : <p className="dim">{t('handOver.noLink')}</p>}
          </div>
        )}
        {preview.error === undefined ? (
          <Textarea
            readOnly
            // The height is that of the link beside it, or fixed, because the buttons below must not move when the text arrives.
            rows={5}
            classNames={{ root: styles.message ?? '', wrapper: styles.whole ?? '', input: styles.whole ?? '' }}
            aria-label={t('handOver.message')}
            aria-busy={preview.value === undefined}
            lang={language}
            value={preview.value?.text ?? ''}
          />
        ) : null}
      </div>
      <Group gap={8}>
        <Button
          ref={first}
          variant="filled"
          leftSection={<IconMessage size={15} aria-hidden />}
          {...(chat === null ? {} : { title: chat })}
          onClick={() =>
            void copyMessage().then((isCopied) => {
              if (isCopied && chat !== null) openChat();
            })
          }
        >
          {t(chat === null ? 'handOver.copyMessage' : 'handOver.copyAndOpen')}
        </Button>
        {chat === null ? null : (
          <>
            <Button onClick={() => void copyMessage()}>{t('handOver.copyMessage')}</Button>
            <Button title={chat} onClick={openChat}>
              {t('handOver.openChat')}
            </Button>
          </>
        )}
        <SendButton chat={telegram.open} busy={send.busy} disabled={isLoading} onSend={(to) => void onSend(to)} />
        {action === undefined ? null : (
          <Button
            leftSection={<action.icon size={15} aria-hidden />}
            onClick={action.leaves ? leave(action.run) : action.run}
          >
            {action.label}
          </Button>
        )}
        <Button variant="subtle" onClick={leave(() => go('handover', { clientId }))}>
          {t('handOver.more')}
        </Button>
        <NextClient next={next} leave={leave} />
      </Group>
    </section>
  );
};

interface NextClientProps extends Pick<OutcomeHandoverProps, 'next'> {
  readonly leave: (to: () => void) => () => void;
}

const NextClient = ({ next, leave }: NextClientProps) => {
  const { t } = useTranslation('purchases');
  const [nextId, setNextId] = useState<number>();
  useEffect(() => {
    let isOver = false;
    void next.then((found) => {
      if (!isOver) setNextId(found);
    });
    return () => {
      isOver = true;
    };
  }, [next]);
  const client = useQuery('clients.get', nextId === undefined ? null : { clientId: nextId }).value;
  if (client === undefined) return null;
  return (
    <Button
      variant="subtle"
      className={styles.next ?? ''}
      title={clientLabel(client)}
      rightSection={<IconArrowRight size={15} aria-hidden />}
      onClick={leave(() => openCard(client.id))}
    >
      {t('handOver.next', { client: clientLabel(client) })}
    </Button>
  );
};
