import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import type { SourceFunction } from '../../core/lines/sourceFunction';
import type { CrashSite, SiteCount, SiteSet } from '../../core/records/query/crashSites/siteAnswers';
import type { CodeSource } from '../../services/code/codeSources';
import type { Services } from '../../services/services';
import {
	emptyFileMarks,
	type FileMarks,
	type FunctionMark,
	type LineMark,
	type ReportedLine,
	type SourceCount,
} from './fileMarks';
import { type PlacedSite, placeSites } from './placedSites';

const maxGroups = 5;
/** Maximum number of attempts. An attempt fails if the records change during the query. */
const maxTries = 3;

export type MarkServices = Pick<Services, 'codeSources' | 'engine' | 'frames' | 'revisions'>;

interface MarkOptions {
	readonly signal: AbortSignal;
	/** Maximum time to wait for Git, in milliseconds. */
	readonly maxHistoryMs: number;
	/** Called for each source whose records can't be read. The records of other sources are still counted. */
	readonly onFault: (error: unknown) => void;
}

interface SourceMarks {
	readonly source: CodeSource;
	readonly placed: readonly PlacedSite[];
	readonly counts: ReadonlyMap<string, SiteCount>;
	readonly minified: number;
	readonly awaitsHistory: boolean;
}

/**
 * Returns the code marks of a file.
 * @throws AppError `cancelled`, or an error from the engine
 */
export async function marksOfFile(
	document: vscode.TextDocument,
	services: MarkServices,
	options: MarkOptions,
): Promise<FileMarks> {
	const { signal, onFault } = options;
	const sources = await services.codeSources.list();
	if (sources.length === 0) {
		return emptyFileMarks;
	}
	const path = vscode.workspace.asRelativePath(document.uri, false);
	const functions = await services.engine.call('functionsIn', { path, text: document.getText() }, { signal });
	const asked = sources.map((source) =>
		ofSource(document, source, functions, services, options).catch((error) => {
			if (signal.aborted) {
				throw error;
			}
			onFault(error);
			return undefined;
		}),
	);
	return joined(functions, await Promise.all(asked));
}

async function ofSource(
	document: vscode.TextDocument,
	source: CodeSource,
	functions: readonly SourceFunction[],
	services: MarkServices,
	{ signal, maxHistoryMs }: MarkOptions,
): Promise<SourceMarks | undefined> {
	const { engine } = services;
	return source.ask(signal, async (session) => {
		for (let tries = 1; ; tries++) {
			const names = [baseName(document.uri.path)];
			const found = await engine.call('crashSites', { session, names }, { signal });
			const { generation, minified } = found;
			const application = source.application?.id ?? '';
			const { placed, unsure, awaitsHistory } = await placeSites(document, found.sites, functions, services, {
				application,
				signal,
				maxHistoryMs,
			});
			const sets = setsOf(placed, unsure);
			const counted =
				sets.size === 0
					? []
					: await engine.call('countSites', { session, generation, sets: [...sets.values()], maxGroups }, { signal });
			if (counted) {
				const counts = new Map([...sets.keys()].flatMap((key, index) => entryOf(key, counted[index])));
				return { source, placed, counts, minified, awaitsHistory };
			}
			if (tries === maxTries) {
				return undefined;
			}
		}
	});
}

function entryOf(key: string, count: SiteCount | undefined): [string, SiteCount][] {
	return count ? [[key, count]] : [];
}

const lineKey = (line1: number) => `line ${line1}`;
const passedKey = ({ first, nameLine, name }: SourceFunction) => `passed ${first} ${nameLine} ${name}`;
const threwKey = ({ first, nameLine, name }: SourceFunction) => `threw ${first} ${nameLine} ${name}`;
const goneKey = 'gone';
const unsureKey = 'unsure';

function setsOf(placed: readonly PlacedSite[], unsure: readonly CrashSite[]): ReadonlyMap<string, SiteSet> {
	const sets = new Map<string, { of: SiteSet['of'][number][]; threw: boolean }>();
	const add = (key: string, threw: boolean, { site, version }: Pick<PlacedSite, 'site' | 'version'>) => {
		const set = sets.get(key) ?? { of: [], threw };
		sets.set(key, set);
		set.of.push({ site, version: version.code });
	};
	for (const one of placed) {
		if (one.line1 === undefined) {
			add(goneKey, false, one);
			continue;
		}
		add(lineKey(one.line1), false, one);
		if (one.inside) {
			add(passedKey(one.inside), false, one);
			if (one.version.threw > 0) {
				add(threwKey(one.inside), true, one);
			}
		}
	}
	for (const { id, versions } of unsure) {
		for (const version of versions) {
			add(unsureKey, false, { site: id, version });
		}
	}
	return sets;
}

function joined(functions: readonly SourceFunction[], asked: readonly (SourceMarks | undefined)[]): FileMarks {
	const sources = asked.filter((one) => one !== undefined);
	const countsOf = (key: string): SourceCount[] =>
		sources.flatMap(({ source, counts }) => entryOf(key, counts.get(key)).map(([, count]) => ({ source, count })));
	const marked = new Set(
		sources.flatMap(({ placed }) => placed.flatMap(({ inside, line1 }) => (line1 && inside) || [])),
	);
	const nths = new Map<string, number>();
	const lines = new Map<number, PlacedOf[]>();
	for (const { source, placed } of sources) {
		for (const one of placed) {
			if (one.line1 !== undefined) {
				lines.set(one.line1, [...(lines.get(one.line1) ?? []), { ...one, application: source.application?.id ?? '' }]);
			}
		}
	}
	return {
		functions: functions.flatMap((one): FunctionMark[] => {
			const name = one.type === '' ? one.name : `${one.type}.${one.name}`;
			const nth = nths.get(name) ?? 0;
			nths.set(name, nth + 1);
			const { nameLine: line1, last } = one;
			return marked.has(one)
				? [{ name, nth, line1, last, threw: countsOf(threwKey(one)), passed: countsOf(passedKey(one)) }]
				: [];
		}),
		lines: [...lines]
			.sort(([one], [other]) => one - other)
			.map(
				([line1, placed]): LineMark => ({
					line1,
					isThrower: placed.some(({ version }) => version.threw > 0),
					reported: reportedLines(placed),
					counts: countsOf(lineKey(line1)),
				}),
			),
		left: {
			unsure: getRecords(countsOf(unsureKey)),
			gone: getRecords(countsOf(goneKey)),
			minified: sources.reduce((sum, { minified }) => sum + minified, 0),
			unread: asked.length - sources.length,
		},
		awaitsHistory: sources.some(({ awaitsHistory }) => awaitsHistory),
	};
}

function getRecords(counts: readonly SourceCount[]): number {
	return counts.reduce((sum, { count }) => sum + count.records, 0);
}

type PlacedOf = PlacedSite & { readonly application: string };

function reportedLines(placed: readonly PlacedOf[]): readonly ReportedLine[] {
	const lineByKey = new Map<string, ReportedLine>();
	for (const { kind, reportedLine1: line1, version, application } of placed) {
		const key = JSON.stringify([kind, line1, version.name, application]);
		const records = (lineByKey.get(key)?.records ?? 0) + version.records;
		const { name, build } = version;
		lineByKey.set(key, { kind, line1, version: name, build, application, records });
	}
	return [...lineByKey.values()].sort((one, other) => other.records - one.records);
}
