import { ActionIcon, Button, CloseButton, Menu, Progress, SegmentedControl, Tooltip } from '@mantine/core';
import {
  IconChevronDown,
  IconCopy,
  IconDeviceDesktopShare,
  IconDeviceFloppy,
  IconEye,
  IconEyeOff,
  IconPlayerStop,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenLayout } from '#shared/contract/layouts.ts';
import type { FormatId, HostVariant, ProxyList } from '#shared/contract/lists.ts';
import { isGrowing } from '#shared/domain/list-states.ts';
import { useAction } from '../../bridge/use-action.ts';
import { useQuery } from '../../bridge/use-query.ts';
import { useFormat } from '../../i18n/use-format.ts';
import { useTexts } from '../../i18n/use-language.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { percentOf } from '../../ui/percent.ts';
import { doneToast } from '../../ui/undo-toast.tsx';
import { DragHandle } from './drag-handle.tsx';
import { FORMAT_LAYOUTS } from './format-layouts.ts';
import { layoutChoices, layoutKeyOf, layoutNameOf, lineLayoutOf } from './layout-choices.ts';
import { LayoutPreview } from './layout-preview.tsx';
import { openLayouts } from './layout-store.ts';
import { ListLines } from './list-lines.tsx';
import { ListNotices } from './list-notices.tsx';
import styles from './list-panel.module.css';
import { ListStateChip } from './list-state-chip.tsx';
import { savedToast, tellLeftOut } from './save-list.ts';
import { linesOfVariant } from './use-proxy-list.ts';

interface ListPanelProps {
  readonly list: ProxyList;
  /** Stands between the head and the lines. */
  readonly children?: ReactNode;
  readonly onClose?: () => void;
}

/** Shows a list with all actions on it: switch, copy, save, stop. Pass the list's id as `key`. */
export const ListPanel = ({ list, children, onClose }: ListPanelProps) => {
  const { t } = useTranslation(['lists', 'layouts', 'common']);
  const format = useFormat();
  const [variant, setVariant] = useState<HostVariant>(list.domainLines === 0 && list.ipLines > 0 ? 'ip' : 'domain');
  const [wanted, setWanted] = useState<FormatId>(list.recipe.formatId);
  const [layout, setLayout] = useState<ChosenLayout>();
  const [reveal, setReveal] = useState(false);
  const formats = useQuery('lists.formats', { listId: list.id, variant });
  const copy = useAction('lists.copy');
  const save = useAction('lists.save');
  const copyLaidOut = useAction('layouts.copy');
  const exportLaidOut = useAction('layouts.export');
  const layouts = useQuery('layouts.list', {}, ['layouts.changed']);
  const words = useTexts();
  const cancel = useAction('runs.cancel');
  const running = list.state === 'running';
  const all = running ? list.recipe.quantity : list.domainLines + list.ipLines;
  const here = running ? list.lineCount : all - list.missingLines;
  const options = formats.value ?? [];
  const formatId =
    options.find((option) => option.formatId === wanted)?.available === false ? list.recipe.formatId : wanted;
  const view = { listId: list.id, variant, formatId };
  const source = { from: 'list', listId: list.id, variant } as const;
  const lineCount = linesOfVariant(list, variant);
  const growing = isGrowing(list);
  const idle = growing || lineCount === 0;
  const linesText = (count: number) => t('lines', { count, formatted: format.number(count) });

  const copyInLayout = async (chosen: ChosenLayout) => {
    const result = await copyLaidOut.run({ source, layout: lineLayoutOf(chosen) });
    if (!result.ok) return;
    doneToast(t('copied', { count: result.value.lines, formatted: format.number(result.value.lines) }));
    tellLeftOut(result.value.leftOut);
  };
  const saveInLayout = async (chosen: ChosenLayout) => {
    const result = await exportLaidOut.run({
      source,
      layout: lineLayoutOf(chosen),
      name: layoutNameOf(chosen, words),
    });
    if (!result.ok || result.value === null) return;
    savedToast(result.value.export, linesText(result.value.export.lineCount));
    tellLeftOut(result.value.leftOut);
  };
  const copyLines = async () => {
    if (layout !== undefined) return copyInLayout(layout);
    const result = await copy.run(view);
    if (!result.ok) return;
    const values = { count: result.value.lines, formatted: format.number(result.value.lines) };
    doneToast(formatId === 3 ? t('copiedBare', values) : t('copied', values));
  };
  const saveFile = async () => {
    if (layout !== undefined) return saveInLayout(layout);
    const result = await save.run(view);
    if (result.ok && result.value !== null) savedToast(result.value, linesText(result.value.lineCount));
  };

  return (
    <section className={styles.root} aria-label={list.title}>
      <header className={styles.head}>
        <h2 className="clip selectable" title={list.title}>
          {list.title}
        </h2>
        <ListStateChip state={list.state} />
        <span className={styles.count} aria-live="polite">
          {running
            ? t('linesOf', { done: format.number(list.lineCount), total: format.number(list.recipe.quantity) })
            : linesText(lineCount)}
        </span>
        {onClose === undefined ? null : <CloseButton aria-label={t('common:actions.close')} onClick={onClose} />}
      </header>
      {growing ? (
        <div className={styles.progress}>
          <Progress
            aria-label={running ? t('progress') : t('arriving.title')}
            value={percentOf(here, all)}
            className={styles.bar}
          />
          {running ? (
            <Button
              size="compact-sm"
              leftSection={<IconPlayerStop size={14} aria-hidden />}
              loading={cancel.busy}
              onClick={() => list.runId !== null && void cancel.run({ runId: list.runId })}
            >
              {t('common:words.stop')}
            </Button>
          ) : null}
        </div>
      ) : null}
      <ListNotices list={list} />
      {children}
      <div className={styles.tools}>
        <SegmentedControl
          aria-label={t('variant.label')}
          value={variant}
          onChange={setVariant}
          data={[
            { value: 'domain', label: t('variant.domain') },
            { value: 'ip', label: t('variant.ip') },
          ]}
        />
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              className={styles.chosen}
              rightSection={<IconChevronDown size={14} aria-hidden />}
              title={layout === undefined ? FORMAT_LAYOUTS[formatId] : layoutNameOf(layout, words)}
            >
              {layout === undefined ? t('format.name', { formatId }) : layoutNameOf(layout, words)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown aria-label={t('format.label')} className={styles.formats}>
            {options.map((option) => (
              <Menu.Item
                key={option.formatId}
                disabled={!option.available}
                aria-current={layout === undefined && option.formatId === formatId}
                onClick={() => {
                  setLayout(undefined);
                  setWanted(option.formatId);
                }}
              >
                <code className="mono">
                  {option.formatId} · {FORMAT_LAYOUTS[option.formatId]}
                </code>
                <div className={styles.why}>
                  {option.reason === null
                    ? option.formatId === list.recipe.formatId && t('format.own')
                    : t(`format.obstacles.${option.reason}`)}
                </div>
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Label>{t('layouts:title')}</Menu.Label>
            {layoutChoices(layouts.value ?? []).map((choice) => (
              <Menu.Item
                key={layoutKeyOf(choice)}
                disabled={idle}
                aria-current={layout !== undefined && layoutKeyOf(layout) === layoutKeyOf(choice)}
                onClick={() => setLayout(choice)}
              >
                <bdi className="clip">{layoutNameOf(choice, words)}</bdi>
              </Menu.Item>
            ))}
            <Menu.Item disabled={idle} onClick={() => openLayouts(source, list.title)}>
              {t('layouts:other')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Tooltip label={reveal ? t('hide') : t('reveal')}>
          <ActionIcon
            aria-label={reveal ? t('hide') : t('reveal')}
            aria-pressed={reveal}
            disabled={layout !== undefined || formatId === 3}
            onClick={() => setReveal(!reveal)}
          >
            {reveal ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <span className={styles.push} />
        <Button
          aria-label={t('copy')}
          title={t('copy')}
          disabled={idle}
          loading={copy.busy || copyLaidOut.busy}
          onClick={() => void copyLines()}
        >
          <IconCopy size={15} aria-hidden />
          <span className={styles.copy}>{t('copy')}</span>
        </Button>
        {idle ? null : (
          <DragHandle what={layout === undefined ? view : { listId: list.id, variant, layout: lineLayoutOf(layout) }} />
        )}
        <Button
          variant="filled"
          leftSection={<IconDeviceFloppy size={15} aria-hidden />}
          disabled={idle}
          loading={save.busy || exportLaidOut.busy}
          onClick={() => void saveFile()}
        >
          {layout === undefined ? t('save', { formatId }) : t('layouts:save')}
        </Button>
      </div>
      <ErrorNotice error={copy.error} />
      <ErrorNotice error={save.error} onRetry={() => void saveFile()} />
      <ErrorNotice error={copyLaidOut.error} />
      <ErrorNotice error={exportLaidOut.error} onRetry={() => void saveFile()} />
      {list.state === 'arriving' ? (
        <EmptyState icon={IconDeviceDesktopShare} title={t('arriving.title')} text={t('arriving.text')} />
      ) : layout !== undefined && !idle ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        <section className={styles.preview} aria-label={t('layouts:title')} tabIndex={0}>
          <LayoutPreview source={source} layout={lineLayoutOf(layout)} />
        </section>
      ) : (
        <ListLines list={list} view={{ variant, formatId, reveal: reveal && formatId !== 3 }} />
      )}
    </section>
  );
};
