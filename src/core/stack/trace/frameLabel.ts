import { isBundled } from './bundledFrame';
import { lastSegment, withoutQuery } from './characters';
import { framePath } from './framePath';
import type { Frame } from './model';

/** What a frame is called in the key of a group, without what differs from build to build. */
export interface FrameLabel {
	/** '' for a frame without any name. */
	readonly full: string;
	/** Without where the class is from. */
	readonly short: string;
	/** How well it tells one error from others: an image or a bundle may be all there is of an application. */
	readonly tells: 'source' | 'function' | 'image' | 'nothing';
}

export function labelOf(frame: Frame): FrameLabel {
	const { enclosing, image, file, method } = frame;
	const bundled = isBundled(frame);
	if (enclosing) {
		const tells = bundled ? 'function' : 'source';
		const of = (name: string) => (name === '' ? enclosing.method : `${name}.${enclosing.method}`);
		return enclosing.type === '' && file !== undefined
			? { full: of(pathOf(frame, file)), short: of(baseName(file)), tells }
			: { full: of(enclosing.type), short: of(lastPart(enclosing.type)), tells };
	}
	if (file !== undefined) {
		if (bundled) {
			return { full: baseName(file), short: baseName(file), tells: 'nothing' };
		}
		const path = pathOf(frame, file, true);
		return { full: path, short: path.split('/').slice(-2).join('/'), tells: 'source' };
	}
	// How far into an image holds for one build.
	const name = lastSegment(image?.name ?? '');
	const isPlace = frame.position?.kind === 'aot';
	const label = method ?? name;
	return { full: label, short: label, tells: method === undefined || isPlace ? 'image' : 'function' };
}

/** The name of a type without package, namespace or module. */
export function lastPart(type: string): string {
	// Dots of type arguments, and of assemblies in them, are behind these.
	const end = type.search(/[<[(`]/);
	const name = end > 0 ? type.slice(0, end) : type;
	return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1) || type;
}

/** Below which the folders of a file are those of its package, on whatever machine it was built. */
const sourceRoots: ReadonlySet<string> = new Set([
	'src',
	'source',
	'sources',
	'lib',
	'app',
	'packages',
	'node_modules',
]);
const maxFolders = 6;

/**
 * A file as its package has it: many a folder of JavaScript and Dart has its own `index.tsx`.
 * @param nameless Whether the file is all there is, so that a folder which may be of the machine is better than none.
 */
function pathOf(frame: Frame, file: string, nameless = false): string {
	const base = baseName(file);
	const { segments, dartPackage } = framePath(file);
	if (frame.kind !== 'javascript' && dartPackage === undefined) {
		return base;
	}
	const folders = segments.slice(dartPackage === undefined ? 0 : 1, -1);
	const root = folders.findLastIndex((folder) => sourceRoots.has(folder));
	const isRelative = dartPackage !== undefined || !/^(?:[a-z][\w+.-]*:|[/\\])/i.test(file);
	const isRemote = /^https?:/i.test(file);
	const own = root !== -1 ? folders.slice(root) : isRelative ? folders : nameless && !isRemote ? folders.slice(-1) : [];
	return [...own.slice(-maxFolders), base].join('/');
}

/** Bundlers append a hash to the names of files, and servers a query. */
function baseName(file: string): string {
	return lastSegment(withoutQuery(file)).replace(/[-.][\da-f]{8,64}(?=\.)/i, '');
}
