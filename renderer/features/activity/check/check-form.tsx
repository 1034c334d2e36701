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
import type { AppError } from '#shared/result.ts';
import { call } from '../../../bridge/desk.ts';
import { useAction } from '../../../bridge/use-action.ts';
import { fieldProblem, problemText } from '../../../i18n/describe-error.ts';
import { go } from '../../../nav/router.ts';
import type { CheckDraft } from '../../../parts/runs/draft-store.ts';
import { updateSettings, useSettings } from '../../../parts/settings/settings-store.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { FormScreen } from '../../../ui/form-screen.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { typedNumber } from '../../../ui/typed-number-text.ts';
import { errorToast } from '../../../ui/undo-toast.tsx';
import { useEscape } from '../../../ui/use-escape.ts';
import { useProblemFocus } from '../../../ui/use-problem-focus.ts';
import { BeforeCheck } from './before-check.tsx';

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

/** Chooses how proxies are checked, and says beforehand what the check takes. */
export const CheckForm = ({ draft }: { readonly draft: CheckDraft }) => {
  const { t, i18n } = useTranslation(['checks', 'runs', 'lists', 'common']);
  const settings = useSettings((state) => state.settings);
  const isList = draft.kind === 'check-list';
  const isTooMany = isList && draft.ids.length > MAX_CHECKED_LISTS;
  const { lists, error } = useLists(draft, isTooMany);
  const [address, setAddress] = useState(settings?.checkAddress ?? '');
  const [typed, setTyped] = useState(() => ({
    atOnce: typedNumber(settings?.checkAtOnce ?? 100, i18n.language),
    timeoutS: typedNumber(settings?.checkTimeoutS ?? 15, i18n.language),
    slowS: typedNumber(settings?.checkSlowS ?? 5, i18n.language),
  }));
  const [chosen, setProtocol] = useState<(typeof CHECK_PROTOCOLS)[number]>('own');
  const [wanted, setVariant] = useState<HostVariant>('domain');
  const [isRefused, setRefused] = useState(false);
  const start = useAction('runs.start');
  const { form, show: focusProblem } = useProblemFocus();

  // Only lines with a scheme tell the protocol of proxies in a file.
  const isFile = lists.length > 0 && lists.every(({ recipe }) => recipe.poolType === null);
  const protocols = CHECK_PROTOCOLS.filter((one) => one !== 'own' || !isFile);
  const ofFile = lists.every(({ recipe }) => recipe.protocol === 'socks5') ? 'socks5' : 'http';
  const protocol = isFile && chosen === 'own' ? ofFile : chosen;
  const skipped = lists.reduce((sum, { issues }) => sum + linesWithoutProxy(issues), 0);
  const count = isList
    ? lists.reduce((sum, list) => sum + linesOf(list, variantOf(list, wanted)), 0) - skipped
    : draft.ids.length;
  const how = {
    address: address.trim(),
    atOnce: parseWholeNumber(typed.atOnce) ?? Number.NaN,
    timeoutS: parseWholeNumber(typed.timeoutS) ?? Number.NaN,
    slowS: parseDecimalNumber(typed.slowS) ?? Number.NaN,
  };
  const problems = checkProblems(how);
  const problemOf = (field: string): string | undefined => {
    const problem = problems.find((one) => one.field === field);
    return !isRefused || problem === undefined ? undefined : problemText(problem);
  };

  const back = () => go(draft.from);
  useEscape(back, { beyondFields: true });

  const submit = async () => {
    if (start.busy || count === 0) return;
    if (problems.length > 0) {
      setRefused(true);
      focusProblem();
      return;
    }
    const asked = { ...how, protocol };
    const inputs: ProcedureInput<'runs.start'>[] = isList
      ? lists.map((list) => ({ kind: 'check-list', listId: list.id, variant: variantOf(list, wanted), ...asked }))
      : [{ kind: 'check-proxies', proxyIds: [...draft.ids], ...asked }];
    const results: Awaited<ReturnType<typeof start.run>>[] = [];
    for (const input of inputs) results.push(await start.run(input));
    const begun = results.flatMap((result) => (result.ok && result.value !== null ? [result.value.id] : []));
    if (begun.length === 0) return;
    for (const result of results) if (!result.ok) errorToast(result.error);
    if (begun.length > 1) go('activity');
    else go('run', { runId: begun[0] ?? 0 });
    const { atOnce: checkAtOnce, timeoutS: checkTimeoutS, slowS: checkSlowS } = how;
    void updateSettings({ checkAddress: how.address, checkAtOnce, checkTimeoutS, checkSlowS });
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
      formRef={form}
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
            value={address}
            error={problemOf('address')}
            onChange={(event) => setAddress(event.currentTarget.value)}
          />
          <ChoiceField
            label={t('common:words.protocol')}
            error={fieldProblem(start.error, 'protocol')}
            value={protocol}
            data={protocols.map((value) => ({ value, label: t(`form.${value}`) }))}
            onChange={setProtocol}
          />
          {lists.every((list) => list.domainLines === 0 || list.ipLines === 0) ? null : (
            <ChoiceField
              label={t('form.variant')}
              error={fieldProblem(start.error, 'variant')}
              value={wanted}
              data={[
                { value: 'domain', label: t('lists:variant.domain') },
                { value: 'ip', label: t('lists:variant.ip') },
              ]}
              onChange={setVariant}
            />
          )}
          {NUMBERS.map((field) => (
            <NumberField
              key={field}
              label={t(LABELS[field])}
              value={typed[field]}
              {...CHECK_LIMITS[field]}
              decimal={field === 'slowS'}
              error={problemOf(field)}
              onChange={(text) => setTyped({ ...typed, [field]: text })}
            />
          ))}
        </>
      }
      right={
        <>
          <BeforeCheck
            count={count}
            skipped={skipped}
            how={problems.length === 0 ? how : null}
            traffic={
              !isList ? 'unmetered' : lists.some(({ recipe }) => recipe.poolType === null) ? 'unknown' : 'bought'
            }
            replaces={lists.some(({ lastCheck }) => lastCheck !== null)}
            inTurn={lists.length > 1}
          />
          <ErrorNotice error={error} />
          {isTooMany ? <Notice tone="bad">{t('form.tooManyLists', { max: MAX_CHECKED_LISTS })}</Notice> : null}
        </>
      }
      problem={<ErrorNotice error={start.error} />}
      buttons={
        <Button
          type="submit"
          variant="filled"
          size="md"
          leftSection={<IconPlugConnected size={16} aria-hidden />}
          loading={start.busy}
          disabled={count === 0}
        >
          {t('form.start', { count })}
        </Button>
      }
    />
  );
};
