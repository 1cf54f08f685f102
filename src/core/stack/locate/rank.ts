import type { Frame } from '../model';
import type { Candidates } from './candidates';
import type { Judged } from './judge';
import type { Evidence, Target } from './model';

/** What of a candidate says more than its name, as numbers that are compared from the left. */
function strengths(judged: Judged, by: Candidates['by']): readonly number[] {
	const { names, path, outline } = judged;
	const type = names.holdsType ? 1 : 0;
	const folders = path.folders + (judged.inModule ? 1 : 0);
	// Where files say what they are of, that counts more than where they are.
	const place = outline.tellsNamespace ? [type, folders] : [folders, type];
	const found = definition(judged);
	// Without a line, what counts is where the function has its code.
	const where = by === 'type' ? [found, ...place] : [...place, found];
	return [judged.learned ? 1 : 0, agreement(judged), ...where];
}

function agreement({ names, dartPackage }: Judged): number {
	if (names.namespace === 'contradicts' || dartPackage === 'contradicts') {
		return -1;
	}
	return names.namespace === 'equal' || dartPackage === 'equal' ? 1 : 0;
}

/** Whether the function is there, and whether there is more of it than its declaration. */
function definition({ names: { functions } }: Judged): number {
	return functions.length === 0 ? 0 : functions.some(({ hasCode }) => hasCode) ? 2 : 1;
}

/** What puts candidates in order, but makes none certain. */
function hints(judged: Judged): readonly number[] {
	const { placed } = judged;
	return [
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

/** Whether the best of candidates is the frame's file beyond doubt. */
export function isCertain(best: Judged, others: readonly Judged[], named: Candidates, frame: Frame): boolean {
	const { by } = named;
	if (best.unread || by === 'compiled' || agreement(best) < 0) {
		return false;
	}
	const rival = others[0];
	if (rival !== undefined && compare(strengths(best, by), strengths(rival, by)) === 0) {
		return false;
	}
	return best.learned || isDeclared(best, by) || isPlaced(best, by) || isOnly(best, others, named, frame);
}

/** The file says that it is of the frame's package; a file that was found by its type's name must have the type. */
function isDeclared(judged: Judged, by: Candidates['by']): boolean {
	return agreement(judged) > 0 && (by === 'file' || judged.names.holdsType);
}

/** Enough of the paths is the same. */
function isPlaced(judged: Judged, by: Candidates['by']): boolean {
	const { path, names, inModule, placed } = judged;
	const confirmed = names.holdsType || names.functions.length > 0;
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
function isOnly(judged: Judged, others: readonly Judged[], { by, files }: Candidates, frame: Frame): boolean {
	const { names, inModule, path, placed } = judged;
	if (path.forked || judged.inPackage) {
		return false;
	}
	if (inModule) {
		return others.length === 0;
	}
	// Without a line, a class of the same name in another module looks the same.
	const foreign = frame.kind === 'native' && frame.module !== undefined;
	if (by === 'type') {
		return names.holdsType && !foreign && (others.length === 0 || names.functions.length > 0);
	}
	return files.length === 1 && (placed.inFunction || (frame.line1 === undefined && names.holdsType && !foreign));
}

export function targetOf(judged: Judged, frame: Frame, only: boolean): Target {
	const { placed } = judged;
	const keepsColumn = placed.fate.kind === 'asTold';
	const found = evidenceOf(judged, only);
	return {
		file: judged.file,
		line1: placed.line1,
		column1: keepsColumn ? frame.column1 : undefined,
		fate: placed.fate,
		// Without anything else, its name is why it is here.
		evidence: found.length > 0 ? found : ['pathSuffix'],
	};
}

function evidenceOf(judged: Judged, only: boolean): Evidence[] {
	const { names, placed, path } = judged;
	const told: readonly (readonly [Evidence, boolean])[] = [
		['learnedRoot', judged.learned],
		['declaredPackage', agreement(judged) > 0],
		['declaredType', names.holdsType],
		['pathSuffix', path.folders > 0 || judged.inModule],
		['function', placed.inFunction || (names.functions.length > 0 && placed.fate.kind === 'declaration')],
		['onlyFile', only],
		['lineInFile', placed.fate.kind === 'asTold'],
		['sourceSet', !judged.test],
		['sameProject', judged.sameProject],
		['open', judged.open],
	];
	return told.filter(([, holds]) => holds).map(([evidence]) => evidence);
}
