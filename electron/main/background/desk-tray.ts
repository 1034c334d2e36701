import { Menu, type MenuItemConstructorOptions, nativeImage, Tray } from 'electron';
import { formatRoubles } from '#shared/domain/money.ts';
import type { ShellWords } from '../texts.ts';
import { hasTray, isIconSeen } from './tray-place.ts';

/** The facts shown in the menu of the tray icon. `balanceKopecks` is `null` if it is unknown or nobody is signed in. */
export interface TrayFacts {
  readonly balanceKopecks: number | null;
  readonly alerts: number;
  readonly isPaused: boolean;
}

interface TrayActions {
  readonly open: () => void;
  readonly showAlerts: () => void;
  readonly setPaused: (isPaused: boolean) => void;
  readonly quit: () => void;
}

interface DeskTrayOptions {
  readonly icon: string;
  readonly t: ShellWords;
  /** BCP 47 tag, to format amounts. */
  readonly locale: () => string;
  readonly actions: TrayActions;
}

const ICON_SIZE = process.platform === 'darwin' ? 18 : process.platform === 'win32' ? 16 : 24;

/** Creates the tray icon through which the user reaches a desk that has no window. */
export const createDeskTray = ({ icon, t, locale, actions }: DeskTrayOptions) => {
  let tray: Tray | null = null;
  let facts: TrayFacts = { balanceKopecks: null, alerts: 0, isPaused: false };

  const draw = (): void => {
    if (tray === null || tray.isDestroyed()) return;
    const { balanceKopecks, alerts, isPaused } = facts;
    const balance =
      balanceKopecks === null
        ? t('shell:tray.balanceUnknown')
        : t('shell:tray.balance', { amount: formatRoubles(balanceKopecks, locale()) });
    const needs = alerts === 0 ? t('shell:tray.nothing') : t('shell:tray.alerts', { count: alerts });
    const separator: MenuItemConstructorOptions = { type: 'separator' };
    tray.setToolTip(['Reseller Desk', isPaused ? t('shell:tray.paused') : needs].join(' · '));
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: balance, enabled: false },
        { label: needs, enabled: alerts > 0, click: actions.showAlerts },
        separator,
        { label: t('shell:tray.open'), click: actions.open },
        {
          label: t('shell:tray.pause'),
          type: 'checkbox',
          checked: isPaused,
          click: () => actions.setPaused(!isPaused),
        },
        separator,
        { label: t('shell:menu.quit'), click: actions.quit },
      ]),
    );
  };
  const hide = (): void => {
    tray?.destroy();
    tray = null;
  };

  return {
    /** Shows the icon if it is not there yet. Returns `false` if this system shows no tray icons. */
    show: async (): Promise<boolean> => {
      if (!(await hasTray())) {
        hide();
        return false;
      }
      if (tray === null) {
        tray = new Tray(nativeImage.createFromPath(icon).resize({ width: ICON_SIZE, height: ICON_SIZE }));
        // On other systems a click opens the menu.
        if (process.platform === 'win32') tray.on('click', actions.open);
        draw();
      }
      if (await isIconSeen()) return true;
      hide();
      return false;
    },
    hide,
    /** Redraws the menu, but only if the facts changed: the items of an open menu stop working when it is replaced. */
    tell: (known: TrayFacts): void => {
      if (JSON.stringify(known) === JSON.stringify(facts)) return;
      facts = known;
      draw();
    },
    redraw: draw,
  };
};
