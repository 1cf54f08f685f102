import { folded, withoutQuery } from './characters';

/** The path of a frame, compared by its parts only: nothing is ever opened by it. */
export interface FramePath {
	/** The base name last; empty where the frame has no file. */
	readonly segments: readonly string[];
	/** Of a `package:` address; its segments begin at the package then, with `lib`. */
	readonly dartPackage: string | undefined;
}

/** Longer paths are cut on the left: what counts is on the right (parts). */
const maxSegments = 40;
/** Longer addresses are no one's (characters). */
const maxPathLength = 4096;

const schemes =
	/^(?:file|https?|app|webpack(?:-internal)?|vscode-\w{1,40}|safari-web-extension|metro|capacitor|ionic|command|data|blob|org-dartlang-app|ng|rsc|node|turbopack):/i;

export function framePath(file: string | undefined): FramePath {
	if (file === undefined || file.length > maxPathLength || /^(?:\/?<|\[)/.test(file)) {
		return { segments: [], dartPackage: undefined };
	}
	if (file.startsWith('package:')) {
		const [name = '', ...rest] = segmentsOf(file.slice('package:'.length));
		return { segments: rest.length > 0 ? ['lib', ...rest] : [], dartPackage: name };
	}
	const plain = schemes.test(file) ? withoutQuery(file) : file;
	return { segments: segmentsOf(plain.replace(schemes, '')), dartPackage: undefined };
}

/** Without drives, empty parts, `.` and `..`; a part with `..` after it is left out. */
function segmentsOf(path: string): string[] {
	const segments: string[] = [];
	for (const part of path.replaceAll('\\', '/').split('/')) {
		const segment = decoded(part);
		if (segment === '..') {
			segments.pop();
		} else if (segment !== '' && segment !== '.' && !/^[a-z]:$/i.test(segment)) {
			segments.push(segment);
		}
	}
	return segments.slice(-maxSegments);
}

function decoded(part: string): string {
	if (!part.includes('%')) {
		return part;
	}
	try {
		const text = decodeURIComponent(part);
		return /[/\\\0]/.test(text) ? part : text;
	} catch {
		return part;
	}
}

export interface PathLikeness {
	/** How many folders next to the base name are the same. */
	readonly folders: number;
	/** Which of the paths is the end of the other. */
	readonly end: 'frame' | 'file' | 'neither';
	/** Whether the paths part below a folder of the same name: `packages/a` and `packages/b`. */
	readonly forked: boolean;
}

/** Both with their base names, which may differ. */
export function pathLikeness(frame: readonly string[], file: readonly string[]): PathLikeness {
	const most = Math.min(frame.length, file.length) - 1;
	let folders = 0;
	while (folders < most && sameSegment(frame.at(-2 - folders), file.at(-2 - folders))) {
		folders++;
	}
	const end = folders < most ? 'neither' : frame.length <= file.length ? 'frame' : 'file';
	const [aboveFrame, aboveFile] = [frame.at(-3 - folders), file.at(-3 - folders)];
	return { folders, end, forked: end === 'neither' && sameSegment(aboveFrame, aboveFile) };
}

/** Build machines and checkouts differ in case and in the form of accents. */
export function sameSegment(a: string | undefined, b: string | undefined): boolean {
	return a !== undefined && b !== undefined && (a === b || folded(a) === folded(b));
}
