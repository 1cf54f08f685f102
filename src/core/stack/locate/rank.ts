import type { Frame } from '../trace/model';
import type { Candidates } from './candidates';
import type { Judged } from './judge';

/** What of a candidate says more than its name, as numbers that are compared from the left. */
function strengths(judged: Judged, by: Candidates['by']): readonly number[] {
	const { path } = judged;
	const type = judged.holdsType ? 1 : 0;
	const folders = path.folders + (judged.inModule ? 1 : 0);
	// Where files say what they are of, that counts more than where they are.
	const place = judged.tellsNamespace ? [type, folders] : [folders, type];
	const found = definition(judged);
	// Without a line, what counts is where the function has its code.
	const where = by === 'type' ? [found, ...place] : [...place, found];
	return [judged.learned ? 1 : 0, agreement(judged), ...where];
}

/** 1 where the file says that it is of the frame's package, -1 where it says that it is of another. */
export function agreement({ namespace, dartPackage }: Judged): number {
	if (namespace === 'contradicts' || dartPackage === 'contradicts') {
		return -1;
	}
	return namespace === 'equal' || dartPackage === 'equal' ? 1 : 0;
}

/** Whether the function is there, and whether there is more of it than its declaration. */
function definition({ functions, hasCode }: Judged): number {
	return functions === 0 ? 0 : hasCode ? 2 : 1;
}

/** What puts candidates in order, but makes none certain. */
function hints(judged: Judged): readonly number[] {
	const { placed } = judged;
	return [
		judged.sameCase ? 1 : 0,
		placed.inFunction ? 1 : 0,
		placed.fate.kind === 'clamped' ? 0 : 1,
		judged.test ? 0 : 1,
		judged.sameProject ? 1 : 0,
		judged.open ? 1 : 0,
	];
}

/** Best first. */
export function ranked(all: readonly Judged[], by: Candidates['by']): readonly Judged[] {
	return [...all].sort(
		(a, b) =>
			compare(strengths(b, by), strengths(a, by)) ||
			compare(hints(b), hints(a)) ||
			a.file.path.length - b.file.path.length ||
			(a.file.path < b.file.path ? -1 : 1),
	);
}

function compare(a: readonly number[], b: readonly number[]): number {
	for (const [index, value] of a.entries()) {
		const difference = value - (b[index] ?? 0);
		if (difference !== 0) {
			return difference;
		}
	}
	return 0;
}

/** Folders that are in every project. */
const commonFolders =
	/^(?:src|lib|libs|app|apps|source|sources|main|test|tests|packages|modules|common|core|shared|utils?)$/i;

/** What candidates were found by. */
interface Search {
	readonly by: Candidates['by'];
	/** No other file of the workspace has the name. */
	readonly only: boolean;
	readonly frame: Frame;
}

/** The candidate that is the frame's file beyond doubt; undefined where there is none, or another is as good. */
export function certainOf(candidates: readonly Judged[], search: Search): Judged | undefined {
	const { by } = search;
	const [best, ...rivals] = ranked(candidates, by);
	const [rival] = rivals;
	if (best === undefined || best.unread || by === 'compiled' || agreement(best) < 0) {
		return undefined;
	}
	if (rival !== undefined && compare(strengths(best, by), strengths(rival, by)) === 0) {
		return undefined;
	}
	if (best.learned && !best.placed.inFunction && rivals.some((other) => isBetterPlaced(other, best, by))) {
		return undefined;
	}
	const certain =
		best.learned || isDeclared(best, search) || isPlaced(best, by) || isOnly(best, rival === undefined, search);
	return certain ? best : undefined;
}

/** Only what was learned from other frames speaks against it, and the line is where the frame says: in its function. */
function isBetterPlaced(other: Judged, best: Judged, by: Candidates['by']): boolean {
	const own = { ...best, learned: other.learned };
	return other.placed.inFunction && compare(strengths(other, by), strengths(own, by)) === 0;
}

/** The file says that it is of the frame's package; a file that was found by its type's name must have the type. */
function isDeclared(judged: Judged, { by, frame }: Search): boolean {
	return agreement(judged) > 0 && (by === 'file' || (judged.holdsType && declaresMethod(judged, frame)));
}

/** Of a frame of .NET without a file, the type is not enough: it may be of another library. */
function declaresMethod({ file, functions }: Judged, { flags, enclosing }: Frame): boolean {
	const isMade = flags.includes('constructor') || enclosing?.method === '.cctor';
	return !/\.cs$/i.test(file.path) || isMade || functions > 0;
}

/** Enough of the paths is the same. */
function isPlaced(judged: Judged, by: Candidates['by']): boolean {
	const { path, holdsType, functions, inModule, placed } = judged;
	const confirmed = holdsType || functions > 0;
	if (inModule && confirmed) {
		return true;
	}
	// A path within a package begins alike in every package.
	if (by !== 'file' || path.folders === 0 || path.forked || judged.inPackage) {
		return false;
	}
	if (path.end === 'frame') {
		return true;
	}
	if (path.end === 'file') {
		return path.folders > 1 || (confirmed && placed.inFunction);
	}
	const parts = judged.file.path.split('/');
	const distinctive = parts.slice(-1 - path.folders, -1).some((part) => !commonFolders.test(part));
	return confirmed ? path.folders > 1 || distinctive : path.folders > 2;
}

/** No other file has the name, and what the frame names is in it, on the frame's line where it has one. */
function isOnly(judged: Judged, alone: boolean, { by, only, frame }: Search): boolean {
	const { holdsType, functions, inModule, path, placed } = judged;
	if (path.forked || judged.inPackage) {
		return false;
	}
	if (inModule) {
		return alone;
	}
	// Without a line, a class of the same name in another module looks the same.
	const foreign = frame.kind === 'native' && frame.module !== undefined;
	if (by === 'type') {
		// Types of Swift are searched for, see `searchSwift`.
		return holdsType && !foreign && (alone || functions > 0) && declaresMethod(judged, frame);
	}
	return only && (placed.inFunction || (frame.line1 === undefined && holdsType && !foreign));
}
