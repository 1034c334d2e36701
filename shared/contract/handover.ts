import { z } from 'zod';
import { HANDOVER_FIELDS } from '../domain/handover-template.ts';
import { LANGUAGES } from '../domain/language.ts';
import { event, id, nothing, procedure, text, timestamp } from './define.ts';

const language = z.enum(LANGUAGES);
/** Characters. */
export const MAX_TEMPLATE = 20_000;
const template = text(MAX_TEMPLATE);

/** What is handed over, and with what words. */
const pack = {
  clientId: id,
  language,
  template,
  uuids: z.array(text(200).min(1)).max(100),
  listIds: z.array(id).max(100),
  /** The dedicated proxies that are assigned to the client. */
  dedicated: z.boolean(),
};

const options = z.object({
  /** With the key (shared/domain/client-label.ts). */
  client: z.string(),
  /** Those with a link, the ones that run first. */
  subscriptions: z.array(
    z.object({
      uuid: z.string(),
      status: z.string().nullable(),
      expiresAt: timestamp.nullable(),
      /** What is handed over unless the user chooses otherwise. */
      suggested: z.boolean(),
    }),
  ),
  /** The newest first. */
  lists: z.array(z.object({ id, title: z.string(), lines: z.int(), createdAt: timestamp, suggested: z.boolean() })),
  /** How many dedicated proxies the client has. */
  dedicated: z.int(),
});

/** `id`: `null` as long as nobody has written another than the app's own. */
const kept = z.object({ id: id.nullable(), text: z.string(), isDefault: z.boolean() });
/** The account's. */
const templates = z.object({ ru: kept, en: kept });

export const handoverProcedures = {
  'handover.options': procedure(z.strictObject({ clientId: id }), options),
  'handover.templates': procedure(nothing, templates),
  /** `null` brings the app's own text back. */
  /** `seen`: the words as they stood when the change was begun; those that came meanwhile are kept. */
  'handover.saveTemplate': procedure(
    z.strictObject({ language, text: template.nullable(), seen: template.optional() }),
    templates,
  ),
  /** The message as it would go out; links and passwords masked unless they are to be seen. */
  'handover.preview': procedure(
    z.strictObject({ ...pack, reveal: z.boolean() }),
    z.object({
      text: z.string(),
      /** Fields of the template that have no value for this client; what stood around them is left out. */
      empty: z.array(z.enum(HANDOVER_FIELDS)),
      /** What the folder would hold. */
      files: z.array(z.string()),
      /** Dedicated proxies that are neither in the message nor in the files: they do not make one readable line. */
      leftOut: z.int(),
    }),
  ),
  /** To the clipboard, wiped after 60 s. */
  'handover.copy': procedure(z.strictObject(pack), nothing),
  /** A folder of its own, in one the user chooses, whole or not at all. `null`: the dialog was closed. */
  'handover.save': procedure(
    z.strictObject(pack),
    z.object({ handoverId: id, folder: z.string(), files: z.array(z.string()) }).nullable(),
  ),
  'handover.show': procedure(z.strictObject({ handoverId: id }), nothing),
};

export const handoverEvents = {
  'handover.done': event(z.object({ clientId: id })),
  'handover.templatesChanged': event(z.object({})),
};

export type HandoverOptions = z.output<typeof options>;
export type HandoverTemplates = z.output<typeof templates>;
