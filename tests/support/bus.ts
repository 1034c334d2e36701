import { Message, type sessionBus } from '@jellybrick/dbus-next';

export type Bus = ReturnType<typeof sessionBus>;
/** An object of a program on a bus. */
export type BusObject = readonly [program: string, path: string];
/** The signature and the values of an answer. */
export type BusAnswer = readonly [signature: string, body: unknown[]];

/** Calls a method by its full name, such as `org.a11y.Bus.GetAddress`, and returns the values of its answer. */
export const callMethod = async (
  bus: Bus,
  [destination, path]: BusObject,
  method: string,
  signature = '',
  body: unknown[] = [],
): Promise<readonly unknown[]> => {
  const dot = method.lastIndexOf('.');
  const [target, member] = [method.slice(0, dot), method.slice(dot + 1)];
  const question = new Message({ destination, path, interface: target, member, signature, body });
  return (await bus.call(question))?.body ?? [];
};

/** Returns the value of a property, which belongs to the interface `target`. */
export const readProperty = async (bus: Bus, of: BusObject, target: string, name: string): Promise<unknown> => {
  const [found] = await callMethod(bus, of, 'org.freedesktop.DBus.Properties.Get', 'ss', [target, name]);
  return (found as { readonly value: unknown }).value;
};

/** Answers the calls that arrive for the object at `path`. `answer` returns `null` for a method that it does not have. */
export const answerCalls = (bus: Bus, path: string, answer: (asked: Message) => BusAnswer | null): void => {
  bus.addMethodHandler((asked: Message) => {
    const told = asked.path === path ? answer(asked) : null;
    if (told !== null) bus.send(Message.newMethodReturn(asked, ...told));
    return told !== null;
  });
};
