import { Button, TextInput } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcedureInput } from '#shared/contract/index.ts';
import type { HostVariant, ProxyList } from '#shared/contract/lists.ts';
import {
  CHECK_LIMITS,
  CHECK_PROTOCOLS,
  checkProblems,
  linesWithoutProxy,
  MAX_CHECKED_LISTS,
} from '#shared/domain/check.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { parseDecimalNumber, parseWholeNumber } from '#shared/domain/typed-number.ts';
import { type AppError, fail, ok } from '#shared/result.ts';
import { call } from '../../../bridge/desk.ts';
import { go } from '../../../nav/router.ts';
import { BeforeCheck } from '../../../parts/checks/before-check.tsx';
import type { CheckDraft } from '../../../parts/runs/draft-store.ts';
import { updateSettings, useSettings } from '../../../parts/settings/settings-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { type Read, unreadable } from '../../../ui/form/form-state.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { typedNumber } from '../../../ui/typed-number-text.ts';
import { errorToast } from '../../../ui/undo-toast.tsx';
import { useEscape } from '../../../ui/use-escape.ts';

const NUMBERS = ['atOnce', 'timeoutS', 'slowS'] as const;
const LABELS = { atOnce: 'form.atOnce', timeoutS: 'form.timeout', slowS: 'form.slow' } as const;

const linesOf = (list: ProxyList, variant: HostVariant): number =>
  variant === 'domain' ? list.domainLines : list.ipLines;

/** The wanted variant if the list has lines of it, and otherwise the other one. */
const variantOf = (list: ProxyList, wanted: HostVariant): HostVariant =>
  linesOf(list, wanted) > 0 ? wanted : wanted === 'domain' ? 'ip' : 'domain';

/** The lists of the draft that have lines to check. */
const useLists = (draft: CheckDraft, isTooMany: boolean) => {
  const [lists, setLists] = useState<readonly ProxyList[]>([]);
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    let isGone = false;
    const ids = draft.kind === 'check-list' && !isTooMany ? draft.ids : [];
    void Promise.all(ids.map((listId) => call('lists.get', { listId }))).then((answers) => {
      if (isGone) return;
      const found = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
      setLists(found.filter((list) => !isGrowing(list) && list.lineCount > 0));
      setError(answers.flatMap((answer) => (answer.ok ? [] : [answer.error]))[0]);
    });
    return () => {
      isGone = true;
    };
  }, [draft, isTooMany]);
  return { lists, error };
};

interface TypedCheck {
  readonly address: string;
  readonly atOnce: string;
  readonly timeoutS: string;
  readonly slowS: string;
  readonly protocol: (typeof CHECK_PROTOCOLS)[number];
  readonly variant: HostVariant;
}

type How = Parameters<typeof checkProblems>[0];

const readHow = ({ address, atOnce, timeoutS, slowS }: TypedCheck): Read<How> => {
  const how = {
    address: address.trim(),
    atOnce: parseWholeNumber(atOnce) ?? Number.NaN,
    timeoutS: parseWholeNumber(timeoutS) ?? Number.NaN,
    slowS: parseDecimalNumber(slowS) ?? Number.NaN,
  };
  const problems = checkProblems(how);
  return problems.length > 0 ? unreadable(...problems) : { ok: true, value: how };
};

/** Starts the checks one after another. It fails if none of them began. */
const startAll = async (inputs: readonly ProcedureInput<'runs.start'>[]) => {
  const begun: number[] = [];
  const errors: AppError[] = [];
  for (const input of inputs) {
    const result = await call('runs.start', input);
    if (!result.ok) errors.push(result.error);
    else if (result.value !== null) begun.push(result.value.id);
  }
  const [error] = errors;
  return begun.length === 0 && error !== undefined ? fail(error) : ok({ begun, errors });
};

/** Chooses how proxies are checked, and says beforehand what the check takes. */
export const CheckForm = ({ draft }: { readonly draft: CheckDraft }) => {
  const { t, i18n } = useTranslation(['checks', 'runs', 'lists', 'common']);
  const settings = useSettings((state) => state.settings);
  const isList = draft.kind === 'check-list';
  const isTooMany = isList && draft.ids.length > MAX_CHECKED_LISTS;
  const { lists, error } = useLists(draft, isTooMany);
  const form = useForm<TypedCheck, How>({
    initial: {
      address: settings?.checkAddress ?? '',
      atOnce: typedNumber(settings?.checkAtOnce ?? 100, i18n.language),
      timeoutS: typedNumber(settings?.checkTimeoutS ?? 15, i18n.language),
      slowS: typedNumber(settings?.checkSlowS ?? 5, i18n.language),
      protocol: 'own',
      variant: 'domain',
    },
    read: readHow,
  });
  const { protocol: chosen, variant: wanted } = form.values;

  // Only lines with a scheme tell the protocol of proxies in a file.
  const isFile = lists.length > 0 && lists.every(({ recipe }) => recipe.poolType === null);
  const protocols = CHECK_PROTOCOLS.filter((one) => one !== 'own' || !isFile);
  const ofFile = lists.every(({ recipe }) => recipe.protocol === 'socks5') ? 'socks5' : 'http';
  const protocol = isFile && chosen === 'own' ? ofFile : chosen;
  const skipped = lists.reduce((sum, { issues }) => sum + linesWithoutProxy(issues), 0);
  const count = isList
    ? lists.reduce((sum, list) => sum + linesOf(list, variantOf(list, wanted)), 0) - skipped
    : draft.ids.length;
  const isNothing = isList && lists.length > 0 && count === 0;
  const typedHow = readHow(form.values);

  const back = () => go(draft.from);
  useEscape(back, { beyondFields: true });

  const submit = async () => {
    if (count === 0) return;
    await form.submit(
      (how) => {
        const asked = { ...how, protocol };
        return startAll(
          isList
            ? lists.map((list) => ({ kind: 'check-list', listId: list.id, variant: variantOf(list, wanted), ...asked }))
            : [{ kind: 'check-proxies', proxyIds: [...draft.ids], ...asked }],
        );
      },
      (
        { begun, errors },
        { address: checkAddress, atOnce: checkAtOnce, timeoutS: checkTimeoutS, slowS: checkSlowS },
      ) => {
        for (const one of errors) errorToast(one);
        if (begun.length > 1) go('activity');
        else go('run', { runId: begun[0] ?? 0 });
        void updateSettings({ checkAddress, checkAtOnce, checkTimeoutS, checkSlowS });
      },
    );
  };

  const aside = !isList
    ? t('ofDedicated', { count })
    : lists.length > 1
      ? t('ofLists', { count: lists.length })
      : (lists[0]?.title ?? '');
  return (
    <FormScreen
      title={t('title')}
      aside={aside}
      label={t('title')}
      formRef={form.ref}
      onBack={back}
      onSubmit={submit}
      left={
        <>
          <TextInput
            label={t('form.address')}
            description={t('form.addressHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            spellCheck={false}
            autoComplete="off"
            maxLength={500}
            {...form.input('address')}
          />
          <ChoiceField
            label={t('common:words.protocol')}
            data={protocols.map((value) => ({ value, label: t(`form.${value}`) }))}
            {...form.field('protocol')}
            value={protocol}
          />
          {lists.every((list) => list.domainLines === 0 || list.ipLines === 0) ? null : (
            <ChoiceField
              label={t('form.variant')}
              data={[
                { value: 'domain', label: t('lists:variant.domain') },
                { value: 'ip', label: t('lists:variant.ip') },
              ]}
              {...form.field('variant')}
            />
          )}
          {NUMBERS.map((field) => (
            <NumberField
              key={field}
              label={t(LABELS[field])}
              {...CHECK_LIMITS[field]}
              decimal={field === 'slowS'}
              {...form.field(field)}
            />
          ))}
        </>
      }
      right={
        <>
          <BeforeCheck
            count={count}
            skipped={skipped}
            how={typedHow.ok ? typedHow.value : null}
            traffic={
              !isList ? 'unmetered' : lists.some(({ recipe }) => recipe.poolType === null) ? 'unknown' : 'bought'
            }
            replaces={lists.some(({ lastCheck }) => lastCheck !== null)}
            inTurn={lists.length > 1}
          />
          <ErrorNotice error={error} />
          {isNothing ? <Notice tone="warn">{t('form.nothing')}</Notice> : null}
          {isTooMany ? <Notice tone="bad">{t('form.tooManyLists', { max: MAX_CHECKED_LISTS })}</Notice> : null}
        </>
      }
      problem={<ErrorNotice error={form.error} />}
      buttons={
        <Button
          type="submit"
          variant="filled"
          size="md"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={form.busy}
          disabled={count === 0}
        >
          {isNothing ? t('form.nothingTitle') : t('form.start', { count })}
        </Button>
      }
    />
  );
};
