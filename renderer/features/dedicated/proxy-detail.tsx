import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DedicatedProxy } from '#shared/contract/dedicated.ts';
import { rowClientLabel } from '#shared/domain/client-label.ts';
import { countryName } from '#shared/domain/country-name.ts';
import { call } from '../../bridge/desk.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { fieldProblem } from '../../i18n/describe-error.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { go } from '../../nav/router.ts';
import { CheckHistory } from '../../parts/checks/check-history.tsx';
import { LastProxyCheck } from '../../parts/checks/last-check.tsx';
import { CountryFlag } from '../../parts/places/country-flag.tsx';
import { RawAnswerView } from '../../parts/purchases/raw-answer.tsx';
import { ChangedBy, useChanges } from '../../parts/shared-desk/changed-by.tsx';
import { Conflicts } from '../../parts/shared-desk/conflicts.tsx';
import { Answer } from '../../ui/answer.tsx';
import { CardHead } from '../../ui/card-head.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Secret } from '../../ui/secret.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { doneToast } from '../../ui/undo-toast.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { useUnsaved } from '../../ui/use-escape.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './dedicated.module.css';
import { DateMark, DaysLeft, ExpiryDate, useDateWords } from './expiry.tsx';
import { ProxyActions } from './proxy-actions.tsx';
import { useProtocolText } from './use-protocol-text.ts';
import type { ProxyDoers } from './use-proxy-actions.ts';
import { addressOf, hostOf, portOf } from './use-proxy-columns.tsx';

interface ProxyDetailProps {
  readonly proxyId: number;
  readonly doers: ProxyDoers;
  readonly onClose: () => void;
}

/** Shows one proxy: its credentials, expiry and client, and the answer that delivered it. */
export const ProxyDetail = ({ proxyId, doers, onClose }: ProxyDetailProps) => {
  const { t } = useTranslation(['dedicated', 'common', 'ledger']);
  const query = useQuery('dedicated.get', { proxyId }, ['dedicated.changed', 'settings.changed']);
  const { value } = query;
  return (
    <div className={styles.detail}>
      <CardHead
        title={value === undefined ? t('common:words.proxy') : value.ip === null ? t('noAddress') : addressOf(value)}
        closeLabel={t('common:actions.close')}
        onClose={onClose}
      />
      <Conflicts key={proxyId} kind="proxy" id={proxyId} />
      <Answer query={query} height={200} m={16}>
        {(proxy) => (
          <>
            <section className="part" aria-label={t('actions.label')}>
              <Group gap={8}>
                <ProxyActions
                  title={addressOf(proxy)}
                  {...doers}
                  proxyIds={[proxy.id]}
                  archived={proxy.archived}
                  onGone={onClose}
                />
              </Group>
              {proxy.unlistable ? (
                <div className={styles.notice}>
                  <Notice tone="warn">{t('unlistableHelp')}</Notice>
                </div>
              ) : null}
              {proxy.complete ? null : (
                <div className={styles.notice}>
                  <Notice tone="warn">{proxy.imported ? t('importedHelp') : t('incompleteHelp')}</Notice>
                </div>
              )}
            </section>
            <ProxyFacts proxy={proxy} />
            <CheckHistory proxyId={proxy.id} />
            <ProxyNote key={proxy.id} proxy={proxy} />
            {proxy.purchaseId === null ? null : (
              <section className="part">
                <h3 className={styles.heading}>{t('ledger:raw.title')}</h3>
                <p className="dim">{t('detail.rawText')}</p>
                <RawAnswerView key={proxy.purchaseId} purchaseId={proxy.purchaseId} />
              </section>
            )}
          </>
        )}
      </Answer>
    </div>
  );
};

const ProxyFacts = ({ proxy }: { readonly proxy: DedicatedProxy }) => {
  const { t } = useTranslation(['dedicated', 'common', 'checks']);
  const language = useLanguage();
  const format = useFormat();
  const now = useNow();
  const words = useDateWords();
  const protocolText = useProtocolText();
  const { id: proxyId, clientId, purchaseId } = proxy;
  const reveal = async () => {
    const result = await call('dedicated.password', { proxyId });
    return result.ok ? ({ ok: true, value: result.value.password } as const) : result;
  };
  return (
    <section className="part">
      <dl className={`${styles.facts} selectable`}>
        <Fact name={t('common:words.address')} copy={proxy.ip === null ? null : addressOf(proxy)}>
          <span className={styles.mono}>
            {hostOf(proxy)}
            <span className={styles.port}>{portOf(proxy)}</span>
          </span>
        </Fact>
        <Fact name={t('columns.login')} copy={proxy.username}>
          <span className={styles.mono}>{proxy.username ?? '—'}</span>
        </Fact>
        <Fact name={t('detail.password')}>
          {proxy.hasPassword ? (
            <Secret
              name={t('detail.passwordName')}
              reveal={reveal}
              copy={() => call('dedicated.copyPassword', { proxyId })}
            />
          ) : (
            t('detail.noPassword')
          )}
        </Fact>
        <Fact name={t('columns.expires')}>
          <ExpiryDate proxy={proxy} words={words} />
          <DaysLeft proxy={proxy} now={now} words={words} />
        </Fact>
        <Fact name={proxy.dateSource === 'typed' ? t('detail.dateImported') : t('detail.dateEnd')}>
          <span>{proxy.dateEnd ?? '—'}</span>
          <DateMark proxy={proxy} />
        </Fact>
        <Fact name={t('common:words.country')}>
          <span>
            <CountryFlag code={proxy.countryCode} />
            {countryName(proxy.countryCode, proxy.countryTitle, language)}
          </span>
        </Fact>
        <Fact name={t('common:words.kind')}>{t(`kinds.ipv${proxy.ipv}`)}</Fact>
        <Fact name={t('common:words.protocol')}>{protocolText(proxy)}</Fact>
        {proxy.lastCheck === null ? null : (
          <Fact name={t('checks:last.proxy')}>
            <LastProxyCheck check={proxy.lastCheck} />
          </Fact>
        )}
        <Fact name={t('common:words.client')}>
          {clientId === null ? (
            t('filter.noClient')
          ) : (
            <TextLink title={t('common:words.openClient')} onGo={() => go('clients', { clientId })}>
              {rowClientLabel(proxy)}
            </TextLink>
          )}
        </Fact>
        <Fact name={t('detail.id')} copy={proxy.serviceId === null ? null : String(proxy.serviceId)}>
          {proxy.serviceId ?? '—'}
        </Fact>
        {proxy.orderId === null ? null : <Fact name={t('detail.order')}>{proxy.orderId}</Fact>}
        {proxy.checkId === null ? null : <Fact name={t('detail.check')}>{proxy.checkId}</Fact>}
        <Fact name={proxy.imported ? t('columns.imported') : t('columns.bought')}>
          {format.dateTime(proxy.boughtAt)}
          {purchaseId === null ? null : (
            <TextLink onGo={() => go('purchases', { purchaseId })}>{t('filter.purchase', { id: purchaseId })}</TextLink>
          )}
        </Fact>
      </dl>
    </section>
  );
};

const Fact = (props: { readonly name: string; readonly copy?: string | null; readonly children: ReactNode }) => {
  const { t } = useTranslation('dedicated');
  const { name, copy, children } = props;
  return (
    <>
      <dt>{name}</dt>
      <dd className={copy == null ? undefined : styles.oneLine}>
        {children}
        {copy == null ? null : (
          <ActionIcon aria-label={t('detail.copyValue', { name })} onClick={() => copyText(copy)}>
            <IconCopy size={15} aria-hidden />
          </ActionIcon>
        )}
      </dd>
    </>
  );
};

const ProxyNote = ({ proxy }: { readonly proxy: DedicatedProxy }) => {
  const { t } = useTranslation(['dedicated', 'common']);
  const action = useAction('dedicated.setNote');
  const { draft, setDraft, meanwhile, commit, onEscape } = useDraft(proxy.note, async (note, seen) => {
    const result = await action.run({ proxyId: proxy.id, note, seen });
    if (result.ok) doneToast(t('done.note'));
    return result.ok ? undefined : result.error;
  });
  const changeOf = useChanges('proxy', [proxy.id]);
  const isTyped = draft.trim() !== proxy.note;
  useUnsaved(isTyped);
  const problem = fieldProblem(action.error, 'note');
  return (
    <section className="part">
      <Textarea
        label={t('common:words.note')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft}
        error={problem}
        onChange={({ currentTarget: { value } }) => setDraft(value)}
        onKeyDown={onEscape}
      />
      {meanwhile === undefined ? null : (
        <p role="status" className="note">
          {t('detail.noteMeanwhile', { text: meanwhile })}
        </p>
      )}
      <ChangedBy what="note" change={changeOf(proxy.id, 'note')} />
      {action.error === undefined || problem !== undefined ? null : <ErrorNotice error={action.error} />}
      <Button mt={8} loading={action.busy} disabled={!isTyped} onClick={() => void commit()}>
        {t('detail.saveNote')}
      </Button>
      <ChangedBy change={changeOf(proxy.id)} />
    </section>
  );
};
