import { withoutBuildHash } from './buildHash';
import { isBundled } from './bundledFrame';
import { lastSegment, withoutQuery } from './characters';
import { framePath } from './framePath';
import { isGeneratedFolder, updatedBundle, withoutMachineFolders } from './generatedPath';
import type { Frame } from './model';

/** Label of a frame in a group key. It contains nothing that changes from build to build. */
export interface FrameLabel {
	readonly full: string;
	readonly short: string;
	/**
	 * How specific the label is. `source` identifies source code, and `function` identifies a function in a bundle or
	 * image.
	 */
	readonly shows: 'source' | 'function' | 'image' | 'nothing';
	/**
	 * Whether the label is only a script's name without its bundler hash. The name distinguishes the scripts of an app.
	 */
	readonly isChunk?: boolean;
}

export function getLabel(frame: Frame): FrameLabel {
	const { enclosing, image, file, method } = frame;
	const isScript = frame.kind === 'javascript';
	const isNamedByFile = file !== undefined && !enclosing?.type;
	const base = file !== undefined && (isNamedByFile || isScript) ? baseName(file) : '';
	const hashed = isScript && isHashed(file, base);
	const bundled = hashed || (isScript && isBundled(frame));
	if (enclosing) {
		const shows = bundled ? 'function' : 'source';
		const member = enclosing.method + localFunction(method);
		const of = (name: string) => (name === '' ? member : `${name}.${member}`);
		return isNamedByFile
			? { full: of(getPath(frame, file, base)), short: of(base), shows }
			: { full: of(enclosing.type), short: of(lastPart(enclosing.type)), shows };
	}
	if (isNamedByFile) {
		if (bundled) {
			// Bundlers number chunks differently in each build, so a number doesn't identify a chunk.
			return { full: base, short: base, shows: 'nothing', isChunk: hashed && !/^\d/.test(base) };
		}
		const path = getPath(frame, file, base, true);
		return { full: path, short: path.split('/').slice(-2).join('/'), shows: 'source' };
	}
	// The label contains only the image name, because the offset in the image changes from build to build.
	const name = lastSegment(image?.name ?? '');
	const isPlace = frame.position?.kind === 'aot';
	const label = method ?? name;
	return { full: label, short: label, shows: method === undefined || isPlace ? 'image' : 'function' };
}

/** Returns local function names, as in `watch$lambda$0$clear`, `<Watch>g__clear|2_0`, or `clear #1 () in watch()`. */
export function localFunction(method = ''): string {
	if (method.includes('>g__')) {
		const [, ...locals] = method.split('>g__');
		return locals.map((local) => `$${local.split('|', 1)[0]}`).join('');
	}
	if (method.includes(' #')) {
		return method
			.split(' in ')
			.map((part) => /^(?!closure )(\w{1,100}) #\d/.exec(part)?.[1] ?? '')
			.map((name) => (name === '' ? '' : `$${name}`))
			.reverse()
			.join('');
	}
	if (!method.includes('$lambda$')) {
		return '';
	}
	const parts = method.split('$');
	const lambda = parts.indexOf('lambda', 1);
	if (!/^\d/.test(parts[lambda + 1] ?? '')) {
		return '';
	}
	const names = parts.slice(lambda + 1).filter((part) => part !== 'lambda' && /^[A-Za-z_]/.test(part));
	return names.map((name) => `$${name}`).join('');
}

export function lastPart(type: string): string {
	// Type arguments, which can contain dots, start with one of these characters.
	const end = type.search(/[<[(`]/);
	const name = end > 0 ? type.slice(0, end) : type;
	return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1) || type;
}

/** Returns true if a script name contains a hash. `base` is the name without the hash. */
function isHashed(file = '', base: string): boolean {
	return /\.[cm]?js(?:[?#]|$)/.test(file) && lastSegment(withoutQuery(file)) !== base;
}

/** Folders at the root of a package. From such a folder on, the path is the same on all build machines. */
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
 * Returns the path of a file in its package. If `nameless` is true, the path may include a folder of the build machine.
 */
function getPath(frame: Frame, file: string, base: string, nameless = false): string {
	const { segments, dartPackage } = framePath(file);
	if (frame.kind !== 'javascript' && dartPackage === undefined) {
		return base;
	}
	if (/\.(?:js)?bundle$|\.hbc$/.test(base)) {
		// The folder of a bundle depends on the installation, and the bundle contains the whole app anyway.
		return base;
	}
	const isAbsolute = dartPackage === undefined && /^(?:[a-z][\w+.-]*:|[/\\])/i.test(file);
	// The host isn't a stable part of the path. Browsers, for example, generate hosts for extensions.
	const isRemote = /^(?:https?|[a-z-]{1,20}-extension):/i.test(file);
	const all = segments.slice(dartPackage === undefined ? 0 : 1, -1);
	const known = isAbsolute && !isRemote ? withoutMachineFolders(all) : undefined;
	const folders = (known ?? all).filter((folder) => !isGeneratedFolder(folder));
	const root = folders.findLastIndex((folder) => sourceRoots.has(folder));
	const isRelative = known !== undefined || !isAbsolute;
	const own = root !== -1 ? folders.slice(root) : isRelative ? folders : nameless && !isRemote ? folders.slice(-1) : [];
	return [...own.slice(-maxFolders), base].filter((part) => part !== '').join('/');
}

/** Matches names of generated files, which can contain a hash. The names of other source files never contain one. */
const mayBeHashed = /^[^.]+$|\.(?:[cm]?js|\w{0,9}bundle|hbc|wasm|html?)$/i;

/** Matches the number that a bundler gives a script. It changes from build to build. */
const chunkNumber = /^(?:\d{1,9}\.(?=(?:[\w-]{1,40}\.){1,3}[cm]?js$)|\d{5,9}\.[cm]?js$)/;

function baseName(file: string): string {
	const plain = withoutQuery(file);
	const name = lastSegment(plain);
	return updatedBundle(plain) ?? (mayBeHashed.test(name) ? withoutBuildHash(name).replace(chunkNumber, '') : name);
}
