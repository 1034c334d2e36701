import { Textarea } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isLocalIp } from '#shared/domain/ip-address.ts';
import {
  MAX_WHITELIST_LINES,
  readAddresses,
  WHITELIST_ACTIONS,
  type WhitelistAction,
} from '#shared/domain/whitelist-run.ts';
import { call } from '../../../bridge/desk.ts';
import { useNoService } from '../../../bridge/service-gap.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { go } from '../../../nav/router.ts';
import { MyAddressButtons } from '../../../parts/premium/my-address-buttons.tsx';
import type { WhitelistDraft } from '../../../parts/runs/draft-store.ts';
import { useSettings } from '../../../parts/settings/settings-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ServiceButton } from '../../../ui/service-hint.tsx';
import { useEscape } from '../../../ui/use-escape.ts';

const MINUTE_S = 60;
/** A change is sent, and the list is read after it. Before the first change of a client the list is read as well. */
const REQUESTS_PER_CHANGE = 2;

interface Typed {
  readonly action: WhitelistAction;
  readonly ips: string;
}

interface Wanted {
  readonly action: WhitelistAction;
  readonly ips: string[];
}

const read = ({ action, ips }: Typed): Read<Wanted> => {
  const found = readAddresses(ips);
  return found.ok ? { ok: true, value: { action, ips: [...found.ips] } } : unreadable({ field: 'ips', ...found });
};

/** Chooses the addresses that are added to the whitelists of the selected clients, or removed there. */
export const WhitelistForm = ({ draft }: { readonly draft: WhitelistDraft }) => {
  const { t } = useTranslation(['runWhitelist', 'runLists', 'common']);
  const format = useFormat();
  const noService = useNoService();
  const settings = useSettings((state) => state.settings);
  const form = useForm<Typed, Wanted>({ initial: { action: 'add', ips: '' }, read });
  const { action, ips } = form.values;
  const isAdding = action === 'add';
  const typed = readAddresses(ips);
  const addresses = typed.ok ? typed.ips.length : 0;
  const clients = draft.ids.length;
  const changes = clients * addresses;
  const local = isAdding && typed.ok ? typed.ips.filter(isLocalIp) : [];
  const isTooMany = changes > MAX_WHITELIST_LINES;
  const requests = clients + changes * REQUESTS_PER_CHANGE;
  const minutes = settings === undefined ? 0 : Math.ceil(requests / settings.requestsPerSecond / MINUTE_S);

  const back = () => go(draft.from);
  useEscape(ips.trim() === '' ? back : null, { beyondFields: true });

  const submit = async () => {
    if (noService || isTooMany) return;
    await form.submit(
      (wanted) => call('runs.start', { kind: 'whitelist', clientIds: [...draft.ids], ...wanted }),
      (run) => run !== null && go('run', { runId: run.id }),
    );
  };
  const addMine = (ip: string) =>
    form.change((before) => ({ ips: before.ips.trim() === '' ? ip : `${before.ips.trimEnd()}\n${ip}` }));

  return (
    <FormScreen
      title={t('runWhitelist:formTitle')}
      aside={t('runLists:forClients', { count: clients })}
      label={t('runWhitelist:formTitle')}
      formRef={form.ref}
      onBack={back}
      onSubmit={submit}
      left={
        <>
          <ChoiceField
            label={t('runWhitelist:action.label')}
            data={WHITELIST_ACTIONS.map((value) => ({ value, label: t(`runWhitelist:action.${value}`) }))}
            {...form.field('action')}
          />
          <div>
            <Textarea
              label={t('runWhitelist:addresses')}
              description={t(isAdding ? 'runWhitelist:addressesHint' : 'runWhitelist:addressesHintRemove')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              autosize
              minRows={4}
              maxRows={12}
              maxLength={5_000}
              spellCheck={false}
              autoComplete="off"
              data-autofocus
              {...form.input('ips')}
            />
            <MyAddressButtons known={typed.ok ? typed.ips : []} disabled={form.busy} onAdd={addMine} />
          </div>
        </>
      }
      right={
        <>
          <p className="dim">{t(isAdding ? 'runWhitelist:how' : 'runWhitelist:howRemove')}</p>
          {isAdding ? (
            <p className="dim">{t('runWhitelist:limit')}</p>
          ) : (
            <Notice tone="warn">{t('runWhitelist:works')}</Notice>
          )}
          {local.length === 0 ? null : (
            <Notice tone="warn" live="status">
              {t('runWhitelist:local', { count: local.length, ips: format.list(local) })}
            </Notice>
          )}
          {isTooMany ? (
            <Notice tone="bad" live="status">
              {t('runWhitelist:tooMany', { count: changes, max: MAX_WHITELIST_LINES })}
            </Notice>
          ) : null}
        </>
      }
      problem={<ErrorNotice error={form.error} />}
      buttons={
        <>
          <ServiceButton
            type="submit"
            variant="filled"
            size="md"
            leftSection={<IconShieldCheck size={16} aria-hidden />}
            loading={form.busy}
            disabled={isTooMany}
          >
            {t(`runWhitelist:start.${action}`, { count: clients })}
          </ServiceButton>
          {settings === undefined || addresses === 0 ? null : (
            <span className="dim">
              {minutes <= 1
                ? t('runWhitelist:requests', { requests })
                : t('runWhitelist:estimate', { requests, minutes })}
            </span>
          )}
        </>
      }
    />
  );
};
