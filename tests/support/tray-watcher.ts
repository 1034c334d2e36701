import { DBusError, type Message, sessionBus, Variant } from '@jellybrick/dbus-next';
import { answerCalls, type BusAnswer, type BusObject, callMethod, readProperty } from './bus.ts';

/** How often a line is pressed if the menu changes at that moment. */
const PRESSES = 5;
const WATCHER = 'org.kde.StatusNotifierWatcher';

/** A line of an icon's menu. */
export interface TrayLine {
  readonly id: number;
  readonly label: string;
  readonly isEnabled: boolean;
  readonly isChecked: boolean;
}

/** Acts as a desktop's panel: it accepts icons, reads their menus, and presses menu lines for the user. */
export interface TrayWatcher {
  icons(): number;
  toolTip(): Promise<string>;
  menu(): Promise<readonly TrayLine[]>;
  press(label: string): Promise<void>;
  close(): Promise<void>;
}

type Values = Readonly<Record<string, { readonly value: unknown } | undefined>>;
type Node = readonly [number, Values, readonly { readonly value: Node }[]];

/** Starts a tray on a session's bus, like that of KDE and of GNOME's extension. */
export const startTrayWatcher = async (busAddress: string): Promise<TrayWatcher> => {
  const bus = sessionBus({ busAddress });
  const taken: BusObject[] = [];

  const values = new Map<string, () => Variant>([
    [
      'RegisteredStatusNotifierItems',
      () =>
        new Variant(
          'as',
          taken.map(([service, path]) => `${service}${path}`),
        ),
    ],
    ['IsStatusNotifierHostRegistered', () => new Variant('b', true)],
  ]);
  const answer = ({ member, body }: Message): BusAnswer | null => {
    if (member === 'Get') {
      const value = values.get(String(body[1]))?.();
      return value === undefined ? null : ['v', [value]];
    }
    if (member !== 'RegisterStatusNotifierItem') return null;
    const [service = '', ...path] = String(body[0]).split('/');
    taken.push([service, path.length === 0 ? '/StatusNotifierItem' : `/${path.join('/')}`]);
    return ['', []];
  };
  answerCalls(bus, '/StatusNotifierWatcher', answer);
  await bus.requestName(WATCHER, 0);

  const item = (): BusObject => {
    const last = taken.at(-1);
    if (last === undefined) throw new Error('No icon was put up.');
    return last;
  };
  const property = (name: string): Promise<unknown> => readProperty(bus, item(), 'org.kde.StatusNotifierItem', name);
  const askMenu = async (name: string, signature: string, body: unknown[]) => {
    const [service] = item();
    const path = String(await property('Menu'));
    return callMethod(bus, [service, path], `com.canonical.dbusmenu.${name}`, signature, body);
  };
  const menu = async (): Promise<readonly TrayLine[]> => {
    const [, [, , lines]] = (await askMenu('GetLayout', 'iias', [0, -1, []])) as unknown as readonly [number, Node];
    return lines
      .map(({ value }) => value)
      .filter(([, { type }]) => type?.value !== 'separator')
      .map(([id, values]) => ({
        id,
        label: String(values.label?.value ?? '').replaceAll('_', ''),
        isEnabled: values.enabled?.value !== false,
        isChecked: values['toggle-state']?.value === 1,
      }));
  };
  return {
    icons: () => taken.length,
    toolTip: async () => String(((await property('ToolTip')) as readonly unknown[])[2]),
    menu,
    press: async (label) => {
      for (let attempt = 1; ; attempt += 1) {
        const line = (await menu()).find((one) => one.label === label);
        if (line === undefined) throw new Error(`The menu has no line "${label}".`);
        try {
          await askMenu('Event', 'isvu', [line.id, 'clicked', new Variant('s', ''), 0]);
          return;
        } catch (error) {
          // The app replaced the menu after it was read, so its lines have other numbers, and nothing was pressed.
          if (!(error instanceof DBusError) || attempt === PRESSES) throw error;
        }
      }
    },
    close: async () => {
      await bus.releaseName(WATCHER);
      bus.disconnect();
    },
  };
};
