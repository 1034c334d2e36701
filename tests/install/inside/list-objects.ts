import { sessionBus } from '@jellybrick/dbus-next';
import { type Bus, type BusObject, callMethod, readProperty } from '../../support/bus.ts';

/**
 * Prints, as JSON, what an assistive tool sees on the screen: every object that is showing, of every program of the
 * session. Runs inside the clean root as the user whose session it is, because that bus accepts nobody else.
 */

export interface SeenObject {
  /** The program that shows it. */
  readonly program: string;
  /** The name of the role, such as `button` or `entry`. */
  readonly role: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** In pixels of the screen. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const ENABLED = 8;
const SHOWING = 25;
const ROOT = '/org/a11y/atspi/accessible/root';
const ON_SCREEN = 0;
/** No list of the app is read to its end. */
const MOST_OBJECTS = 5_000;

const nameOf = async (bus: Bus, of: BusObject): Promise<string> =>
  String(await readProperty(bus, of, 'org.a11y.atspi.Accessible', 'Name'));

const readObject = async (bus: Bus, of: BusObject, program: string): Promise<SeenObject | null> => {
  const [[states], [role], name, [box]] = (await Promise.all([
    callMethod(bus, of, 'org.a11y.atspi.Accessible.GetState'),
    callMethod(bus, of, 'org.a11y.atspi.Accessible.GetRoleName'),
    nameOf(bus, of),
    callMethod(bus, of, 'org.a11y.atspi.Component.GetExtents', 'u', [ON_SCREEN]),
  ])) as unknown as readonly [
    readonly [readonly number[]],
    readonly [string],
    string,
    readonly [readonly [x: number, y: number, width: number, height: number]],
  ];
  const has = (state: number): boolean => ((states[0] ?? 0) & (1 << state)) !== 0;
  if (!has(SHOWING)) return null;
  const [x, y, width, height] = box;
  return { program, role, name, isEnabled: has(ENABLED), box: { x, y, width, height } };
};

const main = async (): Promise<void> => {
  const session = sessionBus();
  const [address] = await callMethod(session, ['org.a11y.Bus', '/org/a11y/bus'], 'org.a11y.Bus.GetAddress');
  const bus = sessionBus({ busAddress: String(address) });
  const seen: SeenObject[] = [];
  let left = MOST_OBJECTS;
  const visit = async (one: BusObject, program: string): Promise<void> => {
    left -= 1;
    if (left < 0) return;
    // An object may be gone before its answer; then its parent has others the next time.
    const [object, children] = await Promise.all([
      readObject(bus, one, program).catch(() => null),
      callMethod(bus, one, 'org.a11y.atspi.Accessible.GetChildren').catch(() => [[]]),
    ]);
    if (object !== null) seen.push(object);
    for (const child of (children[0] ?? []) as readonly BusObject[]) await visit(child, program);
  };
  const [programs] = await callMethod(bus, ['org.a11y.atspi.Registry', ROOT], 'org.a11y.atspi.Accessible.GetChildren');
  for (const program of programs as readonly BusObject[])
    await visit(program, await nameOf(bus, program).catch(() => ''));
  process.stdout.write(JSON.stringify(seen));
  session.disconnect();
  bus.disconnect();
};

await main();
