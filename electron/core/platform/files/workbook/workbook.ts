import { MAX_TABLE_CELLS } from '#shared/domain/table-size.ts';
import { type Archive, openArchive, type XmlAttributes } from './archive.ts';
import {
  builtInFormat,
  columnOf,
  customFormat,
  type NumberFormat,
  PLAIN,
  shownIsoDate,
  shownNumber,
  unescapeText,
} from './cell-values.ts';
import { workbookError } from './workbook-error.ts';

/** The cells of one row as the texts that a person sees, up to the last one that is filled. */
export interface SheetRow {
  /** The number of the row in the sheet, from 1. */
  readonly row: number;
  readonly cells: readonly string[];
}

interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

export interface SheetName {
  /** The position among the sheets of the workbook, from 0. */
  readonly index: number;
  readonly name: string;
}

/** More than anybody looks through in a list of sheets. */
const MAX_SHEETS = 200;
/** The columns that an import can assign. */
const MAX_COLUMNS = 200;
const MAX_ROWS = 500_000;
/** Limits of the memory and time that a small file may demand: one text can stand in many cells. */
const MAX_CHARACTERS = 60_000_000;
const MAX_ROW_CHARACTERS = 1_000_000;
const MAX_STYLES = 70_000;
const PROGRESS_EVERY = 2_000;
/** The error value for a result that is not available. The import says that it is damaged. */
const NO_RESULT = '#N/A';

const OFFICE_DOCUMENT = '/officeDocument';
const WORKSHEET = '/worksheet';

interface Relation {
  readonly type: string;
  readonly target: string;
}

/** Resolves the address of a part relative to the folder of another one. */
const resolvePart = (folder: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = folder === '' ? [] : folder.split('/');
  for (const step of target.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.') path.push(step);
  }
  return path.join('/');
};

const folderOf = (part: string): string => part.slice(0, Math.max(0, part.lastIndexOf('/')));
const nameIn = (part: string): string => part.slice(part.lastIndexOf('/') + 1);

const relationsOf = async (archive: Archive, part: string): Promise<ReadonlyMap<string, Relation>> => {
  const folder = folderOf(part);
  const relations = new Map<string, Relation>();
  await archive.read(`${folder}${folder === '' ? '' : '/'}_rels/${nameIn(part)}.rels`, {
    open: (name, { Id: id, Type: type, Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || id === undefined || target === undefined || mode === 'External') return;
      relations.set(id, { type: type ?? '', target: resolvePart(folder, target) });
    },
  });
  return relations;
};

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The attribute of a sheet that names its relation, whatever prefix the namespace has. */
const relationId = (attributes: XmlAttributes): string | undefined =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];

/** Returns the error code for an archive that is not a readable workbook. */
const otherFormat = (archive: Archive): string => {
  if (archive.has('xl/workbook.bin')) return 'workbook-binary';
  if (archive.has('mimetype') && archive.has('content.xml')) return 'workbook-open-document';
  return archive.has('Index/Document.iwa') || archive.has('Index.zip') ? 'workbook-numbers' : 'workbook-other-archive';
};

const sharedTexts = async (archive: Archive, part: string | undefined): Promise<readonly string[]> => {
  const texts: string[] = [];
  let text: string[] | undefined;
  let isText = false;
  let inPhonetic = 0;
  let characters = 0;
  if (part === undefined) return texts;
  await archive.read(part, {
    open: (name) => {
      if (name === 'si') text = [];
      else if (name === 't') isText = true;
      else if (name === 'rPh') inPhonetic += 1;
    },
    text: (piece) => {
      if (!isText || inPhonetic > 0 || text === undefined) return;
      characters += piece.length;
      if (characters > MAX_CHARACTERS) throw workbookError('workbook-too-big');
      text.push(piece);
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') inPhonetic -= 1;
      else if (name === 'si' && text !== undefined) {
        texts.push(unescapeText(text.join('')));
        if (texts.length > MAX_TABLE_CELLS) throw workbookError('workbook-too-big');
        text = undefined;
      }
    },
  });
  return texts;
};

/** Returns the format of each style of cells. */
const cellFormats = async (archive: Archive, part: string | undefined): Promise<readonly NumberFormat[]> => {
  const custom = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  if (part === undefined) return formats;
  await archive.read(part, {
    open: (name, { numFmtId: id, formatCode: code }) => {
      if (name === 'cellXfs') inCells = true;
      else if (name === 'numFmt' && code !== undefined) custom.set(Number(id), customFormat(code));
      else if (name === 'xf' && inCells) {
        formats.push(custom.get(Number(id)) ?? builtInFormat(Number(id)));
        if (formats.length > MAX_STYLES) throw workbookError('workbook-too-big');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
};

/** Collects the rows of a sheet from the elements of its part. */
const rowCollector = (options: {
  readonly shared: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
  readonly onRow: (row: SheetRow) => void;
}) => {
  const { shared, formats, isFrom1904, onRow } = options;
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let cell: XmlAttributes | undefined;
  let inValue = false;
  let inPhonetic = 0;
  let value = '';
  let hasFormula = false;
  let hasValue = false;
  let rowCharacters = 0;
  let allCharacters = 0;
  let allCells = 0;

  const shown = (): string => {
    // Some programs write a formula without its result, and only a spreadsheet can calculate it.
    if (hasFormula && !hasValue) return NO_RESULT;
    switch (cell?.t ?? 'n') {
      case 's':
        // Some programs write an empty cell as one with a shared text and without its number.
        return value.trim() === '' ? '' : (shared[Number(value)] ?? NO_RESULT);
      case 'str':
      case 'inlineStr':
        return unescapeText(value);
      case 'b':
        return isTrue(value.trim()) ? 'TRUE' : 'FALSE';
      case 'n':
        return value === '' ? '' : shownNumber(value, formats[Number(cell?.s)] ?? PLAIN, isFrom1904);
      case 'd':
        return shownIsoDate(value);
      // `e` is an error value such as #NAME?.
      default:
        return value;
    }
  };

  const endCell = (): void => {
    const text = shown();
    if (text === '') return;
    if (column >= MAX_COLUMNS) throw workbookError('workbook-too-wide', { max: MAX_COLUMNS, row });
    allCells += Math.max(0, column + 1 - cells.length);
    rowCharacters += text.length;
    allCharacters += text.length;
    const isTooBig = allCells > MAX_TABLE_CELLS || rowCharacters > MAX_ROW_CHARACTERS || allCharacters > MAX_CHARACTERS;
    if (isTooBig) throw workbookError('workbook-too-big');
    while (cells.length <= column) cells.push('');
    cells[column] = text;
  };

  return {
    open: (name: string, attributes: XmlAttributes): void => {
      if (name === 'row') {
        const given = Number(attributes.r);
        row = Number.isSafeInteger(given) && given > row ? given : row + 1;
        cells = [];
        column = -1;
        rowCharacters = 0;
      } else if (name === 'c') {
        column = columnOf(attributes.r ?? '') ?? column + 1;
        cell = attributes;
        value = '';
        hasFormula = false;
        hasValue = false;
      } else if (name === 'v' || name === 't') {
        inValue = true;
        hasValue = true;
      } else if (name === 'f') hasFormula = true;
      else if (name === 'rPh') inPhonetic += 1;
    },
    text: (piece: string): void => {
      if (cell === undefined || !inValue || inPhonetic > 0) return;
      value += piece;
      if (value.length > MAX_ROW_CHARACTERS) throw workbookError('workbook-too-big');
    },
    close: (name: string): void => {
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'rPh') inPhonetic -= 1;
      else if (name === 'c' && cell !== undefined) {
        endCell();
        cell = undefined;
      } else if (name === 'row' && cells.length > 0) onRow({ row, cells });
    },
  };
};

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (rows: number) => void;
}

/** Opens a workbook and reads what its sheets have in common. */
const openWorkbook = async (bytes: Buffer, signal: AbortSignal) => {
  const archive = await openArchive(bytes, signal);
  const root = [...(await relationsOf(archive, '')).values()].find(({ type }) => type.endsWith(OFFICE_DOCUMENT));
  const part = root?.target ?? 'xl/workbook.xml';
  const relations = await relationsOf(archive, part);
  const partOf = (kind: string): string | undefined =>
    [...relations.values()].find(({ type }) => type.endsWith(kind))?.target;
  const sheets: Sheet[] = [];
  let isFrom1904 = false;
  let isWorkbook = false;
  const isRead = await archive.read(part, {
    open: (name, attributes) => {
      if (name === 'workbook') isWorkbook = true;
      else if (name === 'workbookPr') isFrom1904 = isTrue(attributes.date1904);
      else if (name === 'sheet') {
        const relation = relations.get(relationId(attributes) ?? '');
        // Sheets of charts and macros have no cells.
        if (relation === undefined || !relation.type.endsWith(WORKSHEET) || sheets.length >= MAX_SHEETS) return;
        const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
        sheets.push({ name: attributes.name ?? '', part: relation.target, isHidden });
      }
    },
  });
  if (!isRead || !isWorkbook) throw workbookError(otherFormat(archive));
  return { archive, sheets, partOf, isFrom1904 };
};

/**
 * Returns the sheets that contain anything. Hidden ones are named only if no other does. Throws `file`:
 * `workbook-empty`, or the reason why the file is not a readable workbook.
 */
const filledSheets = async (archive: Archive, sheets: readonly Sheet[]): Promise<readonly SheetName[]> => {
  const filled: (SheetName & { readonly isHidden: boolean })[] = [];
  for (const [index, { name, part, isHidden }] of sheets.entries()) {
    let isFilled = false;
    let inValue = false;
    await archive.read(part, {
      open: (element) => {
        inValue = element === 'v' || element === 't';
      },
      text: (text) => {
        isFilled ||= inValue && text.trim() !== '';
      },
      isDone: () => isFilled,
    });
    if (isFilled) filled.push({ index, name, isHidden });
  }
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const found = visible.length > 0 ? visible : filled;
  if (found.length === 0) throw workbookError('workbook-empty');
  return found.map(({ index, name }) => ({ index, name }));
};

interface ReadSheet {
  /** The sheets that contain anything. */
  readonly sheets: readonly SheetName[];
  /** The position of the sheet that was read. */
  readonly sheet: number;
  readonly rows: readonly SheetRow[];
  /** Whether the day numbers of the workbook count from 1904 and not from 1900. */
  readonly isFrom1904: boolean;
}

/** Reads the rows of a sheet that contain anything; of the first filled sheet if none is named. */
export const readWorkbook = async (
  bytes: Buffer,
  wanted: number | null,
  { signal, onProgress }: ReadOptions,
): Promise<ReadSheet> => {
  const { archive, sheets, partOf, isFrom1904 } = await openWorkbook(bytes, signal);
  const names = await filledSheets(archive, sheets);
  const sheet = names.find(({ index }) => index === wanted)?.index ?? names[0]?.index ?? 0;
  const shared = await sharedTexts(archive, partOf('/sharedStrings'));
  const formats = await cellFormats(archive, partOf('/styles'));
  const rows: SheetRow[] = [];
  const onRow = (row: SheetRow): void => {
    rows.push(row);
    if (rows.length > MAX_ROWS) throw workbookError('csv-too-many-lines', { max: MAX_ROWS });
    if (rows.length % PROGRESS_EVERY === 0) onProgress?.(rows.length);
  };
  const part = sheets[sheet]?.part;
  if (part !== undefined) await archive.read(part, rowCollector({ shared, formats, isFrom1904, onRow }));
  return { sheets: names, sheet, rows, isFrom1904 };
};
