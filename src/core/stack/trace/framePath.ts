import { folded, withoutQuery } from './characters';

/** Path in a frame. It is compared with other paths but never used to open a file. */
export interface FramePath {
	/** Segments of the path, including the file name. Empty if the frame has no file. */
	readonly segments: readonly string[];
	/** Package of a `package:` URL. The segments are then relative to the package and start with `lib`. */
	readonly dartPackage: string | undefined;
}

/** Maximum number of segments. Longer paths lose their first segments, which matter least. */
const maxSegments = 40;
const maxPathLength = 4096;

const schemes =
	/^(?:file|https?|app|webpack(?:-internal)?|vscode-\w{1,40}|[a-z]{1,10}(?:-web)?-extension|metro|capacitor|ionic|command|data|blob|org-dartlang-app|ng|rsc|node|turbopack):/i;

/** Matches Dart sources in paths from web compilers, which omit the `lib` folder: `packages/acme_shop/cart.dart`. */
const dartSource = /^(?:https?:\/\/[^/]{1,300}\/)?packages\/(\w{1,200}\/(?!lib\/).{1,1000}\.dart)$/;

export function framePath(file: string | undefined): FramePath {
	if (file === undefined || file.length > maxPathLength || /^(?:\/?<|\[)/.test(file)) {
		return { segments: [], dartPackage: undefined };
	}
	if (file.startsWith('package:')) {
		const [name = '', ...rest] = getSegments(file.slice('package:'.length));
		return { segments: rest.length > 0 ? ['lib', ...rest] : [], dartPackage: name };
	}
	const compiled = dartSource.exec(file)?.[1];
	if (compiled !== undefined) {
		const [name = '', ...rest] = getSegments(compiled);
		return { segments: ['lib', ...rest], dartPackage: name };
	}
	const plain = schemes.test(file) ? withoutQuery(file) : file;
	return { segments: getSegments(plain.replace(schemes, '')), dartPackage: undefined };
}

/** Splits a path into segments. Omits drive letters, empty segments, and `.`. Each `..` removes a segment. */
function getSegments(path: string): string[] {
	const segments: string[] = [];
	for (const part of path.replaceAll('\\', '/').split('/')) {
		const segment = decoded(part);
		if (segment === '..') {
			segments.pop();
		} else if (segment !== '' && segment !== '.' && !isDrive(segment)) {
			segments.push(segment);
		}
	}
	return segments.slice(-maxSegments);
}

function isDrive(segment: string): boolean {
	return segment.length === 2 && segment.endsWith(':') && /^[a-z]/i.test(segment);
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
	/** Number of folders directly above the file names that are equal in both paths. */
	readonly folders: number;
	/** Whether the frame's path or the file's path is a suffix of the other path. */
	readonly end: 'frame' | 'file' | 'neither';
	/** Whether the first folders that differ have parents with the same name, as in `packages/a` and `packages/b`. */
	readonly forked: boolean;
}

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

/** Returns true if the segments are equal. Ignores case and Unicode normalization, which depend on the machine. */
export function sameSegment(a: string | undefined, b: string | undefined): boolean {
	return a !== undefined && b !== undefined && (a === b || folded(a) === folded(b));
}
