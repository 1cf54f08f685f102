import { withoutBuildHash } from './buildHash';
import { isBundled } from './bundledFrame';
import { lastSegment, withoutQuery } from './characters';
import { framePath } from './framePath';
import { isGeneratedFolder, updatedBundle, withoutMachineFolders } from './generatedPath';
import type { Frame } from './model';

/** Label of a frame in a group key. It contains nothing that differs between builds. */
export interface FrameLabel {
	readonly full: string;
	readonly short: string;
	/** How specific the label is: `source` identifies source code, `function` a function in a bundle or image. */
	readonly shows: 'source' | 'function' | 'image' | 'nothing';
	/** Whether the label is only a script name without its bundler hash. An app has several such scripts. */
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
			// Bundlers number chunks differently in every build.
			return { full: base, short: base, shows: 'nothing', isChunk: hashed && !/^\d/.test(base) };
		}
		const path = getPath(frame, file, base, true);
		return { full: path, short: path.split('/').slice(-2).join('/'), shows: 'source' };
	}
	// Uses only the image name, because the offset in the image differs between builds.
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
	// Any of these characters starts the type arguments, which may contain dots.
	const end = type.search(/[<[(`]/);
	const name = end > 0 ? type.slice(0, end) : type;
	return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1) || type;
}

/** Returns true if a script name contains a hash. `base` is the name without the hash. */
function isHashed(file = '', base: string): boolean {
	return /\.[cm]?js(?:[?#]|$)/.test(file) && lastSegment(withoutQuery(file)) !== base;
}

/** Folders at a package's root. The path from such a folder on does not depend on the build machine. */
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

/** Returns the path in the package. If `nameless` is true, the path may include a folder of the build machine. */
function getPath(frame: Frame, file: string, base: string, nameless = false): string {
	const { segments, dartPackage } = framePath(file);
	if (frame.kind !== 'javascript' && dartPackage === undefined) {
		return base;
	}
	if (/\.(?:js)?bundle$|\.hbc$/.test(base)) {
		// Omits the folder of a bundle, because it depends on the installation. A bundle contains the whole app anyway.
		return base;
	}
	const isAbsolute = dartPackage === undefined && /^(?:[a-z][\w+.-]*:|[/\\])/i.test(file);
	// The host is not a stable part of the path. Browsers, for example, generate the hosts of extensions.
	const isRemote = /^(?:https?|[a-z-]{1,20}-extension):/i.test(file);
	const all = segments.slice(dartPackage === undefined ? 0 : 1, -1);
	const known = isAbsolute && !isRemote ? withoutMachineFolders(all) : undefined;
	const folders = (known ?? all).filter((folder) => !isGeneratedFolder(folder));
	const root = folders.findLastIndex((folder) => sourceRoots.has(folder));
	const isRelative = known !== undefined || !isAbsolute;
	const own = root !== -1 ? folders.slice(root) : isRelative ? folders : nameless && !isRemote ? folders.slice(-1) : [];
	return [...own.slice(-maxFolders), base].filter((part) => part !== '').join('/');
}

/** Matches names of generated files, which can contain a hash. Source files in other languages never contain one. */
const mayBeHashed = /^[^.]+$|\.(?:[cm]?js|\w{0,9}bundle|hbc|wasm|html?)$/i;

/** Matches the number that a bundler assigned to a script. The number differs between builds. */
const chunkNumber = /^(?:\d{1,9}\.(?=(?:[\w-]{1,40}\.){1,3}[cm]?js$)|\d{5,9}\.[cm]?js$)/;

function baseName(file: string): string {
	const plain = withoutQuery(file);
	const name = lastSegment(plain);
	return updatedBundle(plain) ?? (mayBeHashed.test(name) ? withoutBuildHash(name).replace(chunkNumber, '') : name);
}
