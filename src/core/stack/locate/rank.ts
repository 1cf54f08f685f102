import { compareLists } from '../../common/sorting';
import type { Frame } from '../trace/model';
import type { Candidates } from './candidates';
import type { Judged } from './judge';

function strengths(judged: Judged, by: Candidates['by']): readonly number[] {
	const { path } = judged;
	const type = judged.holdsType ? 1 : 0;
	const folders = path.folders + (judged.inModule ? 1 : 0);
	// If the file declares its package, the type in that package is stronger evidence than a similar path.
	const place = judged.tellsNamespace ? [type, folders] : [folders, type];
	const found = definition(judged);
	// If the files were found by type name, the function is stronger evidence than the type or the path.
	const where = by === 'type' ? [found, ...place] : [...place, found];
	return [judged.learned ? 1 : 0, agreement(judged), ...where];
}

/** Returns 1 if the file declares the frame's package, -1 if it declares another package, and 0 otherwise. */
export function agreement({ namespace, dartPackage }: Judged): number {
	if (namespace === 'contradicts' || dartPackage === 'contradicts') {
		return -1;
	}
	return namespace === 'equal' || dartPackage === 'equal' ? 1 : 0;
}

/** Returns 2 if the file contains the function's body, 1 if it contains only a declaration, and 0 otherwise. */
function definition({ functions, hasCode }: Judged): number {
	return functions === 0 ? 0 : hasCode ? 2 : 1;
}

function hints(judged: Judged): readonly number[] {
	const { placed } = judged;
	return [
		judged.sameCase ? 1 : 0,
		placed.inFunction ? 1 : 0,
		placed.lineMapping.kind === 'clamped' ? 0 : 1,
		judged.test ? 0 : 1,
		judged.sameProject ? 1 : 0,
		judged.open ? 1 : 0,
	];
}

export function ranked(all: readonly Judged[], by: Candidates['by']): readonly Judged[] {
	return [...all].sort(
		(a, b) =>
			compareLists(strengths(b, by), strengths(a, by)) ||
			compareLists(hints(b), hints(a)) ||
			a.file.path.length - b.file.path.length ||
			(a.file.path < b.file.path ? -1 : 1),
	);
}

const commonFolders =
	/^(?:src|lib|libs|app|apps|source|sources|main|test|tests|packages|modules|common|core|shared|utils?)$/i;

interface Search {
	readonly by: Candidates['by'];
	/** Whether the workspace contains only one file with the name that was searched for. */
	readonly only: boolean;
	/** Whether the candidates include every file with the name that was searched for. */
	readonly whole: boolean;
	readonly frame: Frame;
}

export function getCertain(candidates: readonly Judged[], search: Search): Judged | undefined {
	const { by } = search;
	const [best, ...rivals] = ranked(candidates, by);
	const [rival] = rivals;
	if (best === undefined || best.unread || by === 'compiled' || agreement(best) < 0) {
		return undefined;
	}
	if (rival !== undefined && compareLists(strengths(best, by), strengths(rival, by)) === 0) {
		return undefined;
	}
	if (best.learned && !best.placed.inFunction && rivals.some((other) => isBetterPlaced(other, best, by))) {
		return undefined;
	}
	const certain = best.learned || isDeclared(best, search) || isPlaced(best, by) || isOnly(best, rivals, search);
	return certain ? best : undefined;
}

/**
 * Returns true if another candidate contains the line in its function and ranks lower only because no other frame led
 * to its folder.
 */
function isBetterPlaced(other: Judged, best: Judged, by: Candidates['by']): boolean {
	const own = { ...best, learned: other.learned };
	return other.placed.inFunction && compareLists(strengths(other, by), strengths(own, by)) === 0;
}

function mayDeclare({ functions, unread }: Judged): boolean {
	return functions > 0 || unread;
}

function isDeclared(judged: Judged, { by, frame }: Search): boolean {
	return agreement(judged) > 0 && (by === 'file' || (judged.holdsType && declaresMethod(judged, frame)));
}

/**
 * Returns false if a C# file doesn't declare the frame's method. The frame then belongs to a type of a library that has
 * the same name. Files in other languages aren't checked.
 */
function declaresMethod({ file, functions }: Judged, { flags, enclosing }: Frame): boolean {
	const isMade = flags.includes('constructor') || enclosing?.method === '.cctor';
	return !/\.cs$/i.test(file.path) || isMade || functions > 0;
}

function isPlaced(judged: Judged, by: Candidates['by']): boolean {
	const { path, holdsType, functions, inModule, placed } = judged;
	const confirmed = holdsType || functions > 0;
	if (inModule && confirmed) {
		return true;
	}
	// Folders inside a package often have the same names in other packages, so paths relative to a package prove little.
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

/** Returns true if no other file can match. On Apple platforms, files that don't declare the function are ignored. */
function isOnly(judged: Judged, rivals: readonly Judged[], { by, only, whole, frame }: Search): boolean {
	const alone = rivals.length === 0;
	const { holdsType, functions, inModule, path, placed } = judged;
	if (path.forked || judged.inPackage) {
		return false;
	}
	if (inModule) {
		return alone;
	}
	// Another module may have a class with the same name.
	const foreign = frame.kind === 'native' && frame.module !== undefined;
	if (by === 'type') {
		// Swift types, whose frames have a module, are located by `searchSwift`.
		return holdsType && !foreign && (alone || functions > 0) && declaresMethod(judged, frame);
	}
	const isSole = whole && foreign && rivals.every((rival) => !mayDeclare(rival));
	return (only || isSole) && (placed.inFunction || (frame.line1 === undefined && holdsType && !foreign));
}
