import type * as vscode from 'vscode';
import type { LineNow } from '../../core/lines/lineNow';
import { functionAt, type SourceFunction } from '../../core/lines/sourceFunction';
import type { CrashSite } from '../../core/records/query/crashSites/siteAnswers';
import type { FrameTarget, Located } from '../../core/stack/locate/frameTarget';
import type { Services } from '../../services/services';
import type { MarkedLineKind } from '../../wording/codeMarkMessages';

/** Looked for at once: each may read files. */
const together = 8;

/** A site of one version, where its line is by now. */
export interface PlacedSite {
	readonly site: number;
	readonly version: CrashSite['versions'][number];
	readonly kind: MarkedLineKind;
	/** As the trace tells it (base 1). */
	readonly told: number | undefined;
	/** In the text on the screen (base 1); undefined where it is nowhere any more. */
	readonly line1: number | undefined;
	/** What that line is in. */
	readonly inside: SourceFunction | undefined;
}

/** Sites that are of a file beyond doubt, and such as may be of another. */
interface PlacedSites {
	readonly placed: readonly PlacedSite[];
	readonly unsure: readonly CrashSite[];
}

interface LocatedSite {
	readonly site: CrashSite;
	readonly target: FrameTarget;
}

/** Where sites are in the text of a document. */
export async function placeSites(
	document: vscode.TextDocument,
	sites: readonly CrashSite[],
	functions: readonly SourceFunction[],
	application: string,
	{ frames, revisions }: Pick<Services, 'frames' | 'revisions'>,
	signal: AbortSignal,
): Promise<PlacedSites> {
	const located: LocatedSite[] = [];
	const unsure: CrashSite[] = [];
	for (let start = 0; start < sites.length; start += together) {
		const some = sites.slice(start, start + together);
		const found = await Promise.all(some.map(({ question }) => frames.locate(question, signal)));
		for (const [place, site] of some.entries()) {
			const of = relationOf(found[place], document.uri);
			if (of === 'several') {
				unsure.push(site);
			} else if (of) {
				located.push({ site, target: of });
			}
		}
	}
	const lines = await linesNow(document, located, application, revisions, signal);
	const placed = located.flatMap(({ site, target }) =>
		site.versions.map((version): PlacedSite => {
			const told = site.question.frame.line1;
			const now = told === undefined ? undefined : lines.get(version.name)?.get(told);
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
				told,
				line1: isOfFunction ? inside?.nameLine : line1,
				inside,
			};
		}),
	);
	return { placed, unsure };
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

/** Both are as the editor writes addresses, or nearly. */
function sameAddress({ file }: FrameTarget, address: string): boolean {
	return file.uri === address || decodeURIComponent(file.uri) === decodeURIComponent(address);
}

/** Where a line is by now, and how sure that is. */
type KnownLine = Pick<PlacedSite, 'kind' | 'line1'>;

/** By version, then by the line of its build; without versions of which no text is known. */
async function linesNow(
	document: vscode.TextDocument,
	located: readonly LocatedSite[],
	application: string,
	revisions: Services['revisions'],
	signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlyMap<number, KnownLine>>> {
	const asked = new Map<string, { readonly build: string | undefined; readonly lines: Set<number> }>();
	for (const { site } of located) {
		const { line1 } = site.question.frame;
		for (const { name, build } of line1 === undefined ? [] : site.versions) {
			const of = asked.get(name) ?? { build, lines: new Set() };
			of.lines.add(line1 ?? 0);
			asked.set(name, of);
		}
	}
	const found = new Map<string, ReadonlyMap<number, KnownLine>>();
	for (const [version, { build, lines }] of asked) {
		if (version !== '') {
			const told = [...lines];
			const now = await revisions.mapLines(document, { application, version, build }, told, signal);
			if (now.kind === 'mapped') {
				found.set(version, new Map(now.lines.flatMap((line, place) => knownLine(told[place] ?? 0, line))));
			}
		}
	}
	return found;
}

/** None of a line that the build's text does not have: then it is another text. */
function knownLine(told: number, line: LineNow): [number, KnownLine][] {
	return line.kind === 'absent'
		? []
		: [[told, { kind: line.kind, line1: line.kind === 'gone' ? undefined : line.line1 }]];
}

/** What the file as it is says to the frame. */
function withoutHistory({ fate, line1 }: FrameTarget): KnownLine {
	switch (fate.kind) {
		case 'asTold':
		case 'unproven':
			return { kind: 'unchecked', line1 };
		case 'moved':
			return { kind: 'moved', line1 };
		case 'declaration':
			return { kind: 'unnumbered', line1 };
		case 'clamped':
		case 'gone':
		case 'beginning':
			// Nothing shows where it was.
			return { kind: 'gone', line1: undefined };
	}
}

/** The function that a frame names; of several, the one nearest to where it was. */
function functionOf(
	{ question: { frame } }: CrashSite,
	{ fate, line1 }: FrameTarget,
	functions: readonly SourceFunction[],
): SourceFunction | undefined {
	if (fate.kind === 'moved' || fate.kind === 'declaration') {
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
