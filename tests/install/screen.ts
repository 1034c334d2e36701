import { expect } from 'vitest';
import { CHECKOUT } from './clean-root.ts';
import type { SeenObject } from './inside/list-objects.ts';
import type { UserSession } from './user-session.ts';

interface Wanted {
  readonly role: RegExp;
  readonly name: string | RegExp;
}

/** The names of the roles differ between versions of the assistive library. */
export const button = (name: string | RegExp): Wanted => ({ role: /^(?:push )?button$/, name });
export const field = (name: string | RegExp): Wanted => ({ role: /^(?:entry|password text|combo box)$/, name });
export const option = (name: string | RegExp): Wanted => ({ role: /^(?:list item|option)$/, name });

/** The machine may be busy. */
const PATIENCE = { timeout: 180_000, interval: 300 };

export type Screen = ReturnType<typeof createScreen>;

/**
 * The screen of a user's session: reads it as assistive tools do, and uses the mouse and the keyboard. Nothing is attached
 * to the app, which would not allow it.
 */
export const createScreen = ({ run, succeeds }: UserSession) => {
  const objects = async (): Promise<readonly SeenObject[]> => {
    const node = process.execPath.replace(process.cwd(), CHECKOUT);
    return JSON.parse(await run(node, `${CHECKOUT}/tests/install/inside/list-objects.ts`)) as SeenObject[];
  };
  const findAll = async ({ role, name }: Wanted): Promise<readonly SeenObject[]> => {
    const isNamed = (one: SeenObject): boolean => (typeof name === 'string' ? one.name === name : name.test(one.name));
    return (await objects()).filter((one) => one.isEnabled && one.box.width > 0 && role.test(one.role) && isNamed(one));
  };
  /** Waits until such an object can be used and no longer moves. Returns the first if there are several. */
  const find = async (wanted: Wanted): Promise<SeenObject> => {
    let before = '';
    let found: SeenObject | undefined;
    const isStill = async (): Promise<boolean> => {
      [found] = await findAll(wanted);
      const now = JSON.stringify(found?.box ?? before);
      const isSame = found !== undefined && now === before;
      before = now;
      return isSame;
    };
    await expect.poll(isStill, { message: `${wanted.role} ${wanted.name}`, ...PATIENCE }).toBe(true);
    if (found === undefined) throw new Error(`${wanted.name} is not on the screen.`);
    return found;
  };
  const clickAt = ({ box }: SeenObject): Promise<string> => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map((at) => String(Math.round(at)));
    return run('xdotool', 'mousemove', x ?? '', y ?? '', 'click', '1');
  };
  const press = (...keys: readonly string[]): Promise<string> => run('xdotool', 'key', '--clearmodifiers', ...keys);
  const type = (text: string): Promise<string> => run('xdotool', 'type', '--delay', '20', text);

  /**
   * Waits until a window with this title can be used, and does something with it. An app that starts replaces windows, so one
   * that was found may be gone a moment later.
   */
  const withWindow = async (title: string, ...commands: readonly string[]): Promise<void> => {
    const search = [
      'xdotool',
      'search',
      '--onlyvisible',
      '--name',
      title,
      'windowactivate',
      '--sync',
      '%1',
      ...commands,
    ];
    await expect.poll(() => succeeds(...search), { message: `the window "${title}"`, ...PATIENCE }).toBe(true);
  };

  return {
    press,
    type,
    /** Waits for a window and gives it the keyboard. */
    waitForWindow: (title: string): Promise<void> => withWindow(title),
    click: async (wanted: Wanted): Promise<void> => {
      await clickAt(await find(wanted));
    },
    /** Replaces the text of a field. */
    fill: async (wanted: Wanted, text: string): Promise<void> => {
      await clickAt(await find(wanted));
      await press('ctrl+a');
      await type(text);
    },
    /** Waits until an object with this name is on the screen. */
    sees: async (name: string | RegExp): Promise<void> => {
      await find({ role: /./, name });
    },
    /** Waits for a window and gives it almost the whole screen. */
    enlarge: (title: string): Promise<void> =>
      withWindow(title, 'windowmove', '%1', '0', '0', 'windowsize', '%1', '1590', '1150'),
    /** Returns the names of everything on the screen, for the message of a test that failed. */
    names: async (): Promise<string> => (await objects()).map(({ role, name }) => `${role} ${name}`).join('\n'),
  };
};
