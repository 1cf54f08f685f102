import type * as vscode from 'vscode';
import { withinMs } from '../../core/common/withinMs';
import type { LineNow } from '../../core/lines/lineNow';
import { functionAt, type SourceFunction } from '../../core/lines/sourceFunction';
import type { CrashSite } from '../../core/records/query/crashSites/siteAnswers';
import type { FrameTarget, Located } from '../../core/stack/locate/frameTarget';
import type { Services } from '../../services/services';
import type { MarkedLineKind } from '../../wording/codeMarkMessages';

const together = 8;

export interface PlacedSite {
	readonly site: number;
	readonly version: CrashSite['versions'][number];
	readonly kind: MarkedLineKind;
	/** Line number in the stack trace (1-based). */
	readonly reportedLine1: number | undefined;
	/** Line number in the current text (1-based). Undefined if the line no longer exists. */
	readonly line1: number | undefined;
	readonly inside: SourceFunction | undefined;
}

interface PlaceOptions {
	/** Application ID. Empty if unknown. */
	readonly application: string;
	readonly signal: AbortSignal;
	readonly maxHistoryMs: number;
}

interface PlacedSites {
	readonly placed: readonly PlacedSite[];
	readonly unsure: readonly CrashSite[];
	readonly awaitsHistory: boolean;
}

interface LocatedSite {
	readonly site: CrashSite;
	readonly target: FrameTarget;
}

export async function placeSites(
	document: vscode.TextDocument,
	sites: readonly CrashSite[],
	functions: readonly SourceFunction[],
	{ frames, revisions }: Pick<Services, 'frames' | 'revisions'>,
	{ application, signal, maxHistoryMs }: PlaceOptions,
): Promise<PlacedSites> {
	const located: LocatedSite[] = [];
	const unsure: CrashSite[] = [];
	for (let start = 0; start < sites.length; start += together) {
		const some = sites.slice(start, start + together);
		const found = await Promise.all(some.map(({ question }) => frames.locate(question, signal)));
		for (const [index, site] of some.entries()) {
			const of = relationOf(found[index], document.uri);
			if (of === 'several') {
				unsure.push(site);
			} else if (of) {
				located.push({ site, target: of });
			}
		}
	}
	const history = linesNow(document, located, application, revisions, signal);
	const found = await withinMs(history, maxHistoryMs);
	const lines = found ?? new Map<string, ReadonlyMap<number, KnownLine>>();
	history.catch(() => undefined);
	const placed = located.flatMap(({ site, target }) =>
		site.versions.map((version): PlacedSite => {
			const reportedLine1 = site.question.frame.line1;
			const now = reportedLine1 === undefined ? undefined : lines.get(version.name)?.get(reportedLine1);
			const { kind, line1 } = now ?? withoutHistory(target);
			const isOfFunction = kind === 'gone' || kind === 'unnumbered' || kind === 'moved';
			const inside = isOfFunction
				? functionOf(site, target, functions)
				: line1 === undefined
					? undefined
					: functionAt(functions, line1);
			return {
				site: site.id,
				version,
				kind,
				reportedLine1,
				line1: isOfFunction ? inside?.nameLine : line1,
				inside,
			};
		}),
	);
	return { placed, unsure, awaitsHistory: found === undefined };
}

function relationOf(located: Located | undefined, uri: vscode.Uri): FrameTarget | 'several' | undefined {
	const address = uri.toString();
	switch (located?.kind) {
		case 'target':
			return sameAddress(located.target, address) ? located.target : undefined;
		case 'several':
			return located.targets.some((target) => sameAddress(target, address)) ? 'several' : undefined;
		default:
			return undefined;
	}
}

/** Returns true if two URIs are equal. Ignores differences in percent-encoding. */
function sameAddress({ file }: FrameTarget, address: string): boolean {
	return file.uri === address || decodeURIComponent(file.uri) === decodeURIComponent(address);
}

type KnownLine = Pick<PlacedSite, 'kind' | 'line1'>;

async function linesNow(
	document: vscode.TextDocument,
	located: readonly LocatedSite[],
	application: string,
	revisions: Services['revisions'],
	signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlyMap<number, KnownLine>>> {
	const linesByVersion = new Map<string, { readonly build: string | undefined; readonly lines: Set<number> }>();
	for (const { site } of located) {
		const { line1 } = site.question.frame;
		for (const { name, build } of line1 === undefined ? [] : site.versions) {
			const of = linesByVersion.get(name) ?? { build, lines: new Set() };
			of.lines.add(line1 ?? 0);
			linesByVersion.set(name, of);
		}
	}
	const found = new Map<string, ReadonlyMap<number, KnownLine>>();
	const versions = [...linesByVersion].filter(([version]) => version !== '');
	for (let start = 0; start < versions.length; start += together) {
		await Promise.all(
			versions.slice(start, start + together).map(async ([version, { build, lines }]) => {
				const reportedLines = [...lines];
				const now = await revisions.mapLines(document, { application, version, build }, reportedLines, signal);
				if (now.kind === 'mapped') {
					found.set(version, new Map(now.lines.flatMap((line, index) => knownLine(reportedLines[index] ?? 0, line))));
				}
			}),
		);
	}
	return found;
}

/** Maps a line in a stack trace to its current position. Returns an empty list if the build's source is unavailable. */
function knownLine(reportedLine1: number, line: LineNow): [number, KnownLine][] {
	return line.kind === 'absent'
		? []
		: [[reportedLine1, { kind: line.kind, line1: line.kind === 'gone' ? undefined : line.line1 }]];
}

function withoutHistory({ lineMapping, line1 }: FrameTarget): KnownLine {
	switch (lineMapping.kind) {
		case 'asReported':
		case 'unproven':
			return { kind: 'unchecked', line1 };
		case 'moved':
			return { kind: 'moved', line1 };
		case 'declaration':
			return { kind: 'unnumbered', line1 };
		case 'clamped':
		case 'gone':
		case 'beginning':
			return { kind: 'gone', line1: undefined };
	}
}

/**
 * Returns the function in which the error occurred. If several functions match, the one nearest the reported line wins.
 */
function functionOf(
	{ question: { frame } }: CrashSite,
	{ lineMapping, line1 }: FrameTarget,
	functions: readonly SourceFunction[],
): SourceFunction | undefined {
	if (lineMapping.kind === 'moved' || lineMapping.kind === 'declaration') {
		const at = functions.find(({ nameLine }) => nameLine === line1);
		if (at) {
			return at;
		}
	}
	const method = frame.enclosing?.method ?? frame.method ?? '';
	const named = functions.filter(({ name }) => name !== '' && name === method);
	const near = frame.line1 ?? 0;
	return named.sort((one, other) => Math.abs(one.first - near) - Math.abs(other.first - near))[0];
}
