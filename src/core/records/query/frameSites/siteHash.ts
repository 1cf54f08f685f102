import { type Hash, PiecesHash } from '../../../common/hash64';
import { folded } from '../../../stack/trace/characters';
import { framePath } from '../../../stack/trace/framePath';
import type { Frame } from '../../../stack/trace/model';

/** Maximum length of a path that this class parses. `framePath` parses longer paths. */
const maxSimpleLength = 300;

const other = 0;
const ofName = 1;
const dot = 2;
const slash = 3;
const colon = 4;

const kinds: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
	const character = String.fromCharCode(code);
	if (/[\w+$@ -]/.test(character)) {
		return ofName;
	}
	return character === '.' ? dot : character === ':' ? colon : /[\\/]/.test(character) ? slash : other;
});

const smallLetters: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) =>
	String.fromCharCode(code).toLowerCase().charCodeAt(0),
);

/** Computes the hash of a crash site and the hash of its file's base name. Each call overwrites both hashes. */
export class SiteHash {
	readonly site: PiecesHash = new PiecesHash();
	readonly file: PiecesHash = new PiecesHash();
	readonly member: Hash = { low: 0, high: 0 };
	private readonly small = new Uint8Array(maxSimpleLength);

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

	/** Returns the index at which the base name begins. Returns undefined if `framePath` must parse the path. */
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
		// In a `package:` URI without a package name, the first folder would be mistaken for the name.
		const isPlain = colonAt === -1 || (colonAt < start && !/^package:[/\\]/.test(path));
		return hasName && isPlain ? start : undefined;
	}
}
