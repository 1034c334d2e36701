/** A file or folder and the place that it gets on the user's system. */
interface PackagedPath {
  readonly source: string;
  readonly target: string;
}

/** The description of a package that electron-builder hands to fpm. */
export interface SystemPackage {
  readonly format: 'deb' | 'rpm';
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly release: string;
  readonly architecture: string;
  readonly maintainer: string;
  readonly homepage: string;
  readonly license: string;
  readonly section: string;
  readonly priority: string;
  readonly summary: string;
  readonly description: readonly string[];
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  readonly compression: string;
  /** Scripts that the package manager runs as root; empty if there is none. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly paths: readonly PackagedPath[];
}

/** The options that electron-builder passes with a value (app-builder-lib, `FpmTarget`). */
const OPTIONS = new Set([
  '-s',
  '-t',
  '-d',
  '--log',
  '--architecture',
  '--after-install',
  '--after-remove',
  '--description',
  '--version',
  '--iteration',
  '--package',
  '--name',
  '--maintainer',
  '--vendor',
  '--url',
  '--category',
  '--license',
  '--deb-recommends',
  '--deb-priority',
  '--deb-compression',
  '--rpm-os',
  '--rpm-compression',
  '--rpm-summary',
]);
const SWITCHES = new Set(['--force', '--debug']);

/**
 * Reads the arguments of fpm that electron-builder passes.
 * @throws for any other argument, because a package without it would not be what was asked for
 */
export const readFpmArguments = (args: readonly string[]): SystemPackage => {
  const values = new Map<string, string[]>();
  const paths: PackagedPath[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (SWITCHES.has(argument)) continue;
    if (OPTIONS.has(argument)) {
      index += 1;
      const value = args[index];
      if (value === undefined) throw new Error(`${argument} has no value.`);
      values.set(argument, [...(values.get(argument) ?? []), value]);
      continue;
    }
    const separator = argument.lastIndexOf('=/');
    if (argument.startsWith('-') || separator <= 0) throw new Error(`The argument ${argument} is not supported.`);
    paths.push({ source: argument.slice(0, separator), target: argument.slice(separator + 1) });
  }
  const optional = (name: string, otherwise = ''): string => values.get(name)?.at(-1) ?? otherwise;
  const required = (name: string): string => {
    const value = optional(name);
    if (value === '') throw new Error(`${name} is missing.`);
    return value;
  };
  if (required('-s') !== 'dir') throw new Error('Only folders can be packaged.');
  const format = required('-t');
  if (format !== 'deb' && format !== 'rpm') throw new Error(`Packages of the format ${format} cannot be made.`);
  const [first = '', ...others] = required('--description')
    .split('\n')
    .map((line) => line.trim());
  const summary = optional('--rpm-summary', first);
  return {
    format,
    file: required('--package'),
    name: required('--name'),
    version: required('--version'),
    release: optional('--iteration'),
    architecture: required('--architecture'),
    maintainer: required('--maintainer'),
    homepage: optional('--url'),
    license: optional('--license'),
    section: optional('--category', 'misc'),
    priority: optional('--deb-priority', 'optional'),
    summary,
    description: others.length > 0 ? others : [first],
    depends: values.get('-d') ?? [],
    recommends: values.get('--deb-recommends') ?? [],
    compression: optional(format === 'deb' ? '--deb-compression' : '--rpm-compression', 'xz'),
    afterInstall: optional('--after-install'),
    afterRemove: optional('--after-remove'),
    paths,
  };
};
