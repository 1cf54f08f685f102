import { type Hash, PiecesHash } from '../../../common/hash64';
import { folded } from '../../../stack/trace/characters';
import { framePath } from '../../../stack/trace/framePath';
import type { Frame } from '../../../stack/trace/model';

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

/** ASCII characters in small letters. */
const smallLetters: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
	String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** What stands for a site, and for the base name of its file. One object is used again and again. */
export class SiteHash {
	readonly site: PiecesHash = new PiecesHash();
	readonly file: PiecesHash = new PiecesHash();
	/** For the site without line and column. */
	readonly member: Hash = { low: 0, high: 0 };
	/** The path that was read last, in small letters. */
	private readonly small = new Uint8Array(maxSimpleLength);

	/**
	 * Takes a frame: its file, the type and the method that a person wrote, line and column.
	 * @returns whether it names a file
	 */
	of(frame: Frame): boolean {
		const { file, enclosing } = frame;
		if (file === undefined || !this.ofPath(file)) {
			return false;
		}
		const { type = '', method = '' } = enclosing ?? frame;
		const { line1 = 0, column1 = 0 } = frame;
		const { site, member } = this;
		site.begin();
		site.addNumber(this.file.low);
		site.addNumber(this.file.high);
		site.addText(type);
		site.addText(method);
		member.low = site.low;
		member.high = site.high;
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
		const start = this.readSimple(path);
		if (start !== undefined) {
			const { file } = this;
			file.begin();
			file.addCodes(this.small, start, path.length);
			file.end();
			return true;
		}
		const name = framePath(path).segments.at(-1);
		if (name !== undefined) {
			this.ofFile(name);
		}
		return name !== undefined;
	}

	/**
	 * Reads a path that `framePath` need not be asked about, as most: its name is behind the last slash, and all of it ASCII.
	 * @returns where its base name begins
	 */
	private readSimple(path: string): number | undefined {
		if (path.length > maxSimpleLength) {
			return undefined;
		}
		const { small } = this;
		let start = 0;
		let hasName = false;
		let colonAt = -1;
		for (let index = 0; index < path.length; index++) {
			const code = path.charCodeAt(index);
			const kind = kinds[code] ?? other;
			small[index] = smallLetters[code] ?? 0;
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
		const isPlain = colonAt === -1 || (colonAt < start && !/^package:[/\\]/.test(path));
		return hasName && isPlain ? start : undefined;
	}
}
