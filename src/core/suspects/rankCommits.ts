import type { CooperativeTask } from '../common/cooperativeTask';
import { functionAt, type SourceFunction } from '../lines/sourceFunction';
import type { ChangedFile, ChangedLines, HistoryCommit } from './parseHistory';
import { type SuspectCommit, type TouchKind, touchKinds } from './suspects';

export interface SourceCode {
	readonly lines: readonly string[];
	readonly functions: readonly SourceFunction[];
}

/** Line of the user's code in a stack trace, and the current source code. */
export interface OwnPlace {
	/** Current path, relative to the repository. */
	readonly path: string;
	/** Earlier paths and the current path. */
	readonly names: ReadonlySet<string>;
	readonly line1: number | undefined;
	readonly code: SourceCode;
}

interface KnownPlace extends Pick<OwnPlace, 'code'> {
	readonly line1: number;
}

interface Touch {
	readonly kind: TouchKind;
	readonly onlyFormatting: boolean;
	/** Index of the touched line among the lines of the stack trace that are in the user's code. */
	readonly place: number;
	/** Number of lines between the changed lines and the line in the stack trace. */
	readonly distance: number;
	readonly path: string;
}

interface RankedCommit extends Pick<SuspectCommit, 'hash' | 'subject' | 'author' | 'authoredAt'> {
	readonly touched: TouchKind;
	readonly onlyFormatting: boolean;
	readonly paths: readonly string[];
}

/**
 * Ranks commits by their closest change. Changes to the innermost function in the user's code come first, then changes
 * to its callers, and then other changes to the same files. Changes to white space come last.
 * @param codeOf Returns the source code of a Git object, or undefined if the code is unknown.
 */
export function* rankingCommits(
	commits: readonly HistoryCommit[],
	places: readonly OwnPlace[],
	codeOf: (blob: string) => SourceCode | undefined,
): CooperativeTask<readonly RankedCommit[]> {
	const ranked: { readonly commit: RankedCommit; readonly closest: Touch }[] = [];
	for (const { files, ...commit } of commits) {
		const touches = files.flatMap((file) => touchesOf(file, places, codeOf)).toSorted(compareTouches);
		const [closest] = touches;
		if (closest) {
			const { kind: touched, onlyFormatting } = closest;
			const paths = [...new Set(touches.map(({ path }) => path))];
			ranked.push({ commit: { ...commit, touched, onlyFormatting, paths }, closest });
		}
		if (yield) {
			break;
		}
	}
	const byDate = (one: RankedCommit, other: RankedCommit) => other.authoredAt - one.authoredAt;
	return ranked
		.toSorted((one, other) => compareTouches(one.closest, other.closest) || byDate(one.commit, other.commit))
		.map(({ commit }) => commit);
}

function compareTouches(one: Touch, other: Touch): number {
	return (
		Number(one.onlyFormatting) - Number(other.onlyFormatting) ||
		touchKinds.indexOf(one.kind) - touchKinds.indexOf(other.kind) ||
		one.place - other.place ||
		one.distance - other.distance
	);
}

function touchesOf(
	file: ChangedFile,
	places: readonly OwnPlace[],
	codeOf: (blob: string) => SourceCode | undefined,
): readonly Touch[] {
	const changes = (file.changes ?? []).filter((change) => !change.onlyFormatting);
	const onlyFormatting = file.changes !== undefined && changes.length === 0;
	const code = file.blob === undefined || onlyFormatting ? undefined : codeOf(file.blob);
	return places.flatMap((own, index) => {
		if (!own.names.has(file.path)) {
			return [];
		}
		const inFile: Touch = {
			kind: 'file',
			onlyFormatting,
			place: index,
			distance: Number.POSITIVE_INFINITY,
			path: own.path,
		};
		const kind = index === 0 ? 'function' : 'caller';
		const { line1 } = own;
		const distances = code && line1 !== undefined ? distancesInFunction(changes, { ...own, line1 }, code) : [];
		return distances.length > 0 ? [{ ...inFile, kind, distance: Math.min(...distances) }] : [inFile];
	});
}

function distancesInFunction(changes: readonly ChangedLines[], own: KnownPlace, code: SourceCode): readonly number[] {
	const text = lineText(own.code, own.line1);
	const around = functionAt(own.code.functions, own.line1);
	return functionsNow(own, code).flatMap(({ first, last }) => {
		const equal = text === '' ? [] : linesFrom(first, last).filter((line1) => lineText(code, line1) === text);
		const lines = equal.length > 0 ? equal : [Math.min(last, first + own.line1 - (around?.first ?? first))];
		return changes
			.filter((change) => change.first <= last && change.last >= first)
			.map((change) => Math.min(...lines.map((line1) => distanceTo(change, line1))));
	});
}

/**
 * Finds, in another version of the source code, the function that contains a line of a stack trace. For a line outside
 * functions, returns the lines with the same text.
 */
function functionsNow({ code, line1 }: KnownPlace, now: SourceCode): readonly Pick<SourceFunction, 'first' | 'last'>[] {
	const text = lineText(code, line1);
	const contains = ({ first, last }: Pick<SourceFunction, 'first' | 'last'>) =>
		linesFrom(first, last).some((one) => lineText(now, one) === text);
	const enclosing = code.functions.filter(({ first, last }) => first <= line1 && line1 <= last).reverse();
	for (const { name, type } of enclosing) {
		const found = now.functions.filter((other) => other.name === name && other.type === type);
		if (found.length > 0) {
			return found.some(contains) ? found.filter(contains) : found;
		}
	}
	const isDistinctive = enclosing.length === 0 && /[\p{L}\p{N}]/u.test(text);
	return isDistinctive
		? linesFrom(1, now.lines.length)
				.filter((one) => lineText(now, one) === text)
				.map((one) => ({ first: one, last: one }))
		: [];
}

function distanceTo({ first, last }: ChangedLines, line1: number): number {
	return first > last
		? Math.min(Math.abs(line1 - first), Math.abs(line1 - last))
		: Math.max(0, first - line1, line1 - last);
}

function lineText({ lines }: SourceCode, line1: number): string {
	return (lines[line1 - 1] ?? '').trim();
}

function linesFrom(first: number, last: number): readonly number[] {
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
