import { type Hash, PiecesHash } from '../../../common/hash64';
import { folded } from '../../../stack/trace/characters';
import { framePath } from '../../../stack/trace/framePath';
import type { Frame } from '../../../stack/trace/model';

/** What stands for a site, and for the base name of its file. One object is used again and again. */
export class SiteHash {
	readonly site: PiecesHash = new PiecesHash();
	readonly file: PiecesHash = new PiecesHash();

	/**
	 * Takes a frame: its file, the type and the method that a person wrote, line and column.
	 * @returns whether it names a file
	 */
	of({ file, enclosing, type = '', method = '', line1 = 0, column1 = 0 }: Frame): boolean {
		if (file === undefined || !this.ofPath(file)) {
			return false;
		}
		const { site } = this;
		site.begin();
		site.addNumber(this.file.low);
		site.addNumber(this.file.high);
		site.addText(enclosing?.type ?? type);
		site.addText(enclosing?.method ?? method);
		site.addNumber(line1);
		site.addNumber(column1);
		site.end();
		return true;
	}

	/** Takes the base name of a file on the disk. */
	ofFile(name: string): Hash {
		const { file } = this;
		file.begin();
		file.addText(folded(name));
		file.end();
		return file;
	}

	private ofPath(path: string): boolean {
		const start = simpleBaseName(path);
		if (start !== undefined) {
			const { file } = this;
			file.begin();
			file.addText(path.slice(start).toLowerCase());
			file.end();
			return true;
		}
		const name = framePath(path).segments.at(-1);
		if (name !== undefined) {
			this.ofFile(name);
		}
		return name !== undefined;
	}
}

/** Longer paths are left to `framePath` (characters). */
const maxSimpleLength = 300;

const other = 0;
const ofName = 1;
const dot = 2;
const slash = 3;
const colon = 4;

/** What an ASCII character is in a path. */
const kinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	if (/[\w+$@ -]/.test(character)) {
		return ofName;
	}
	return character === '.' ? dot : character === ':' ? colon : /[\\/]/.test(character) ? slash : other;
});

/**
 * Where the base name begins of a path that `framePath` need not be asked about, as of most: its name is behind the last
 * slash, and all of it ASCII.
 */
function simpleBaseName(path: string): number | undefined {
	if (path.length > maxSimpleLength) {
		return undefined;
	}
	let start = 0;
	let hasName = false;
	let colonAt = -1;
	for (let index = 0; index < path.length; index++) {
		const kind = kinds[path.charCodeAt(index)] ?? other;
		if (kind === ofName) {
			hasName = true;
		} else if (kind === slash && (hasName || index === start)) {
			start = index + 1;
			hasName = false;
		} else if (kind === colon && colonAt === -1) {
			colonAt = index;
		} else if (kind !== dot) {
			return undefined;
		}
	}
	// Of an address without a package the first folder is read as one.
	return hasName && colonAt < start && !/^package:[/\\]/.test(path) ? start : undefined;
}
