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
		const { file } = this;
		const start = simpleBaseName(path);
		if (start !== undefined) {
			file.begin();
			for (let index = start; index < path.length; index++) {
				const code = path.charCodeAt(index);
				file.addNumber(code >= 0x41 && code <= 0x5a ? code + 0x20 : code);
			}
			file.addNumber(-1 - (path.length - start));
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
	let hasColon = false;
	for (let index = 0; index < path.length; index++) {
		const code = path.charCodeAt(index);
		if (code === 0x2f || code === 0x5c) {
			start = index + 1;
			hasName = false;
			hasColon = false;
		} else if (isPlainInName(code)) {
			hasName = true;
		} else if (code === 0x3a) {
			hasColon = true;
		} else if (code !== 0x2e) {
			return undefined;
		}
	}
	return hasName && !hasColon ? start : undefined;
}

/** Letters, digits, `_`, `-`, `+`, `$`, `@` and blanks. */
function isPlainInName(code: number): boolean {
	return (
		(code >= 0x61 && code <= 0x7a) ||
		(code >= 0x41 && code <= 0x5a) ||
		(code >= 0x30 && code <= 0x39) ||
		code === 0x5f ||
		code === 0x2d ||
		code === 0x2b ||
		code === 0x24 ||
		code === 0x40 ||
		code === 0x20
	);
}
